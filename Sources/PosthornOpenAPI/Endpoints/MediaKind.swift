internal import PosthornSpec

/// The formats of bodies, by their media types.
enum MediaKind {
    case json
    case form
    case multipart
    case text
    case xml
    case events
    case lines
    case bytes

    init(_ mediaType: String) {
        let type = Self.essence(mediaType)
        switch type {
        case "application/json", "text/json", "*/*", "application/*": self = .json
        case "application/x-www-form-urlencoded": self = .form
        case "multipart/form-data": self = .multipart
        case "application/xml", "text/xml": self = .xml
        case "text/event-stream": self = .events
        case "application/x-ndjson", "application/ndjson", "application/jsonl",
            "application/x-jsonlines", "application/json-seq", "application/stream+json":
            self = .lines
        default:
            self =
                type.hasSuffix("+json") || type.hasPrefix("application/x-amz-json")
                ? .json
                : type.hasSuffix("+xml") && !type.hasPrefix("image/")
                    ? .xml : type.hasPrefix("text/") ? .text : .bytes
        }
    }

    /// Returns the media type without its parameters.
    static func essence(_ mediaType: String) -> String {
        String(mediaType.prefix { $0 != ";" }).lowercased().replacing(" ", with: "")
    }

    /// Returns whether a text is a media type or a range of them, such as `image/*` (RFC 9110, section 12.5.1).
    static func isMediaType(_ text: String) -> Bool {
        let parts = essence(text).split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { $0 == "*" || !$0.isEmpty && Importer.isToken(String($0)) }
    }

    /// Returns the media types of which one can be sent.
    static func concrete(_ mediaTypes: [String]) -> [String] {
        var seen: Set<String> = []
        return mediaTypes.map(essence).filter {
            !$0.contains("*") && $0.contains("/") && seen.insert($0).inserted
        }
    }
}
