/// An endpoint whose response has a credential for the other calls of its service, such as one that signs in.
///
/// The generator makes one of an endpoint that a credential of the spec names under `from`. Use it with
/// `Credential.issued(by:)`.
public protocol CredentialEndpoint: Endpoint {
    /// Returns the value of the credential.
    ///
    /// `nil` or an empty text fails the calls that need the credential.
    func credential(in response: APIResponse<Output>) -> String?
}

extension Credential {
    /// A value in the response to a call of the service, such as a token or the cookie of a session.
    ///
    /// The first call that needs the credential makes the other one before, with the client of the service but
    /// without the options of `with(_:)` and the cookies of the session. The value is kept for each origin. The client makes the call again when a
    /// server refuses the value, as the loader of `bearer(timeLimit:refresh:)`: once for all refused calls, which
    /// are then repeated once, and with the same limits. A refusal has the status 401, or a status or code whose error in
    /// the spec says `refresh: true`.
    ///
    /// Copies share the values. The call itself is sent without the credential. It may take a minute.
    ///
    /// - Parameter endpoint: The call, with the user and the password in its parameters.
    public static func issued(by endpoint: some CredentialEndpoint) -> Credential {
        Credential(content: .endpoint(EndpointTokens(endpoint: endpoint)))
    }
}

extension APIService {
    /// Returns a credential whose value can be loaded, or `nil` if there is none of this name.
    ///
    /// - Throws: An error if it is not for the server with the base URL.
    func credential(_ name: String, at base: BaseURL) throws(APIError.Cause) -> Credential? {
        guard let credential = credential(named: name) else { return nil }
        try credential.check(name, for: base)
        guard case .endpoint(let tokens) = credential.content,
            let endpoint = tokens.endpoint as? any CredentialEndpoint
        else { return credential }
        // A cookie of the session that has ended would keep some servers from beginning another one.
        var options = CallOptions()
        options.sendsCookies = false
        var issuer = self
        issuer.configuration.scopes = [options]
        issuer.configuration.baseURL = base
        let source = tokens.source(at: base.origin) { [issuer] in
            try await Self.token(of: endpoint, from: issuer)
        }
        return Credential(content: .refreshing(source))
    }

    private static func token<E: CredentialEndpoint>(
        of endpoint: E, from issuer: Self
    ) async throws -> Credential.Token {
        let response = try await issuer.response(to: endpoint)
        return try Credential.Token(
            issued: endpoint.credential(in: response), by: E.name, response.status)
    }
}

extension Credential.Token {
    /// Creates the token that a call has returned.
    ///
    /// - Throws: An error if it has returned none.
    package init(
        issued text: String?, by endpoint: String, _ status: HTTPResponse.Status
    ) throws(TransportError) {
        guard let text, !text.isEmpty else {
            throw TransportError(
                .init(rawValue: "credentialFailed"),
                "the response of \(endpoint) with \(status.text) has no credential",
                advice: "compare the response with `at` of the credential in the spec")
        }
        self.init(text)
    }
}

extension TransportResponse {
    /// Returns the value of a header field that has a credential.
    @_spi(Generated) public func credential(inHeader name: String) -> String? {
        HTTPField.Name(name).flatMap { headers[$0] }
    }

    /// Returns the value of a cookie that has a credential: the last one that the origin of the call has set.
    @_spi(Generated) public func credential(inCookie name: String) -> String? {
        let first = redirects.first.flatMap { try? HTTPURL($0.url) }?.origin
        let hops = redirects.filter { (try? HTTPURL($0.url))?.origin == first }.map(\.headers)
        let own = SentCredential.stayedAtOrigin(self) ? [headers] : []
        return (hops + own).flatMap { $0[values: .setCookie] }.compactMap(SetCookie.init)
            .last { $0.name == name }?.value
    }
}
