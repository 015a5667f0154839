/// The JSON of a HAR 1.2 file.
///
/// Members that other programs omit are optional. Members that the format requires are always written.
struct HARDocument: Codable {
    struct Log: Codable {
        var version: String?
        var creator: Creator?
        var entries: [Entry]
    }

    struct Creator: Codable {
        var name: String
        var version: String
    }

    struct Entry: Codable {
        var startedDateTime: String?
        /// Milliseconds.
        var time: Double?
        var request: Request
        var response: Response
        var cache: Cache?
        var timings: Timings?
        var comment: String?
    }

    struct Request: Codable {
        var method: String
        var url: String
        var httpVersion: String?
        var cookies: [Pair]?
        var headers: [Pair]?
        var queryString: [Pair]?
        var postData: PostData?
        var headersSize: Int?
        var bodySize: Int?
    }

    struct PostData: Codable {
        var mimeType: String?
        var text: String?
        /// `base64` if `text` has bytes.
        var encoding: String?

        enum CodingKeys: String, CodingKey {
            case mimeType, text
            case encoding = "_encoding"
        }
    }

    struct Response: Codable {
        var status: Int
        var statusText: String?
        var httpVersion: String?
        var cookies: [Pair]?
        var headers: [Pair]?
        var content: Content?
        var redirectURL: String?
        var headersSize: Int?
        var bodySize: Int?
        var error: String?
        var comment: String?

        enum CodingKeys: String, CodingKey {
            case status, statusText, httpVersion, cookies, headers, content, redirectURL,
                headersSize
            case bodySize, comment
            case error = "_error"
        }
    }

    struct Content: Codable {
        var size: Int?
        var mimeType: String?
        var text: String?
        /// `base64` if `text` has bytes.
        var encoding: String?
    }

    struct Pair: Codable {
        var name: String
        var value: String
    }

    struct Cache: Codable {}

    /// Milliseconds; -1 if unknown.
    struct Timings: Codable {
        var send: Double?
        var wait: Double?
        var receive: Double?
    }

    var log: Log

    init(_ entries: [Entry]) {
        log = Log(
            version: "1.2", creator: Creator(name: "Posthorn", version: "1"), entries: entries)
    }
}
