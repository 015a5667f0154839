internal import FoundationEssentials
internal import PosthornCore

/// Keeps the credentials that a chain has found, and loads them again before they expire, once for all callers.
///
/// While they are valid and the chain fails, it keeps them, and tries again after half a minute.
final class RenewedCredential<Value: Sendable>: Sendable {
    private struct Kept {
        let found: FoundCredential<Value>
        let renewal: Date?
    }

    /// How long before their expiry credentials are renewed, or half their life if that is shorter.
    private static var margin: TimeInterval { 300 }
    /// The time between two attempts to renew credentials that are still valid.
    private static var retry: TimeInterval { 30 }
    /// The rest of their life in which credentials are not used any more.
    private static var lastMinute: TimeInterval { 60 }

    private let kept = Locked<Kept?>(nil)
    private let environment: WorkloadEnvironment
    private let longest: TimeInterval?
    private let text: @Sendable (Value) -> String
    private let load: @Sendable () async throws(WorkloadIdentityError) -> FoundCredential<Value>

    /// - Parameters:
    ///   - longest: The seconds after which they are loaded again in any case; `nil` without a limit.
    ///   - text: Returns a text that differs between different credentials.
    init(
        _ environment: WorkloadEnvironment, longest: TimeInterval? = nil,
        text: @escaping @Sendable (Value) -> String,
        load: @escaping @Sendable () async throws(WorkloadIdentityError) -> FoundCredential<Value>
    ) {
        (self.environment, self.longest) = (environment, longest)
        (self.text, self.load) = (text, load)
    }

    /// The credentials that were loaded last.
    var value: Value? { kept.withLock { $0?.found.value } }

    /// Loads the token of a `CredentialSource`.
    func token(after old: Credential.Token?) async throws -> Credential.Token {
        do throws(WorkloadIdentityError) {
            return try keep(await load())
        } catch {
            guard let token = tokenInUse(old) else { throw error }
            return token
        }
    }

    private func keep(
        _ found: FoundCredential<Value>
    ) throws(WorkloadIdentityError) -> Credential.Token {
        let now = environment.date()
        if let expiry = found.expiry, expiry <= now {
            var error = WorkloadIdentityError(
                .unexpectedResponse, "\(found.source) has credentials that have expired",
                advice: "check this machine's clock, and what renews them")
            error.attempts = [.init(source: found.source, outcome: "they have expired")]
            throw error
        }
        var renewal = found.expiry.map { expiry in
            expiry - min(Self.margin, expiry.timeIntervalSince(now) / 2)
        }
        if let longest { renewal = min(renewal ?? .distantFuture, now + longest) }
        kept.withLock { $0 = Kept(found: found, renewal: renewal) }
        return token(found, renewal, now)
    }

    /// Returns the token again if it is only due for renewal; `nil` if it has expired, or a server refused it.
    private func tokenInUse(_ old: Credential.Token?) -> Credential.Token? {
        let now = environment.date()
        guard let old, let kept = kept.withLock({ $0 }), text(kept.found.value) == old.text,
            let renewal = kept.renewal, now >= renewal
        else { return nil }
        let end = kept.found.expiry.map { $0 - Self.lastMinute } ?? .distantFuture
        return now < end ? token(kept.found, min(now + Self.retry, end), now) : nil
    }

    private func token(
        _ found: FoundCredential<Value>, _ renewal: Date?, _ now: Date
    ) -> Credential.Token {
        let instant = environment.instant()
        return Credential.Token(
            text(found.value),
            renewal: renewal.map { instant + .seconds($0.timeIntervalSince(now)) })
    }
}

extension Credential {
    /// Returns a credential whose tokens a chain finds.
    static func renewed(
        _ environment: WorkloadEnvironment, longest: TimeInterval? = nil,
        load: @escaping @Sendable () async throws(WorkloadIdentityError) -> FoundCredential<String>
    ) -> Credential {
        let renewed = RenewedCredential(environment, longest: longest, text: { $0 }, load: load)
        return .refreshing(nil, .seconds(90), now: environment.instant) {
            try await renewed.token(after: $0)
        }
    }
}
