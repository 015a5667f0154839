public import FoundationEssentials
public import Posthorn

/// The time that signers write into signatures, and by which they judge those of responses.
///
/// A signature with a time is refused by a server whose clock is minutes away. The clock learns how
/// far: when a server refuses a signed request (401 or 403) and its `Date` is more than the
/// ``tolerance`` from ours, the call's error says so, and what is signed next has the server's time.
/// Share one clock between the signers of one server, and don't share it between servers.
///
/// `Date` is told and not believed without TLS, where anybody on the way can set it; if the signer
/// verifies answers and the signature of this one is not right or does not cover `date`; and if it is
/// more than a day from this machine's time. A signer that verifies no responses believes whoever ends TLS.
/// A response from a cache (with an `Age`) has an old one, and is passed over.
public final class SigningClock: Sendable {
    /// How far the server's clock may be away before it is said and corrected.
    public let tolerance: Duration
    /// Whether signatures after a refusal have the server's time.
    public let corrects: Bool
    private let source: @Sendable () -> Date
    private let offset = Locked<TimeInterval>(0)

    /// Creates a clock.
    /// - Parameters:
    ///   - tolerance: Four minutes by default, a little less than servers allow.
    ///   - corrects: `true` by default. `false` only tells.
    ///   - source: The time of this machine; the system's by default.
    public init(
        tolerance: Duration = .seconds(240), corrects: Bool = true,
        source: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.tolerance = tolerance
        self.corrects = corrects
        self.source = source
    }

    /// The time by this machine's clock and what was learned.
    public var now: Date { source().addingTimeInterval(offset.withLock { $0 }) }

    /// How far the server's clock was ahead of this machine's when it was last compared, in seconds;
    /// negative if it was behind, 0 if it never was away.
    public var skew: Duration {
        .milliseconds(Int64((offset.withLock { $0 } * 1000).rounded()))
    }

    /// Compares the clocks by a response to a signed request.
    /// - Parameters:
    ///   - isProved: `false` if the signer verifies answers, and the `Date` of this one is not signed.
    ///   - isRefusal: Whether another status than 401 and 403 refuses the signature too.
    /// - Throws: a fault of the code ``Posthorn/APIError/Code/clockSkewed`` if the server refused, and its clock
    ///   is away from the time that was signed.
    func check(
        _ response: TransportResponse, to request: TransportRequest, isProved: Bool = true,
        isRefusal: Bool = false
    ) throws(APIError.Cause) {
        guard isRefusal || response.status.code == 401 || response.status.code == 403,
            !response.headers.contains(.age), let field = response.headers[.date],
            let date = CookieDate.date(from: field)
        else { return }
        let local = source()
        let known = offset.withLock { $0 }
        let distance = date.timeIntervalSince(local.addingTimeInterval(known))
        guard abs(distance) > tolerance.seconds else { return }
        let skew = date.timeIntervalSince(local)
        let isBelieved =
            corrects && isProved && request.scheme == "https" && abs(skew) <= 24 * 60 * 60
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
    /// Verifies a response, and compares the clocks by it; a `Date` that is not signed is told, and sets no
    /// clock.
    /// - Parameter verify: Gives whether the signature covers the `Date`.
    func check(
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
    /// The skew.
    public var description: String { "SigningClock(skew: \(skew))" }
}

extension APIError.Code {
    /// The server refused a signed request, and its clock is minutes away from this machine's.
    ///
    /// A call's error has the status as its code, and this one as the code of its underlying fault.
    public static let clockSkewed = Self(rawValue: "clockSkewed")
}

extension HTTPField.Name {
    fileprivate static let age = Self(token: "Age")
}

extension Duration {
    /// As a fraction of seconds.
    var seconds: TimeInterval { self / .seconds(1) }
}
