internal import PosthornCore
internal import PosthornSupport

/// Limits the token requests of a client that are in vain, for all its credentials together.
///
/// A request is in vain if it fails, or if a server refuses its token within ten seconds. After three of them in ten
/// seconds, and for as long as the authorization server asks to wait, requests fail at once.
final class TokenPace: Sendable {
    private typealias Instant = ContinuousClock.Instant

    private struct Issued {
        let token: String
        let time: Instant
        /// When it is renewed in any case.
        let renewal: Instant?
        /// Whether it replaces a token that was refused at once, so that it counts as one itself.
        let isSuspect: Bool
    }

    private struct Memory {
        /// When the requests of the last ten seconds ended that were in vain.
        var vain: [Instant] = []
        /// The tokens of the last ten seconds.
        var issued: [Issued] = []
        /// The number of requests that have not ended, which may be in vain.
        var pending = 0
        var ended = Broadcast<Void>()
        /// When the server accepts requests again.
        var resumption: Instant?
        var error: (any Error)?

        mutating func drop(before time: Instant) {
            vain.removeAll { $0 <= time }
            issued.removeAll { $0.time <= time }
        }

        /// Removes a token that was refused at once; `nil` if it is older, or was to be renewed.
        mutating func remove(_ token: String?, at now: Instant) -> Issued? {
            guard let index = issued.firstIndex(where: { $0.token == token }) else { return nil }
            let found = issued.remove(at: index)
            return found.renewal.map { now < $0 } ?? true ? found : nil
        }
    }

    private static let limit = 3
    private static let window = Duration.seconds(10)

    private let name: String
    private let now: @Sendable () -> ContinuousClock.Instant
    private let memory = Locked(Memory())

    /// - Parameter name: The server, for errors.
    init(_ name: String, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        (self.name, self.now) = (name, now)
    }

    /// How long to wait after an error of the server: what it asks for, five minutes at most.
    static func delay(after error: any Error) -> Duration {
        min((error as? OAuthError)?.retryAfter ?? .zero, .seconds(300))
    }

    /// Requests tokens, unless the client has to wait.
    ///
    /// - Parameters:
    ///   - old: The token that the new one replaces; `nil` for none.
    ///   - isShared: Whether the request counts for all credentials. That of a user says nothing about other users.
    ///   - load: Requests tokens, and returns them with the time of their renewal.
    func tokens(
        replacing old: String?, isShared: Bool,
        _ load: () async throws -> (OAuthTokens, renewal: ContinuousClock.Instant?)
    ) async throws -> OAuthTokens {
        let isSuspect = try await begin(old, isShared)
        do {
            let (tokens, renewal) = try await load()
            end(isShared) { memory, now in
                if isSuspect { memory.vain.append(now) }
                memory.error = nil
                memory.issued.append(
                    Issued(
                        token: tokens.accessToken, time: now, renewal: renewal, isSuspect: isSuspect
                    ))
            }
            return tokens
        } catch {
            let (delay, now) = (Self.delay(after: error), now())
            memory.withLock { memory in
                if delay > .zero { memory.resumption = now + delay }
                if delay > .zero || isShared { memory.error = error }
            }
            end(isShared) { memory, now in memory.vain.append(now) }
            throw error
        }
    }

    /// Returns whether the old token was refused at once.
    private func begin(_ old: String?, _ isShared: Bool) async throws -> Bool {
        var isSuspect = false
        while true {
            let now = now()
            let (rest, others) = memory.withLock { memory -> (Duration, AsyncStream<Void>?) in
                var rest = memory.resumption.map { $0 - now } ?? .zero
                guard isShared, rest <= .zero else { return (rest, nil) }
                memory.drop(before: now - Self.window)
                if let refused = memory.remove(old, at: now) {
                    isSuspect = true
                    if !refused.isSuspect { memory.vain.append(refused.time) }
                }
                let excess = memory.vain.count - Self.limit
                guard excess < 0 else {
                    rest = memory.vain.sorted()[excess] + Self.window - now
                    return (rest, nil)
                }
                guard memory.vain.count + memory.pending < Self.limit else {
                    return (.zero, memory.ended.stream())
                }
                memory.pending += 1
                return (.zero, nil)
            }
            guard rest <= .zero else { throw paused(rest) }
            guard let others else { return isSuspect }
            for await _ in others {}
            try Task.checkCancellation()
        }
    }

    private func end(_ isShared: Bool, _ change: (inout Memory, Instant) -> Void) {
        guard isShared else { return }
        let now = now()
        let ended = memory.withLock { memory in
            change(&memory, now)
            memory.pending -= 1
            defer { memory.ended = Broadcast() }
            return memory.ended
        }
        ended.finish()
    }

    private func paused(_ rest: Duration) -> OAuthError {
        let last = memory.withLock { $0.error }
        return OAuthError(
            .unavailable, "\(name) gets no request for a token for \(rest.text)",
            advice: (last as? any PrintableError)?.advice
                ?? "check that the API accepts the tokens of this server", underlying: last)
    }
}
