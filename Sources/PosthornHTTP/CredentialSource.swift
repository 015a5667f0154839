/// A token or key that is loaded on first use, and again after it has expired or a server has refused it.
package final class CredentialSource: Sendable {
    private struct Memory {
        var token: Credential.Token?
        var isRefused = false
        /// When the last load ended, and how many loads in a row failed, or gave a token that was refused at once.
        var loaded: ContinuousClock.Instant?
        var loads = 0

        /// The token, unless it was refused or has expired.
        var valid: Credential.Token? {
            token.flatMap { isRefused || $0.isExpired(at: .now) ? nil : $0 }
        }

        /// Throws if load after load was in vain, so that another one is too early.
        func checkPace(_ now: ContinuousClock.Instant) throws {
            guard loads >= CredentialSource.loadsInARow, let loaded else { return }
            let pause = CredentialSource.pause * (1 << min(loads - CredentialSource.loadsInARow, 5))
            guard now < loaded + pause else { return }
            throw Pause(count: loads, rest: loaded + pause - now)
        }
    }

    /// The reason why nothing is loaded for a while.
    private struct Pause: Error {
        let count: Int
        let rest: Duration

        var error: TransportError {
            TransportError(
                .init(rawValue: "credentialFailed"),
                "\(count) credentials in a row could not be loaded or were refused at once; the next is "
                    + "loaded in \(rest.text)",
                advice: "check that the credential is one for this server, with the scopes of the call")
        }
    }

    /// A token that is refused within this time was refused at once; the first pause between loads.
    private static let pause = Duration.seconds(10)
    /// The loads that follow each other without a pause.
    private static let loadsInARow = 3

    private let shared: SingleFlight<Memory, Credential.Token>
    private let now: @Sendable () -> ContinuousClock.Instant

    init(
        _ first: Credential.Token? = nil, timeLimit: Duration,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        load: @escaping @Sendable (_ old: Credential.Token?) async throws -> Credential.Token
    ) {
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
            memory.loads += 1
            memory.loaded = time
            // After a failed load, the refused token stays, so that the next load gets it.
            if case .success(let token) = result {
                (memory.token, memory.isRefused) = (token, false)
            }
        }
        self.now = now
    }

    /// `nil` if it has to be loaded.
    package var known: String? { shared.withMemory { memory, _ in memory.valid?.text } }

    /// Returns the current text, or loads one if there is none, or it was refused or has expired.
    ///
    /// - Throws: What the loader throws, a ``TransportError`` with the code `timedOut`, or
    ///   `CancellationError`.
    package func text() async throws -> String {
        do {
            return try await shared.value { $0.valid }.text
        } catch let pause as Pause {
            throw pause.error
        }
    }

    /// Records that a server has refused a text.
    ///
    /// Ignores any text that is not the current one.
    package func refuse(_ text: String) {
        shared.withMemory { memory, _ in
            guard memory.token?.text == text, !memory.isRefused else { return }
            memory.isRefused = true
            if let loaded = memory.loaded, now() >= loaded + Self.pause { memory.loads = 0 }
        }
    }
}
