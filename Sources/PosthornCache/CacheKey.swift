import FoundationEssentials

/// The properties of a request that must match to reuse a response: the URL and the identity.
struct CacheKey: Sendable, Hashable {
    /// The URL as it is sent, without its fragment.
    var url: String
    /// The method: `GET`, unless the request has a `CachePolicy`.
    var method: String
    /// The body of a request with a `CachePolicy`.
    var body: Data?
    /// The identity: a name, or the identifying fields in ASCII.
    ///
    /// Empty if there are none.
    var identity: String
    /// Whether the key may be written to disk, because it contains no value of an identifying field.
    var isPublic: Bool

    /// - Parameters:
    ///   - request: The request, used for its method and its body.
    ///   - headers: The header fields of the request, including the session's cookies.
    ///   - identity: The caller's identity as named by the program, which replaces the credentials.
    ///   - impersonal: Fields that do not identify the caller, in addition to the known ones.
    init(
        _ request: TransportRequest, url: HTTPURL, headers: HTTPFields, identity: String?,
        impersonal: Set<HTTPField.Name>
    ) {
        method = request.method.rawValue
        if let key = request.options.cache?.key {
            // The path stays, because unsafe methods invalidate by URL.
            self.url = "\(url.origin)\(url.path)"
            var parts = ["key \(Self.ascii(key.utf8))"]
            if let identity { parts.append("identity \(Self.ascii(identity.utf8))") }
            if let trust = request.trustName { parts.append("trust \(Self.ascii(trust.utf8))") }
            for field in headers where identity == nil && Self.credentials.contains(field.name) {
                parts.append("\(field.name.canonicalName):\(Self.ascii(field))")
            }
            self.identity = parts.sorted().joined(separator: "\n")
            isPublic = false
            return
        }
        self.url = url.sent
        body = request.body?.data
        var parts: [String] = []
        for field in headers
        where !Self.impersonal.contains(field.name.canonicalName)
            && !field.name.canonicalName.hasSuffix("-request-id")
            && !impersonal.contains(field.name)
        {
            if identity != nil, Self.credentials.contains(field.name) { continue }
            parts.append("\(field.name.canonicalName):\(Self.ascii(field))")
        }
        // Files are named by URL and identity only.
        isPublic =
            parts.isEmpty && request.method == .get && body == nil
            && request.context?.hasSecretURL != true
        for field in headers where Self.shapes(field.name, hasBody: body != nil) {
            parts.append("\(field.name.canonicalName):\(Self.ascii(field))")
        }
        // Field names contain no blanks, so no identity can look like a field.
        if let identity { parts.append("identity \(Self.ascii(identity.utf8))") }
        if let trust = request.trustName { parts.append("trust \(Self.ascii(trust.utf8))") }
        self.identity = parts.sorted().joined(separator: "\n")
    }

    /// Whether a field changes the response although it does not identify the caller.
    ///
    /// This holds for the media type of a request body, and for a caller's own `Accept-Encoding`, which makes
    /// the session leave the response compressed.
    private static func shapes(_ name: HTTPField.Name, hasBody: Bool) -> Bool {
        name == .acceptEncoding || hasBody && name == .contentType
    }

    private static func ascii(_ field: HTTPField) -> String {
        field.withUnsafeBytesOfValue { ascii($0) }
    }

    /// Returns a text that is unique for these bytes.
    ///
    /// Swift strings are equal if they are canonically equivalent, and invalid UTF-8 decodes to one
    /// replacement character. Both would merge different keys.
    static func ascii(_ bytes: some Sequence<UInt8>) -> String {
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

    static let credentials: Set<HTTPField.Name> = [.authorization, .cookie]

    // Fields that describe the request and not the caller. An allowlist is safer than a list of credentials,
    // because a field with a key can have any name, and a nonce binds a response to its request.
    private static let impersonal: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "baggage",
        "cache-control", "connection", "content-type", "idempotency-key", "if-match",
        "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "pragma",
        "prefer", "priority", "range", "te", "traceparent", "tracestate", "user-agent",
        "x-correlation-id",
    ]
}
