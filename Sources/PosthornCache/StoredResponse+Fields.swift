import FoundationEssentials

extension StoredResponse {
    /// Returns this response updated with the fields of a 304 (RFC 9111, section 3.2).
    ///
    /// Fields that describe the body stay, because the stored body is complete and decoded. Digests and
    /// signatures stay too, because those of the 304 cover its own empty message.
    func freshened(by headers: HTTPFields, sentAt: Date, receivedAt: Date) -> StoredResponse {
        var updated = self.headers
        let updates = headers.withoutHopByHop.filter { !Self.kept.contains($0.name.canonicalName) }
        let names = Set(updates.map(\.name))
        updated.removeAll { names.contains($0.name) }
        updated.append(contentsOf: updates)
        // An old `Age` would wrongly count from the new date.
        if headers[.age] == nil { updated[.age] = nil }
        return StoredResponse(
            status: status, headers: updated, body: body, trailers: trailers,
            bodyIntegrity: bodyIntegrity, nominated: nominated, sentAt: sentAt,
            receivedAt: receivedAt)
    }

    private static let kept: Set<String> = [
        "content-digest", "content-encoding", "content-length", "content-range", "repr-digest",
        "signature", "signature-input", "vary", "x-jws-signature", "x-key-id", "x-nonce",
        "x-signature", "x-timestamp",
    ]

    /// Whether a 304 refers to this response (RFC 9111, section 4.3.4).
    ///
    /// A 304 without a tag refers to the response that was revalidated.
    func isMeant(by headers: HTTPFields) -> Bool {
        guard let tag = headers.value(of: .eTag) else { return true }
        guard let own = self.headers.value(of: .eTag) else { return false }
        return Self.opaque(tag) == Self.opaque(own)
    }

    /// Returns a tag without its weakness prefix.
    ///
    /// `If-None-Match` uses weak comparison (RFC 9110, section 13.1.2).
    static func opaque(_ tag: String) -> Substring {
        tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    }

    /// Returns the response for a caller, with its age (RFC 9111, section 5.1).
    ///
    /// - Parameter note: How it was obtained, for the field `Cache-Status`.
    func response(at now: Date, _ note: CacheNote) -> TransportResponse {
        var headers = headers
        let isValidated = if case .validated = note { true } else { false }
        if !isValidated {
            for name in directives.fields(of: "no-cache") { headers[name] = nil }
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

/// How a response was obtained from the cache, for the field `Cache-Status` (RFC 9211).
enum CacheNote: Sendable, Equatable {
    /// The server was not asked.
    case hit
    /// The server confirmed the stored response.
    ///
    /// If it was fresh, the request asked for it, for example by `no-cache`.
    case validated(wasFresh: Bool)
    /// The server is asked in the background.
    case staleWhileRevalidate
    /// The response replaces an error.
    ///
    /// The status is `nil` if the server did not respond.
    case staleIfError(status: Int?)
    /// The request has `only-if-cached`, and no stored response is usable.
    case onlyIfCached

    var value: String {
        let cache = "Posthorn; "
        return switch self {
        case .hit: cache + "hit"
        case .staleWhileRevalidate: cache + "hit; detail=stale-while-revalidate"
        case .validated(wasFresh: true): cache + "fwd=request; fwd-status=304"
        case .validated(wasFresh: false): cache + "fwd=stale; fwd-status=304"
        case .staleIfError(let status?):
            cache + "fwd=stale; fwd-status=\(status); detail=stale-if-error"
        case .staleIfError(nil): cache + "fwd=stale; detail=stale-if-error"
        case .onlyIfCached: cache + "detail=only-if-cached"
        }
    }
}

extension HTTPFields {
    /// The fields that may be stored: none of a single connection or for a proxy (RFC 9111, section 3.1).
    var withoutHopByHop: HTTPFields {
        let listed = self[values: .connection].flatMap { value in
            value.split(whereSeparator: { ", \t".contains($0) }).map { $0.lowercased() }
        }
        let removed = Self.hopByHop.union(listed)
        return filter { !removed.contains($0.name.canonicalName) }
    }

    private static let hopByHop: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info",
        "proxy-authorization", "proxy-connection", "te", "transfer-encoding", "upgrade",
    ]
}

extension HTTPField.Name {
    static let cacheStatus = Self(token: "Cache-Status")
}
