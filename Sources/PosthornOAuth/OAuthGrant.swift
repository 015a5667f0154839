public import PosthornCore
public import PosthornKeys

/// What a client asks the token endpoint for tokens with.
public struct OAuthGrant: Sendable {
    /// The parameters of the request, besides those of the client.
    var parameters: [(String, String)]
    /// Whether the grant gets tokens again and again, without a user.
    var isRepeatable = true
    /// Makes the assertion of a request; `nil` without one.
    var assertion: (@Sendable (_ server: OAuthServer) -> Assertion)?

    /// Whether it gets tokens of the client itself, and not of a user.
    var isOfClient: Bool { parameters.first?.1 == "client_credentials" }

    private init(_ type: String, _ parameters: [(String, String?)], scopes: [String] = []) {
        var all = [("grant_type", type)]
        for (name, value) in parameters { if let value { all.append((name, value)) } }
        if !scopes.isEmpty { all.append(("scope", scopes.joined(separator: " "))) }
        self.parameters = all
    }

    /// The client itself, without a user (RFC 6749, section 4.4).
    ///
    /// - Parameters:
    ///   - scopes: What the token is for; by default what the server decides.
    ///   - audience: The API that the token is for, as some servers want it; none by default.
    public static func clientCredentials(
        scopes: [String] = [], audience: String? = nil
    ) -> OAuthGrant {
        OAuthGrant("client_credentials", [("audience", audience)], scopes: scopes)
    }

    /// A refresh token (RFC 6749, section 6).
    ///
    /// The tokens have the same refresh token if the server sends no other.
    public static func refreshToken(_ token: String, scopes: [String] = []) -> OAuthGrant {
        var grant = OAuthGrant("refresh_token", [("refresh_token", token)], scopes: scopes)
        grant.isRepeatable = false
        return grant
    }

    /// A token of someone for another token (RFC 8693).
    ///
    /// - Parameters:
    ///   - subject: The token of the party on whose behalf the new one is used.
    ///   - subjectType: What `subject` is.
    ///   - actor: The token of the party that acts, and what it is; `nil`, the default, for none.
    ///   - requestedType: What the new token is; by default what the server decides.
    ///   - audience: The API that the new token is for; none by default.
    ///   - scopes: What the new token is for; by default what the server decides.
    public static func tokenExchange(
        _ subject: String, _ subjectType: TokenType = .accessToken,
        actor: (token: String, type: TokenType)? = nil, requestedType: TokenType? = nil,
        audience: String? = nil, scopes: [String] = []
    ) -> OAuthGrant {
        OAuthGrant(
            "urn:ietf:params:oauth:grant-type:token-exchange",
            [
                ("subject_token", subject), ("subject_token_type", subjectType.rawValue),
                ("actor_token", actor?.token), ("actor_token_type", actor?.type.rawValue),
                ("requested_token_type", requestedType?.rawValue), ("audience", audience),
            ], scopes: scopes)
    }

    /// An assertion that a key signs for each request, such as that of a service account (RFC 7523, section 2.1).
    ///
    /// - Parameters:
    ///   - key: The key that signs. Its identifier is the `kid` of the JWT.
    ///   - issuer: The name of the party that signs, such as the address of a service account.
    ///   - subject: The user that the token is for; `nil`, the default, means the issuer.
    ///   - audience: The `aud` of the assertion; `nil`, the default, means the URL of the token endpoint.
    ///   - scopes: What the token is for, as a parameter and as a claim; by default what the server decides.
    public static func jwtBearer(
        _ key: SigningKey, issuer: String, subject: String? = nil, audience: String? = nil,
        scopes: [String] = []
    ) -> OAuthGrant {
        var grant = OAuthGrant(Self.jwtBearerType, [], scopes: scopes)
        let scope = JSONValue.string(scopes.joined(separator: " "))
        grant.assertion = { server in
            Assertion(
                key: key, issuer: issuer, subject: subject ?? issuer,
                audience: audience ?? server.tokenURL,
                claims: scopes.isEmpty ? [:] : ["scope": scope])
        }
        return grant
    }

    /// An assertion that another party has signed (RFC 7523, section 2.1).
    public static func jwtBearer(assertion: String, scopes: [String] = []) -> OAuthGrant {
        OAuthGrant(Self.jwtBearerType, [("assertion", assertion)], scopes: scopes)
    }

    private static let jwtBearerType = "urn:ietf:params:oauth:grant-type:jwt-bearer"

    /// Another grant that a client may use again: its type, and its parameters.
    public static func custom(
        _ type: String, _ parameters: KeyValuePairs<String, String>
    ) -> OAuthGrant {
        OAuthGrant(type, parameters.map { ($0.key, $0.value) })
    }

    /// A kind of token (RFC 8693, section 3).
    public struct TokenType: RawRepresentable, Hashable, Sendable {
        /// The URI of the kind.
        public var rawValue: String

        /// Creates a kind from its URI.
        public init(rawValue: String) { self.rawValue = rawValue }

        private init(_ name: String) { rawValue = "urn:ietf:params:oauth:token-type:\(name)" }

        /// An access token.
        public static let accessToken = TokenType("access_token")
        /// A refresh token.
        public static let refreshToken = TokenType("refresh_token")
        /// An ID token of OpenID Connect.
        public static let idToken = TokenType("id_token")
        /// A JWT.
        public static let jwt = TokenType("jwt")
        /// An assertion of SAML 2.0.
        public static let saml2 = TokenType("saml2")
    }
}

extension OAuthGrant: RedactedStringConvertible {}
