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
    let binding: TokenBinding?
    /// Signs the proofs of bound tokens.
    let signer: ProofSigner
    /// Limits the requests of credentials.
    let pace: TokenPace
    let transport: any Transport
    /// The endpoints that the client uses.
    private let endpoints: OAuthServer
    private let usesCertificate: Bool
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
    ///   - binding: What its tokens are bound to; by default nothing, so that any holder of a token can use it.
    ///   - transport: The transport that sends the requests.
    public init(
        _ id: String, of server: OAuthServer, authentication: ClientAuthentication = .none,
        binding: TokenBinding? = nil, transport: some Transport
    ) {
        self.init(id, of: server, authentication, transport, Clock(), binding: binding)
    }

    package init(
        _ id: String, of server: OAuthServer, _ authentication: ClientAuthentication,
        _ transport: some Transport, _ clock: Clock, binding: TokenBinding? = nil
    ) {
        (self.id, self.server, self.authentication) = (id, server, authentication)
        (self.transport, self.clock, self.binding) = (transport, clock, binding)
        signer = ProofSigner(date: clock.date)
        pace = TokenPace(Origin.text(of: server.tokenURL), now: clock.instant)
        usesCertificate = authentication.isCertificate || binding?.isCertificate == true
        endpoints = usesCertificate ? server.forCertificates() : server
    }

    /// Returns new tokens.
    ///
    /// - Parameters:
    ///   - grant: What the client asks with.
    ///   - proofKey: The ``OAuthTokens/proofKey`` of the tokens that the new ones replace. With `nil`, the default, a
    ///     client with ``TokenBinding/dpop`` makes a new key.
    /// - Throws: An ``OAuthError``.
    public func tokens(
        for grant: OAuthGrant, proofKey: String? = nil
    ) async throws(OAuthError) -> OAuthTokens {
        let key = try binding?.key(in: proofKey)
        var tokens = try await tokens(by: key) { () throws(OAuthError) in
            guard let assertion = grant.assertion else { return grant.parameters }
            let text = try assertion(server).text(at: clock.date())
            return grant.parameters + [("assertion", text)]
        }
        if tokens.refreshToken == nil {
            // The old one stays valid if there is no other (RFC 6749, section 6).
            tokens.refreshToken = grant.parameters.first { $0.0 == "refresh_token" }?.1
        }
        return tokens
    }

    /// Requests tokens, and again once if the server has refused the proof and nothing else.
    ///
    /// - Parameters:
    ///   - key: The key that the tokens are bound to; `nil` for none.
    ///   - form: Makes the parameters of each request, because an assertion is used once.
    func tokens(
        by key: ProofKey?, _ form: () throws(OAuthError) -> [(String, String)]
    ) async throws(OAuthError) -> OAuthTokens {
        let asked = clock.date()
        let response: JSONValue
        do throws(OAuthError) {
            response = try await post(endpoints.tokenURL, try form(), by: key)
        } catch {
            guard key != nil, error.isRefusalOfProof else { throw error }
            response = try await post(endpoints.tokenURL, try form(), by: key)
        }
        return try OAuthTokens(response, from: endpoints.tokenURL, at: asked, boundTo: key)
    }

    /// Revokes an access or refresh token (RFC 7009).
    ///
    /// The server also accepts a token that it does not know.
    /// - Throws: An ``OAuthError``, with ``OAuthError/Reason/invalidConfiguration`` if the server has no
    ///   ``OAuthServer/revocationURL``.
    public func revoke(_ token: String) async throws(OAuthError) {
        let url = try endpoint(\.revocationURL, "revocationURL")
        let (form, authorization) = try authenticated([("token", token)])
        try await exchange().postForNothing(
            url, form, authorization: authorization, for: "the revocation of a token")
    }

    /// Signs a user out: revokes the tokens of an account, and then removes them.
    ///
    /// A renewal that is in progress ends first, so that its tokens are revoked too. If the server does not revoke them,
    /// they stay, and you can try again. ``TokenStore/remove(_:)`` removes them without a request.
    ///
    /// - Throws: An ``OAuthError`` as ``revoke(_:)`` does, or the error of the store.
    public func signOut(_ account: String, in store: some TokenStore) async throws {
        try await store.update(account) { stored in
            if let stored { try await revoke(stored.refreshToken ?? stored.accessToken) }
            return nil
        }
    }

    /// Returns what the server knows of a token (RFC 7662), with the member `active`.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - confirmation: What an active token has to be bound to; by default it is not checked.
    /// - Throws: An ``OAuthError``, with ``OAuthError/Reason/invalidConfiguration`` if the server has no
    ///   ``OAuthServer/introspectionURL``, and ``OAuthError/Reason/unboundToken``.
    public func introspect(
        _ token: String, boundTo confirmation: TokenConfirmation? = nil
    ) async throws(OAuthError) -> JSONValue {
        let url = try endpoint(\.introspectionURL, "introspectionURL")
        let response = try await post(url, [("token", token)], for: "the state of a token")
        guard let isActive = response["active"]?.bool else {
            throw .unexpected("the response of \(Origin.text(of: url)) has no Boolean 'active'")
        }
        if isActive { try confirmation?.check(response) }
        return response
    }

    func endpoint(
        _ path: KeyPath<OAuthServer, String?>, _ name: String
    ) throws(OAuthError) -> String {
        if let url = endpoints[keyPath: path] { return url }
        throw OAuthError(
            .invalidConfiguration, "the server has no \(name)", advice: "set it on the OAuthServer")
    }

    /// - Parameter purpose: What the form asks for; by default a token.
    func post(
        _ url: String, _ form: [(String, String)], by key: ProofKey? = nil,
        for purpose: String? = nil
    ) async throws(OAuthError) -> JSONValue {
        let (all, authorization) = try authenticated(form)
        return try await exchange(by: key).post(
            url, all, authorization: authorization, for: purpose ?? Self.purpose(of: form))
    }

    /// Describes a token request without secrets.
    private static func purpose(of form: [(String, String)]) -> String {
        func value(_ name: String) -> String? { form.first { $0.0 == name }?.1 }
        let grant = value("grant_type")?.split(separator: ":").last ?? ""
        let scopes = value("scope").map { " for the scope \($0)" } ?? ""
        return "a token by \(grant)\(scopes)" + (value("audience").map { " at \($0)" } ?? "")
    }

    private func exchange(by key: ProofKey? = nil) -> OAuthExchange {
        OAuthExchange(
            transport, usesCertificate: usesCertificate, proving: key.map { (signer, $0) })
    }

    /// Adds what proves who the client is.
    private func authenticated(
        _ form: [(String, String)]
    ) throws(OAuthError) -> (form: [(String, String)], authorization: String?) {
        var form = form
        switch authentication.content {
        case .none, .certificate: break
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
