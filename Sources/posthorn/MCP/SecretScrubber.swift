internal import FoundationEssentials
internal import PosthornCore
internal import PosthornInterpreter
internal import Synchronization

/// Removes secrets from results, in the forms in which a server may return them.
final class SecretScrubber: Sendable {
    private let forms = Mutex<Set<String>>([])

    /// Returns a source of the same secrets, which the scrubber gets to know.
    func observing(_ source: SecretSource) -> SecretSource {
        SecretSource { name throws(InterpretationError) in
            let text = try source.text(name)
            if let text { self.add(text) }
            return text
        } place: { name in
            source.place(name)
        }
    }

    private func add(_ text: String) {
        // A user and a password, or an id and a key.
        let parts = text.firstIndex(of: ":").map { [String(text[text.index(after: $0)...])] } ?? []
        for part in [text] + parts where part.utf8.count >= 4 {
            let quoted = JSONPrinter.quoted(part).dropFirst().dropLast()
            let own = [
                part, String(quoted), Data(part.utf8).base64EncodedString(),
                Self.percentEncoded(part),
            ]
            forms.withLock { $0.formUnion(own) }
        }
    }

    private static func percentEncoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                scalar.isASCII && scalar.properties.isAlphabetic
                || "0123456789-._~".utf8.contains(byte)
            let digits = String(byte, radix: 16, uppercase: true)
            result += isPlain ? String(scalar) : "%" + (byte < 16 ? "0" : "") + digits
        }
    }

    /// Returns a text without the secrets that a call has used.
    func scrubbed(_ text: String) -> String {
        let forms = forms.withLock { $0.sorted { ($1.count, $0) < ($0.count, $1) } }
        return forms.reduce(text) { $0.replacing($1, with: RedactedFields.mark) }
    }
}
