import FoundationEssentials

/// What must be the same for a response to be used again: the URL and who asks.
struct CacheKey: Sendable, Hashable {
    /// The URL as it is sent, without its fragment.
    var url: String
    /// The method; `GET` but for requests with a rule of their own.
    var method: String
    /// The body of such a request.
    var body: Data?
    /// Who asks: a name, or the fields that could tell, in ASCII; empty if none could.
    var identity: String
    /// Whether the key may be written down: it holds no field's value.
    var isPublic: Bool

    /// - Parameters:
    ///   - request: Gives the method and the body; the rest is given beside it.
    ///   - headers: The fields of the request, cookies of the session included.
    ///   - identity: Who asks, as the program knows it; stands for the credentials.
    ///   - impersonal: Names beside the known ones of fields that tell nothing about who asks.
    init(
        _ request: TransportRequest, url: HTTPURL, headers: HTTPFields, identity: String?,
        impersonal: Set<HTTPField.Name>
    ) {
        self.url = url.sent
        method = request.method.rawValue
        body = request.body?.data
        var parts: [String] = []
        for field in headers
        where !Self.impersonal.contains(field.name.canonicalName)
            && !impersonal.contains(field.name)
        {
            if identity != nil, Self.credentials.contains(field.name) { continue }
            parts.append("\(field.name.canonicalName):\(Self.ascii(field))")
        }
        // The disk knows a key by its URL and identity alone.
        isPublic = parts.isEmpty && request.method == .get && body == nil
        for field in headers where Self.shapes(field.name, hasBody: body != nil) {
            parts.append("\(field.name.canonicalName):\(Self.ascii(field))")
        }
        // No field's name has a blank in it, so that no name of an identity looks like fields.
        if let identity { parts.append("identity \(Self.ascii(identity.utf8))") }
        self.identity = parts.sorted().joined(separator: "\n")
    }

    /// Whether a field that tells nothing about who asks changes what is kept all the same: the type of
    /// what is asked with, and a caller's own `Accept-Encoding`, with which a session unpacks nothing.
    private static func shapes(_ name: HTTPField.Name, hasBody: Bool) -> Bool {
        name == .acceptEncoding || hasBody && name == .contentType
    }

    private static func ascii(_ field: HTTPField) -> String {
        field.withUnsafeBytesOfValue { ascii($0) }
    }

    /// Bytes as a text that only the same bytes have.
    ///
    /// Swift takes two texts for one if they look the same (canonical equivalence), and reads all bytes
    /// that are not UTF-8 as one character; of two keys that would make one.
    private static func ascii(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for byte in bytes {
            if (0x20..<0x7F).contains(byte), byte != UInt8(ascii: "%") {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return text
    }

    /// The fields for which a named identity stands.
    static let credentials: Set<HTTPField.Name> = [.authorization, .cookie]

    // The fields that say what is asked for and how, and not who asks. A list of what is harmless and not of credentials: the name of a field with a key in it is
    // anybody's choice, and a nonce ties a response to its request.
    private static let impersonal: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "baggage",
        "cache-control", "connection", "content-type", "idempotency-key", "if-match",
        "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "pragma",
        "prefer", "priority", "range", "te", "traceparent", "tracestate", "user-agent",
        "x-correlation-id", "x-request-id",
    ]
}
