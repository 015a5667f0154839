/// A token or key that is loaded on first use, and again after a server has refused it.
package final class CredentialSource: Sendable {
    private struct Memory {
        var text: String?
        /// Whether a server has refused the text.
        var isRefused = false
    }

    private let shared: SingleFlight<Memory, String>

    init(
        timeLimit: Duration, load: @escaping @Sendable (_ refused: String?) async throws -> String
    ) {
        shared = SingleFlight(
            Memory(), timeLimit: timeLimit,
            late: TransportError(
                .timedOut, "the credential was not loaded within \(timeLimit.text)",
                advice:
                    "check that the loader makes no call with this credential, or raise `timeLimit`"
            ),
            load: { memory in try await load(memory.text) }
        ) { memory, result, _ in
            // After a failed load, the refused text stays, so that the next load gets it.
            if case .success(let text) = result { memory = Memory(text: text) }
        }
    }

    /// The current text.
    ///
    /// `nil` if it has to be loaded.
    package var known: String? {
        shared.withMemory { memory, _ in memory.isRefused ? nil : memory.text }
    }

    /// Returns the current text, or loads one if there is none or it was refused.
    ///
    /// - Throws: What the loader throws, a ``TransportError`` with the code `timedOut`, or
    ///   `CancellationError`.
    package func text() async throws -> String {
        try await shared.value { $0.isRefused ? nil : $0.text }
    }

    /// Records that a server has refused a text.
    ///
    /// Ignores any text that is not the current one.
    package func refuse(_ text: String) {
        shared.withMemory { memory, _ in
            if memory.text == text { memory.isRefused = true }
        }
    }
}
