package import FoundationEssentials
public import PosthornCore
internal import PosthornKeys
internal import PosthornSupport

/// A client of an authorization server (RFC 6749).
///
/// ```swift
/// let server = try await OAuthServer.discover("https://id.example.com", on: session)
/// let client = OAuthClient("shop", of: server, authentication: .secret(secret), transport: session)
/// let shop = ShopAPI(configuration, auth: .init(user: client.credential(.clientCredentials())))
/// ```
///
/// A request that fails is not repeated: the server may have used up a code or a refresh token.
public struct OAuthClient: Sendable {
    /// The server.
    public let server: OAuthServer
    /// The name by which the server knows the client.
    public let id: String
    private let authentication: ClientAuthentication
    private let transport: any Transport
    let clock: Clock

    /// The times that tests set.
    package struct Clock: Sendable {
        package var date: @Sendable () -> Date = { Date() }
        package var instant: @Sendable () -> ContinuousClock.Instant = { .now }
        package var sleep: @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0)
        }

        package init() {}
    }

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - id: The name by which the server knows the client. The empty name, which an assertion of a service account
    ///     may have, is not sent.
    ///   - server: The server.
    ///   - authentication: How the client proves who it is; by default it does not.
    ///   - transport: The transport that sends the requests.
    public init(
        _ id: String, of server: OAuthServer, authentication: ClientAuthentication = .none,
        transport: some Transport
    ) {
        self.init(id, of: server, authentication, transport, Clock())
    }

    package init(
        _ id: String, of server: OAuthServer, _ authentication: ClientAuthentication,
        _ transport: some Transport, _ clock: Clock
    ) {
        (self.id, self.server, self.authentication) = (id, server, authentication)
        (self.transport, self.clock) = (transport, clock)
    }

    /// Returns new tokens.
    ///
    /// - Throws: An ``OAuthError``.
    public func tokens(for grant: OAuthGrant) async throws(OAuthError) -> OAuthTokens {
        var form = grant.parameters
        if let assertion = grant.assertion {
            form.append(("assertion", try assertion(server).text(at: clock.date())))
        }
        var tokens = try await tokens(form)
        if tokens.refreshToken == nil {
            // The old one stays valid if there is no other (RFC 6749, section 6).
            tokens.refreshToken = form.first { $0.0 == "refresh_token" }?.1
        }
        return tokens
    }

    func tokens(_ form: [(String, String)]) async throws(OAuthError) -> OAuthTokens {
        let asked = clock.date()
        return try OAuthTokens(try await post(server.tokenURL, form), at: asked)
    }

    /// Revokes an access or refresh token (RFC 7009).
    ///
    /// The server also accepts a token that it does not know.
    /// - Throws: An ``OAuthError``, with ``OAuthError/Reason/invalidConfiguration`` if the server has no
    ///   ``OAuthServer/revocationURL``.
    public func revoke(_ token: String) async throws(OAuthError) {
        let url = try endpoint(server.revocationURL, "revocationURL")
        let (form, authorization) = try authenticated([("token", token)])
        try await OAuthExchange(transport).postForNothing(url, form, authorization: authorization)
    }

    /// Returns what the server knows of a token (RFC 7662), with the member `active`.
    ///
    /// - Throws: An ``OAuthError``, with ``OAuthError/Reason/invalidConfiguration`` if the server has no
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
        if let url { return url }
        throw OAuthError(
            .invalidConfiguration, "the server has no \(name)", advice: "set it on the OAuthServer")
    }

    func post(_ url: String, _ form: [(String, String)]) async throws(OAuthError) -> JSONValue {
        let (form, authorization) = try authenticated(form)
        return try await OAuthExchange(transport).post(url, form, authorization: authorization)
    }

    /// Adds what proves who the client is.
    private func authenticated(
        _ form: [(String, String)]
    ) throws(OAuthError) -> (form: [(String, String)], authorization: String?) {
        var form = form
        switch authentication.content {
        case .none: break
        case .form(let secret): form.append(("client_secret", secret))
        case .header(let secret):
            let pair = [id, secret].map { PercentEncoding.encodeFormItem($0.utf8) }
            let text = Data(pair.joined(separator: ":").utf8).base64EncodedString()
            return (form, "Basic \(text)")
        case .key(let key, let audience):
            let assertion = Assertion(
                key: key, issuer: id, subject: id,
                audience: audience ?? server.issuer ?? server.tokenURL)
            form.append(("client_assertion_type", Assertion.clientType))
            form.append(("client_assertion", try assertion.text(at: clock.date())))
        }
        if !id.isEmpty { form.append(("client_id", id)) }
        return (form, nil)
    }
}

extension OAuthClient: RedactedStringConvertible {}
