internal import FoundationEssentials
internal import Glibc
internal import PosthornCore
internal import PosthornInterpreter
internal import Synchronization

/// Removes the secrets of calls from texts, in the forms in which a server may return them.
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
            let base64 = Data(part.utf8).base64EncodedString()
            var own = [part, base64, PercentEncoding.encode(part)]
            // A text in JSON can be JSON within a text again, which a recording quotes once more.
            var quoted = part
            for _ in 0..<3 {
                quoted = String(JSONPrinter.quoted(quoted).dropFirst().dropLast())
                own.append(quoted)
            }
            // Some writers escape slashes.
            let escaped = own.map { $0.replacing("/", with: "\\/") }
            forms.withLock { $0.formUnion(own + escaped) }
        }
    }

    /// Returns a text without the secrets that a call has used.
    func scrubbed(_ text: String) -> String {
        let forms = forms.withLock { $0.sorted { ($1.count, $0) < ($0.count, $1) } }
        guard !forms.isEmpty else { return text }
        let bytes = forms.reduce(Array(text.utf8)) { Self.removing(Array($1.utf8), from: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns bytes with a mark in place of each occurrence of a form.
    private static func removing(_ form: [UInt8], from bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var (start, place) = (0, 0)
        bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            while place + form.count <= buffer.count,
                let found = memchr(base + place, Int32(form[0]), buffer.count - place)
            {
                place = UnsafeRawPointer(found) - base
                guard place + form.count <= buffer.count,
                    memcmp(found, form, form.count) == 0
                else {
                    place += 1
                    continue
                }
                result += bytes[start..<place]
                result += RedactedFields.mark.utf8
                place += form.count
                start = place
            }
        }
        return start == 0 ? bytes : result + bytes[start...]
    }
}
