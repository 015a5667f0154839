/// A token or key that is loaded on first use, and again after it has expired or a server has refused it.
///
/// After three loads in a row that were in vain, it pauses: 10 seconds, then 20, 40, and at most a minute.
package final class CredentialSource: Sendable {
    package typealias Instant = ContinuousClock.Instant

    private struct Memory {
        var token: Credential.Token?
        var isRefused = false
        /// When the last load ended; `nil` before the first one.
        var loaded: Instant?
        /// Why the last load failed.
        var error: (any Error)?
        /// How many loads in a row failed, or gave a token that was refused at once.
        var failures = 0

        /// The token, unless it was refused or has expired.
        func valid(at now: Instant) -> Credential.Token? {
            token.flatMap { isRefused || $0.isExpired(at: now) ? nil : $0 }
        }

        mutating func keep(_ result: Result<Credential.Token, any Error>, at now: Instant) {
            // A token that has expired and was not refused was a good one.
            if error == nil, !isRefused { failures = 0 }
            loaded = now
            // After a failed load, the refused token stays, so that the next load gets it.
            switch result {
            case .success(let token): (self.token, isRefused, error) = (token, false, nil)
            case .failure(let error): (self.error, failures) = (error, failures + 1)
            }
        }

        mutating func refuse(at now: Instant) {
            isRefused = true
            guard error == nil, let loaded else { return }
            failures = now < loaded + CredentialSource.pause ? failures + 1 : 0
        }

        /// Throws if the last loads were in vain, and another one is too early.
        func checkPace(_ now: Instant) throws {
            guard failures >= CredentialSource.limit, error != nil || isRefused, let loaded
            else { return }
            let pause = CredentialSource.pause * (1 << min(failures - CredentialSource.limit, 3))
            let rest = loaded + min(pause, CredentialSource.longestPause) - now
            if rest > .zero { throw Pause(count: failures, rest: rest, cause: error) }
        }
    }

    /// The reason why nothing is loaded for a while.
    private struct Pause: Error {
        let count: Int
        let rest: Duration
        let cause: (any Error)?

        var error: TransportError {
            let last = (cause as? any PrintableError).map { "; the last error: \($0.text)" }
            return TransportError(
                .init(rawValue: "credentialFailed"),
                "\(count) loads in a row failed or gave a credential that the server refused at once, "
                    + "and the next load begins in \(rest.text)" + (last ?? ""),
                advice: (cause as? any PrintableError)?.advice
                    ?? "check that the credential is for this server", underlying: cause)
        }
    }

    /// A token that is refused within this time was refused at once.
    private static let pause = Duration.seconds(10)
    private static let longestPause = Duration.seconds(60)
    /// The loads in vain that follow each other without a pause.
    private static let limit = 3

    /// Proves that the sender of a token may use it; `nil` for a token that needs no proof.
    package let proof: (any TokenProof)?
    private let shared: SingleFlight<Memory, Credential.Token>
    private let now: @Sendable () -> Instant
    /// The token, unless it was refused; a copy, because the generic memory of loads is slow.
    private let current: Locked<Box<Credential.Token>?>

    package init(
        _ first: Credential.Token? = nil, timeLimit: Duration, proof: (any TokenProof)? = nil,
        now: @escaping @Sendable () -> Instant = { .now },
        load: @escaping @Sendable (_ old: Credential.Token?) async throws -> Credential.Token
    ) {
        (self.now, self.proof) = (now, proof)
        let current = Locked(first.map { Box($0) })
        self.current = current
        shared = SingleFlight(
            Memory(token: first), timeLimit: timeLimit,
            late: TransportError(
                .timedOut, "the credential was not loaded within \(timeLimit.text)",
                advice:
                    "check that the loader makes no call with this credential, or raise `timeLimit`"
            ),
            now: now,
            load: { memory in
                try memory.checkPace(now())
                return try await load(memory.token)
            }
        ) { memory, result, time in
            if case .failure(let error) = result, error is Pause { return }
            memory.keep(result, at: time)
            let token = memory.isRefused ? nil : memory.token.map { Box($0) }
            current.withLock { $0 = token }
        }
    }

    /// `nil` if it has to be loaded.
    package var known: String? {
        guard let token = current.withLock({ $0 }), !token.value.isExpired(at: now()) else {
            return nil
        }
        return token.value.text
    }

    /// Returns the current text, or loads one if there is none, or it was refused or has expired.
    ///
    /// - Throws: What the loader throws, a ``TransportError`` with the code `timedOut`, one with the code
    ///   `credentialFailed` while the source pauses, or `CancellationError`.
    package func text() async throws -> String {
        let now = now()
        do {
            return try await shared.value { $0.valid(at: now) }.text
        } catch let pause as Pause {
            throw pause.error
        }
    }

    /// Records that a server has refused a text.
    ///
    /// Ignores any text that is not the current one.
    package func refuse(_ text: String) {
        let now = now()
        shared.withMemory { memory, _ in
            guard memory.token?.text == text, !memory.isRefused else { return }
            memory.refuse(at: now)
            current.withLock { $0 = nil }
        }
    }
}
