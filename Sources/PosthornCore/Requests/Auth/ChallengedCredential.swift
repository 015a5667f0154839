/// A bearer token of the server that a challenge names, with the service and the scope of the challenge.
///
/// It is the authentication of container registries (Distribution's token authentication).
struct ChallengedCredential: RenewableCredential {
    let tokens: ChallengedTokens
    let auth: RequestBuilder.AuthScheme
    let transport: any Transport
    /// The token that the call carries; `nil` if no challenge has named one.
    private var sent: (purpose: TokenPurpose, credential: SentCredential)?
    /// The token that the last challenge asks for.
    private var next: TokenPurpose?
    var deadline: ContinuousClock.Instant?

    init(tokens: ChallengedTokens, auth: RequestBuilder.AuthScheme, transport: any Transport) {
        (self.tokens, self.auth, self.transport) = (tokens, auth, transport)
    }

    /// Adds the token that the call probably needs: the last one for a name in its path, or else the last one.
    mutating func load(into request: inout TransportRequest) async throws {
        let path = request.target.prefix { $0 != "?" } + "/"
        let purpose = tokens.sources.likely(at: request.origin) { purpose in
            purpose.names.contains { path.contains("/\($0)/") }
        }
        guard let purpose else { return }
        let source = tokens.sources.source(for: purpose, over: transport)
        sent = (purpose, try await request.load(source, auth))
    }

    func concerns(_ status: HTTPResponse.Status) -> Bool { status == .unauthorized }

    mutating func isToBeRenewed(
        after response: TransportResponse, to request: TransportRequest
    ) -> Bool {
        guard response.status == .unauthorized, Self.stayedAtOrigin(response),
            let challenge = Self.challenge(in: response.headers, of: request.origin)
        else { return false }
        if let sent, sent.purpose == challenge.purpose {
            // The server of the tokens has granted less than this one asks for (RFC 6750, section 3.1).
            guard challenge.error == nil || challenge.error == "invalid_token" else { return false }
            _ = sent.credential.isTokenRefused(by: response, to: request)
        }
        next = challenge.purpose
        if Self.canRepeat(request, after: response) { return true }
        // The next call begins with the token.
        if (try? checkRealm(challenge.purpose.realm, of: request)) != nil {
            _ = tokens.sources.source(for: challenge.purpose, over: transport)
        }
        return false
    }

    func renew(_ request: inout TransportRequest) async throws {
        guard let next else { return }
        try checkRealm(next.realm, of: request)
        let source = tokens.sources.source(for: next, over: transport)
        var credential = SentCredential(source: source, auth: auth)
        credential.deadline = deadline
        _ = try await credential.put(
            "the token of the credential \(auth.credential)", into: &request)
    }

    /// Throws if the challenge names another realm than the one that may see the password.
    private func checkRealm(_ realm: String, of request: TransportRequest) throws {
        let named = try? HTTPURL(realm)
        let own = try? HTTPURL(tokens.realm ?? request.url)
        let hasOrigin = named != nil && named?.origin == own?.origin
        guard !hasOrigin || tokens.realm != nil && named != own else { return }
        let allowed = tokens.realm.map(Origin.text) ?? "realms at the origin of the call"
        let other =
            hasOrigin ? "another path of that server" : "the realm \(Origin.text(of: realm))"
        throw APIError.Cause(
            .credentialFailed,
            "the credential \(auth.credential) is for \(allowed); the challenge names \(other)",
            advice:
                "if you trust that server, write its URL as the `realm` of the credential in the "
                + "spec, or in `forTokens(from:)`")
    }

    /// Returns what the first Bearer challenge with a realm asks for, and its error.
    private static func challenge(
        in headers: HTTPFields, of origin: String
    ) -> (purpose: TokenPurpose, error: String?)? {
        for challenge in headers[values: .wwwAuthenticate].flatMap(AuthenticationSchemes.parse) {
            guard challenge.scheme == "bearer", let realm = challenge.parameters["realm"] else {
                continue
            }
            let purpose = TokenPurpose(
                realm: realm, service: challenge.parameters["service"],
                scopes: TokenPurpose.sorted(challenge.parameters["scope"] ?? ""), origin: origin)
            return (purpose, challenge.parameters["error"])
        }
        return nil
    }
}

extension TokenPurpose {
    /// Returns scopes and their actions in order, because registries change the order from one challenge to the next.
    fileprivate static func sorted(_ scopes: String) -> String {
        scopes.split(separator: " ").map { scope in
            guard let colon = scope.lastIndex(of: ":") else { return String(scope) }
            let actions = scope[scope.index(after: colon)...].split(separator: ",").sorted()
            return scope[...colon] + actions.joined(separator: ",")
        }.sorted().joined(separator: " ")
    }

    /// The names of the resources in scopes such as `repository:library/tea:pull`.
    fileprivate var names: [Substring] {
        scopes.split(separator: " ").compactMap { scope in
            let parts = scope.split(separator: ":")
            return parts.count > 2 ? parts[1..<(parts.count - 1)].last : nil
        }
    }
}
