import FoundationEssentials

extension StoredResponse {
    /// The response as it was before a 304 came, with the fields of that (RFC 9111, section 3.2).
    ///
    /// Those that describe the body stay: the kept one is the whole, unpacked one. So do digests and
    /// signatures: those of a 304 are over its own empty message.
    func freshened(by headers: HTTPFields, sentAt: Date, receivedAt: Date) -> StoredResponse {
        var answer = self
        let news = headers.withoutHopByHop.filter { !Self.kept.contains($0.name.canonicalName) }
        let names = Set(news.map(\.name))
        answer.headers.removeAll { names.contains($0.name) }
        answer.headers.append(contentsOf: news)
        // An old age would count from the new date.
        if headers[.age] == nil { answer.headers[.age] = nil }
        answer.sentAt = sentAt
        answer.receivedAt = receivedAt
        return answer
    }

    private static let kept: Set<String> = [
        "content-digest", "content-encoding", "content-length", "content-range", "repr-digest",
        "signature", "signature-input", "vary", "x-jws-signature", "x-key-id", "x-nonce",
        "x-signature", "x-timestamp",
    ]

    /// Whether a 304 speaks of this response (RFC 9111, section 4.3.4).
    ///
    /// One without a tag speaks of the response that was asked about.
    func isMeant(by headers: HTTPFields) -> Bool {
        guard let tag = headers.value(of: .eTag) else { return true }
        guard let own = self.headers.value(of: .eTag) else { return false }
        return Self.opaque(tag) == Self.opaque(own)
    }

    /// A tag without its mark of weakness: a comparison for `If-None-Match` is weak (RFC 9110, section
    /// 13.1.2).
    static func opaque(_ tag: String) -> Substring {
        tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    }

    /// The response for a caller, with its age (RFC 9111, section 5.1).
    ///
    /// - Parameter note: How it came about, as RFC 9211 writes it.
    func response(at now: Date, _ note: CacheNote) -> TransportResponse {
        var headers = headers
        if note != .validated {
            for name in CacheDirectives(headers).fields(of: "no-cache") { headers[name] = nil }
        }
        let age = min(freshness(at: now).age, Double(CacheDirectives.endless))
        headers[.age] = String(Int64(age))
        headers.append(HTTPField(name: .cacheStatus, value: note.value))
        var response = self.response
        response.headers = headers
        if case .staleIfError = note { response.isFallback = true }
        return response
    }
}

/// How a kept response came to be given, for the field `Cache-Status` (RFC 9211).
enum CacheNote: Sendable, Equatable {
    /// Nobody was asked.
    case hit
    /// The server was asked, and said that it still holds.
    case validated
    /// The server could not say anything better; the status is `nil` if it said nothing.
    case staleIfError(status: Int?)
    /// Nothing is kept, and only what is kept was wanted.
    case onlyIfCached

    var value: String {
        let cache = "Posthorn; "
        return switch self {
        case .hit: cache + "hit"
        case .validated: cache + "fwd=stale; fwd-status=304"
        case .staleIfError(let status?):
            cache + "fwd=stale; fwd-status=\(status); detail=stale-if-error"
        case .staleIfError(nil): cache + "fwd=stale; detail=stale-if-error"
        case .onlyIfCached: cache + "detail=only-if-cached"
        }
    }
}

extension HTTPFields {
    /// The fields that may be kept: none that are of one connection or for a proxy (RFC 9111, section
    /// 3.1).
    var withoutHopByHop: HTTPFields {
        let listed = self[values: .connection].flatMap { value in
            value.split(whereSeparator: { ", \t".contains($0) }).map { $0.lowercased() }
        }
        let gone = Self.hopByHop.union(listed)
        return filter { !gone.contains($0.name.canonicalName) }
    }

    private static let hopByHop: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info",
        "proxy-authorization", "proxy-connection", "te", "transfer-encoding", "upgrade",
    ]
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    // The literal is a token, which a test reads; the type has no other initializer.
    static let cacheStatus = HTTPField.Name("Cache-Status")!
}
