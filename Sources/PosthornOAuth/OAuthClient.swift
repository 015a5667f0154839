package import FoundationEssentials
public import PosthornCore
internal import PosthornKeys
internal import PosthornSupport

/// A client of an authorization server (RFC 6749).
///
/// ```swift
/// let server = try await OAuthServer.discover("https://id.example.com", on: session)
/// let client = OAuthClient("shop", of: server, authentication: .secret(secret), transport: session)
/// let shop = ShopAPI(configuration, credentials: .init(user: client.credential(.clientCredentials())))
/// ```
///
/// A request that fails is not repeated: the server may have used up a code or a refresh token.
public struct OAuthClient: Sendable {
    /// The server.
    public let server: OAuthServer
    /// The name by which the server knows the client.
    public let id: String
    let authentication: ClientAuthentication
    let transport: any Transport
    let now: @Sendable () -> Date

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - id: The name by which the server knows the client.
    ///   - server: The server.
    ///   - authentication: How the client proves who it is; by default it does not.
    ///   - transport: The transport that sends the requests.
    public init(
        _ id: String, of server: OAuthServer, authentication: ClientAuthentication = .none,
        transport: some Transport
    ) {
        self.init(id, of: server, authentication, transport) { Date() }
    }

    package init(
        _ id: String, of server: OAuthServer, _ authentication: ClientAuthentication,
        _ transport: some Transport, now: @escaping @Sendable () -> Date
    ) {
        (self.id, self.server, self.authentication) = (id, server, authentication)
        (self.transport, self.now) = (transport, now)
    }

    /// Returns new tokens.
    ///
    /// - Throws: An ``OAuthError``.
    public func tokens(for grant: OAuthGrant) async throws(OAuthError) -> OAuthTokens {
        var form = grant.parameters
        if let (key, issuer, subject) = grant.assertion {
            form.append(
                (
                    "assertion",
                    try Assertion.text(
                        issuer: issuer, subject: subject, audience: server.tokenURL, key: key,
                        at: now())
                ))
        }
        return try await tokens(form)
    }

    func tokens(_ form: [(String, String)]) async throws(OAuthError) -> OAuthTokens {
        let asked = now()
        return try OAuthTokens(try await post(server.tokenURL, form), at: asked)
    }

    /// Revokes an access or refresh token (RFC 7009).
    ///
    /// The server also accepts a token that it does not know.
    /// - Throws: An ``OAuthError``, with ``OAuthError/Reason/unexpectedResponse`` if the server has no
    ///   ``OAuthServer/revocationURL``.
    public func revoke(_ token: String) async throws(OAuthError) {
        let url = try endpoint(server.revocationURL, "revocationURL")
        let (form, authorization) = try authenticated([("token", token)], at: url)
        try await OAuthExchange(transport).postForNothing(url, form, authorization: authorization)
    }

    /// Returns what the server knows of a token (RFC 7662), with the member `active`.
    ///
    /// - Throws: An ``OAuthError``, with ``OAuthError/Reason/unexpectedResponse`` if the server has no
    ///   ``OAuthServer/introspectionURL``.
    public func introspect(_ token: String) async throws(OAuthError) -> JSONValue {
        let url = try endpoint(server.introspectionURL, "introspectionURL")
        let response = try await post(url, [("token", token)])
        guard response["active"]?.bool != nil else {
            throw .unexpected("the response has no Boolean 'active'")
        }
        return response
    }

    func endpoint(_ url: String?, _ name: String) throws(OAuthError) -> String {
        guard let url else {
            throw .unexpected("the server has no \(name)", write: "set it on the OAuthServer")
        }
        return url
    }

    func post(_ url: String, _ form: [(String, String)]) async throws(OAuthError) -> JSONValue {
        let (form, authorization) = try authenticated(form, at: url)
        return try await OAuthExchange(transport).post(url, form, authorization: authorization)
    }

    /// Adds what proves who the client is.
    private func authenticated(
        _ form: [(String, String)], at url: String
    ) throws(OAuthError) -> (form: [(String, String)], authorization: String?) {
        switch authentication.content {
        case .none: return (form + [("client_id", id)], nil)
        case .form(let secret):
            return (form + [("client_id", id), ("client_secret", secret)], nil)
        case .header(let secret):
            let pair = [id, secret].map { PercentEncoding.encodeFormItem($0.utf8) }
            let text = Data(pair.joined(separator: ":").utf8).base64EncodedString()
            return (form, "Basic \(text)")
        case .key(let key):
            let assertion = try Assertion.text(
                issuer: id, subject: id, audience: server.issuer ?? server.tokenURL, key: key,
                at: now())
            return (
                form + [
                    ("client_id", id), ("client_assertion_type", Assertion.clientType),
                    ("client_assertion", assertion),
                ], nil
            )
        }
    }
}
