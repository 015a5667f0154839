internal import FoundationEssentials
internal import HTTPTypes
internal import PosthornCore
internal import PosthornKeys
internal import PosthornSupport

/// Requests a key set, and reads its keys.
final class KeySetSource<Key: NamedKey>: Sendable {
    /// Returns a usable key, or `nil` for one with another use.
    typealias Reader = @Sendable (_ jwk: JSONValue) throws(APIError.Cause) -> Key?

    let options: KeySetOptions
    private let url: String
    private let transport: any Transport
    /// What the keys do, such as `verifies`.
    private let verb: String
    private let read: Reader
    /// Why keys of the set are ignored, by their names.
    private let ignored = Locked<[String: APIError.Cause]>([:])

    init(
        _ url: String, _ transport: some Transport, _ options: KeySetOptions, _ verb: String,
        _ read: @escaping Reader
    ) {
        (self.url, self.transport, self.options) = (url, transport, options)
        (self.verb, self.read) = (verb, read)
    }

    /// The set, as errors name it.
    var name: String { "the key set of \(Origin.text(of: url))" }

    func reason(ignoring id: String) -> APIError.Cause? { ignored.withLock { $0[id] } }

    @Sendable func load() async throws -> RefreshingKeys<Key>.Loaded {
        let response = try await response()
        let document = try? JSONValue(document: response.body)
        guard let keys = document?["keys"]?.array, keys.allSatisfy({ $0.object != nil }) else {
            throw error("is not one: it is no JSON object with a list of keys")
        }
        try ensure(
            keys.count <= options.keyLimit, .invalidKey, "\(name) has \(keys.count) keys",
            "raise `keyLimit` if you trust it")
        let secrets: Set = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]
        guard keys.allSatisfy({ secrets.isDisjoint(with: ($0.object ?? [:]).keys) }) else {
            throw APIError.Cause.key(
                "\(name) has a private or a secret key",
                "tell its owner, who has to replace the key: it is known to everyone")
        }
        return RefreshingKeys.Loaded(
            try ring(of: keys), maxAge: options.age(of: response.headers.lifetime))
    }

    private func response() async throws -> TransportResponse {
        var request = TransportRequest(url: url)
        request.headers[.accept] = "application/jwk-set+json, application/json"
        let response = try await transport.send(
            request, toIssuer: .remote, redirects: .sameOrigin(limit: 5))
        guard response.status == .ok else {
            throw error("has the status \(response.status.code)")
        }
        return response
    }

    /// Returns the usable keys in their order.
    private func ring(of keys: [JSONValue]) throws(APIError.Cause) -> KeyRing<Key> {
        var usable: [Key] = []
        var reasons: [String: APIError.Cause] = [:]
        var last: APIError.Cause?
        for jwk in keys {
            do throws(APIError.Cause) {
                if let key = try read(jwk) { usable.append(key) }
            } catch {
                last = error
                if let id = jwk["kid"]?.string { reasons[id] = error }
            }
        }
        guard let first = usable.first else {
            let reason = last.map { ": \($0.message)" } ?? ""
            throw error("has no key that \(verb)\(reason)")
        }
        let ring = try KeyRing(first, previous: Array(usable.dropFirst()))
        ignored.withLock { $0 = reasons }
        return ring
    }

    private func error(_ found: String, _ advice: String = "check its URL") -> APIError.Cause {
        .key("\(name) \(found)", advice)
    }
}

extension HTTPFields {
    /// How long the response may be used (RFC 9111, section 4.2); `nil` if it does not say.
    fileprivate var lifetime: Duration? {
        let directives = CacheDirectives(self)
        if directives.has("no-store") || directives.has("no-cache") { return .zero }
        let age = Duration.seconds(self[.age].flatMap { CacheDirectives.seconds(of: $0) } ?? 0)
        if let seconds = directives.seconds("max-age") { return .seconds(seconds) - age }
        guard let field = self[.expires] else { return nil }
        // An invalid date, such as 0, is in the past.
        guard let end = InternetDate.http(from: field) else { return .zero }
        let now = self[.date].flatMap { InternetDate.http(from: $0) } ?? Date()
        return .seconds(end.timeIntervalSince(now)) - age
    }
}
