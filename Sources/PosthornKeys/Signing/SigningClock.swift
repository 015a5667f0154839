public import FoundationEssentials
public import PosthornCore

/// The clock that supplies the time in signatures and judges the time in response signatures.
///
/// Servers refuse a signature whose time differs from theirs by some minutes. The clock therefore learns the
/// difference. If a server refuses a signed request (401 or 403) and its `Date` differs by more than the
/// ``tolerance``, the call's error has an underlying `APIError.Cause` with the code
/// `APIError.Code.clockSkewed`. Later signatures use the server's time. Share one clock between
/// the signers of one server, but not between servers.
///
/// The clock does not use a `Date` that is not sure enough, such as one without TLS, and the error then only reports
/// the difference: see `Documentation/Signing.md`. It ignores a response from a cache (one with an `Age`). A clock may be
/// used from any thread.
public final class SigningClock: Sendable {
    /// The difference between the clocks from which it is reported and corrected.
    public let tolerance: Duration
    /// Whether later signatures use the server's time after a refusal.
    public let corrects: Bool
    private let source: @Sendable () -> Date
    private let offset = Locked<TimeInterval>(0)

    /// Creates a clock.
    ///
    /// - Parameters:
    ///   - tolerance: The difference from which the clocks are corrected. Four minutes by default, which is a
    ///     little less than servers allow.
    ///   - corrects: Whether later signatures use the server's time. `true` by default; `false` only reports
    ///     the difference in the error.
    ///   - source: Returns this machine's time. The system's clock by default.
    public init(
        tolerance: Duration = .seconds(240), corrects: Bool = true,
        source: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.tolerance = tolerance
        self.corrects = corrects
        self.source = source
    }

    /// This machine's time plus the learned difference.
    public var now: Date { source().addingTimeInterval(offset.withLock { $0 }) }

    /// How far the server's clock was ahead of this machine's; zero if the clock has not been corrected.
    public var skew: Duration { .milliseconds(Int64((offset.withLock { $0 } * 1000).rounded())) }

    /// Compares the clocks using a response to a signed request.
    ///
    /// - Parameters:
    ///   - isProved: Whether this response's `Date` is signed; `nil` if the signer verifies no responses.
    ///   - isRefusal: Whether a status other than 401 and 403 also refuses the signature.
    package func check(
        _ response: TransportResponse, to request: TransportRequest, isProved: Bool? = nil,
        isRefusal: Bool = false
    ) throws(APIError.Cause) {
        guard isRefusal || [401, 403].contains(response.status.code),
            !response.headers.contains(.age), let field = response.headers[.date],
            let date = InternetDate.http(from: field)
        else { return }
        let local = source()
        let known = offset.withLock { $0 }
        let distance = date.timeIntervalSince(local.addingTimeInterval(known))
        guard abs(distance) > tolerance.seconds else { return }
        let skew = date.timeIntervalSince(local)
        let limit: TimeInterval = isProved == nil ? 15 * 60 : 24 * 60 * 60
        let isBelieved =
            corrects && isProved != false && request.scheme == "https" && abs(skew) <= limit
        if isBelieved { offset.withLock { $0 = skew } }
        let seconds = Int(abs(distance).rounded())
        throw APIError.Cause(
            .clockSkewed,
            "this machine's clock is \(seconds) s \(distance > 0 ? "behind" : "ahead of") the "
                + "server's, and the signature has the time in it",
            advice: isBelieved
                ? "set this machine's clock; until then the next call is signed with the server's "
                    + "time" : "set this machine's clock")
    }
}

extension SigningClock {
    /// Verifies a response and compares the clocks; an unsigned `Date` is reported but not used.
    ///
    /// - Parameter verify: Returns whether the signature covers the `Date`.
    package func check(
        _ response: TransportResponse, to request: TransportRequest,
        verifying verify: () async throws -> Bool
    ) async throws {
        let isProved: Bool
        do {
            isProved = try await verify()
        } catch let fault as APIError.Cause where fault.code != .cancelled {
            try check(response, to: request, isProved: false)
            throw fault
        }
        try check(response, to: request, isProved: isProved)
    }
}

extension SigningClock: CustomStringConvertible {
    /// The learned difference.
    public var description: String { "SigningClock(skew: \(skew))" }
}

extension APIError.Code {
    /// The server refused a signed request, and its clock differs from this machine's by minutes.
    ///
    /// The call's error has the status as its code. This code is that of the underlying ``APIError/Cause``.
    public static let clockSkewed = Self(rawValue: "clockSkewed")
}

extension HTTPField.Name {
    fileprivate static let age = Self(token: "Age")
}

extension Duration {
    /// The duration in seconds, with fractions.
    package var seconds: TimeInterval { self / .seconds(1) }
}
