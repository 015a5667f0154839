internal import PosthornForeign
package import PosthornSpec

/// A request, with its response if it was recorded.
struct Sample {
    /// A body, read as far as its media type is known.
    enum Body {
        case json(Node)
        /// The names of a form with their values; no value for a file.
        case form([Pair])
        case multipart([Pair])
        case text
        case events([Node?])
        case bytes(String)
        /// A body that cannot be read.
        case broken
    }

    struct Pair {
        var name: String
        /// The text; `nil` if it is unknown, or a file.
        var value: String?
    }

    struct Response {
        var status: Int
        var headers: [Pair] = []
        var body: Body?
        var mediaType = ""
    }

    var method: String
    var url: TrafficURL
    var headers: [Pair] = []
    var body: Body?
    var response: Response?
    /// The names of header fields and query parameters that are known to hold a key.
    var keys: Set<String> = []

    /// Returns the values of a header field.
    func header(_ name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name }.compactMap(\.value)
    }
}

/// What could not be read, with its place.
package struct TrafficNote: Hashable, Sendable, CustomStringConvertible {
    package var place: String
    package var text: String

    package var description: String { "\(place): \(text)" }
}

/// Traffic that cannot be read at all.
package struct TrafficFailure: Error {
    package var diagnostic: Diagnostic
    /// Whether the file cannot be read.
    package var isUnreadable = false
}

/// A URL in its parts.
struct TrafficURL {
    /// The part of a path between two slashes.
    struct Segment {
        var text: String
        /// The name that a collection gives the variable.
        var variable: String?
    }

    /// The scheme and the host, such as `https://api.shop.example`.
    var origin: String
    var host: String
    var path: [Segment] = []
    var endsInSlash = false
    var query: [Sample.Pair] = []
    /// The user and password before the host.
    var user: String?

    /// Reads an absolute URL.
    init?(_ text: String) {
        guard let colon = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<colon.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        var rest = text[colon.upperBound...]
        rest = rest.prefix { $0 != "#" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        rest = rest.dropFirst(authority.count)
        var name = authority
        if let at = authority.lastIndex(of: "@") {
            user = String(authority[..<at])
            name = authority[authority.index(after: at)...]
        }
        host = name.lowercased()
        guard Self.isHost(host) else { return nil }
        origin = "\(scheme)://\(host)"
        let raw = rest.prefix { $0 != "?" }
        path = raw.split(separator: "/").map { Segment(text: $0.percentDecoded()) }
        endsInSlash = raw.count > 1 && raw.last == "/"
        query = FormText.pairs(rest.dropFirst(raw.count).dropFirst())
    }

    /// The rule that ``fitsSpec`` checks.
    static let rule = "a path of a spec has at most 2000 characters and 100 segments"

    /// Whether the path fits in a spec, however many of its segments become variables.
    var fitsSpec: Bool {
        guard path.count <= 100 else { return false }
        var count = 0
        var previous = ""
        for segment in path {
            // A variable has the name of the segment before it, as in `orders/{orderID2}`.
            let variable = previous.count + 8
            let isData = segment.variable != nil || Secrets.isData(segment.text)
            count += 1 + (isData ? variable : max(segment.text.count, variable))
            previous = segment.text
        }
        return count <= 2000
    }

    /// Returns whether a text is a host, with or without a port.
    private static func isHost(_ text: String) -> Bool {
        let isIPv6 = text.hasPrefix("[") && text.contains("]")
        let name = text.prefix { isIPv6 ? $0 != "]" : $0 != ":" }.drop { $0 == "[" }
        let port = text.dropFirst(name.count + (isIPv6 ? 2 : 0))
        return !name.isEmpty
            && name.utf8.allSatisfy { $0.isWord || "-._".utf8.contains($0) || isIPv6 && $0 == 0x3A }
            && (port.isEmpty || port.hasPrefix(":") && UInt16(port.dropFirst()) != nil)
    }
}
