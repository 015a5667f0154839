internal import FoundationEssentials
internal import PosthornForeign
internal import PosthornSpec

/// Reads bodies by their media type.
struct BodyReader {
    /// Reads the body of a message; a problem is reported without the body's text.
    static func read(
        _ text: String, _ mediaType: String, isBase64: Bool = false, report: (String) -> Void
    ) -> Sample.Body? {
        var text = text
        let type = self.type(mediaType)
        if isBase64 {
            guard let data = Data(base64Encoded: text.filter { !$0.isWhitespace }) else {
                report("the body is no base64; the sample has no body")
                return .broken
            }
            guard let decoded = String(validating: data, as: UTF8.self) else {
                if isJSON(type) { report("the body of type '\(type)' is no UTF-8; it is ignored") }
                return isJSON(type) ? .broken : .bytes(type)
            }
            text = decoded
        }
        if text.isEmpty { return nil }
        if type == "application/x-www-form-urlencoded" { return .form(FormText.pairs(text)) }
        if type == "multipart/form-data" {
            if let parts = FormText.parts(text, mediaType) { return .multipart(parts) }
            report("the parts of the body cannot be read; it is ignored")
            return .broken
        }
        if type == "text/event-stream" { return .events(events(text)) }
        let first = text.utf8.first { $0 > 0x20 }
        if isJSON(type) || type.isEmpty && (first == 0x7B || first == 0x5B) {
            do throws(JSONScanner.Problem) {
                return .json(try JSONScanner.read(Array(text.utf8), file: 0))
            } catch {
                let reason =
                    error.rule.map { "\($0), and the body has more" }
                    ?? "the body is no JSON after \(error.offset) bytes"
                report("\(reason); it is ignored")
                return .broken
            }
        }
        return type.hasPrefix("text/") || type.isEmpty ? .text : .bytes(type)
    }

    /// Returns a media type without its parameters; `application/octet-stream` for a text that is none.
    private static func type(_ mediaType: String) -> String {
        let type = mediaType.prefix { $0 != ";" }.trimmed.lowercased()
        let sides = type.split(separator: "/", omittingEmptySubsequences: false)
        let isType =
            sides.count == 2
            && sides.allSatisfy { side in
                !side.isEmpty && side.utf8.allSatisfy { $0.isWord || "-+._".utf8.contains($0) }
            }
        return isType || type.isEmpty ? type : "application/octet-stream"
    }

    static func isJSON(_ type: String) -> Bool {
        type.hasSuffix("/json") || type.hasSuffix("+json")
    }

    /// Returns the JSON of the events of a stream; `nil` for other data.
    private static func events(_ text: String) -> [Node?] {
        text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("data:") }.map { line in
            let data = line.dropFirst(5).trimmed
            return data == "[DONE]" ? nil : try? JSONScanner.read(Array(data.utf8), file: 0)
        }
    }
}
