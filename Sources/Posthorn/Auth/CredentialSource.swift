/// A token or a key that is loaded when it is first needed, and again when a server has refused it.
final class CredentialSource: Sendable {
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
            late: APIError.Cause(
                .timedOut, "the credential was not loaded within \(timeLimit.text)",
                advice: "see what its loader waits for, which must be no call that carries the "
                    + "credential itself, or raise `timeLimit`"),
            load: { memory in try await load(memory.text) }
        ) { memory, result, _ in
            // After a failed load the refused one is there still, to be named to the next.
            if case .success(let text) = result { memory = Memory(text: text) }
        }
    }

    /// The text that is there; `nil` if it has to be loaded.
    var known: String? { shared.withMemory { memory, _ in memory.isRefused ? nil : memory.text } }

    /// The text to send now, loaded if there is none or it was refused.
    /// - Throws: what the loader throws, a fault of the code `timedOut`, or `CancellationError`.
    func text() async throws -> String {
        try await shared.value { $0.isRefused ? nil : $0.text }
    }

    /// Takes note that a server has refused a text; an older one than the one that is there is none of
    /// its business.
    func refuse(_ text: String) {
        shared.withMemory { memory, _ in
            if memory.text == text { memory.isRefused = true }
        }
    }
}
