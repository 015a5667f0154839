/// A token or key that is loaded on first use, and again after it has expired or a server has refused it.
package final class CredentialSource: Sendable {
    private struct Memory {
        var token: Credential.Token?
        var isRefused = false

        /// The token, unless it was refused or has expired.
        var valid: Credential.Token? {
            token.flatMap { isRefused || $0.isExpired(at: .now) ? nil : $0 }
        }
    }

    private let shared: SingleFlight<Memory, Credential.Token>

    init(
        _ first: Credential.Token? = nil, timeLimit: Duration,
        load: @escaping @Sendable (_ old: Credential.Token?) async throws -> Credential.Token
    ) {
        shared = SingleFlight(
            Memory(token: first), timeLimit: timeLimit,
            late: TransportError(
                .timedOut, "the credential was not loaded within \(timeLimit.text)",
                advice:
                    "check that the loader makes no call with this credential, or raise `timeLimit`"
            ),
            load: { memory in try await load(memory.token) }
        ) { memory, result, _ in
            // After a failed load, the refused token stays, so that the next load gets it.
            if case .success(let token) = result { memory = Memory(token: token) }
        }
    }

    /// `nil` if it has to be loaded.
    package var known: String? { shared.withMemory { memory, _ in memory.valid?.text } }

    /// Returns the current text, or loads one if there is none, or it was refused or has expired.
    ///
    /// - Throws: What the loader throws, a ``TransportError`` with the code `timedOut`, or
    ///   `CancellationError`.
    package func text() async throws -> String { try await shared.value { $0.valid }.text }

    /// Records that a server has refused a text.
    ///
    /// Ignores any text that is not the current one.
    package func refuse(_ text: String) {
        shared.withMemory { memory, _ in
            if memory.token?.text == text { memory.isRefused = true }
        }
    }
}
