public import PosthornCore

/// What a program gets its tokens with, if the spec of the service names the token endpoint.
///
/// ```swift
/// let shop = ShopAPI(configuration, auth: .init(app: .client("shop", secret: secret)))
/// ```
///
/// Each call gets a token for the scopes that its endpoint requires in the spec (RFC 6749, section 4.4). All calls with
/// the same scopes wait for one request, which uses the transport of the call. A token is renewed before the last minute
/// of its life, and after a 401 that may refer to it. If the server grants fewer scopes than the call needs, the call
/// fails with `credentialFailed`, whose underlying error is an ``OAuthError`` with
/// ``OAuthError/Reason/insufficientScope``.
///
/// Make one for each client and keep it: copies of a client share the tokens.
public struct OAuthCredential: Sendable {
    private struct Client {
        let id: String
        let authentication: ClientAuthentication
        let tokenURL: String?
        let audience: String?
        let binding: TokenBinding?
        let store: (any TokenStore)?
    }

    private enum Content {
        case client(Client)
        case credential(Credential)
    }

    private let content: Content
    private var servers: Set<String>?
    private var clock = OAuthClient.Clock()

    private init(_ content: Content) { self.content = content }

    /// A client with a secret, in the `Authorization` field (`client_secret_basic`).
    ///
    /// - Parameters:
    ///   - id: The name by which the authorization server knows the client.
    ///   - secret: The secret.
    ///   - tokenURL: The token endpoint, if it is another one than in the spec; `nil` by default.
    ///   - store: Where the tokens are; by default in memory.
    public static func client(
        _ id: String, secret: String, tokenURL: String? = nil, store: (any TokenStore)? = nil
    ) -> OAuthCredential {
        client(id, authentication: .secret(secret), tokenURL: tokenURL, store: store)
    }

    /// A client that proves who it is in another way, such as with a key.
    ///
    /// - Parameters:
    ///   - id: The name by which the authorization server knows the client.
    ///   - authentication: How the client proves who it is.
    ///   - tokenURL: The token endpoint, if it is another one than in the spec; `nil` by default.
    ///   - audience: The API that the tokens are for, as some servers want it; none by default.
    ///   - binding: What the tokens are bound to; by default nothing, so that any holder of a token can use it.
    ///   - store: Where the tokens are, under the name of ``OAuthClient/account(of:)``; by default in memory.
    public static func client(
        _ id: String, authentication: ClientAuthentication, tokenURL: String? = nil,
        audience: String? = nil, binding: TokenBinding? = nil, store: (any TokenStore)? = nil
    ) -> OAuthCredential {
        OAuthCredential(
            .client(
                Client(
                    id: id, authentication: authentication, tokenURL: tokenURL,
                    audience: audience, binding: binding, store: store)))
    }

    /// Another credential, such as that of a user who has signed in, for all scopes.
    public static func credential(_ credential: Credential) -> OAuthCredential {
        OAuthCredential(.credential(credential))
    }

    /// No credential: calls omit it.
    public static let none = OAuthCredential(.credential(.none))

    /// Returns the credential for servers of these names in the spec only, as `Credential.only(for:)` does.
    public func only(for servers: String...) -> OAuthCredential {
        var credential = self
        credential.servers = Set(servers)
        return credential
    }

    /// Returns the same credential with the times that tests set.
    package func with(_ clock: OAuthClient.Clock) -> OAuthCredential {
        var credential = self
        credential.clock = clock
        return credential
    }

    /// Returns the credential for a service, as generated code does.
    ///
    /// - Parameter tokenURL: The token endpoint that the spec names.
    public func credential(tokenURL: String) -> Credential {
        switch content {
        case .credential(let credential):
            return Credential(
                content: credential.content, audience: servers ?? credential.audience)
        case .client(let settings):
            let transport = LastTransport()
            let client = OAuthClient(
                settings.id, of: OAuthServer(tokenURL: settings.tokenURL ?? tokenURL),
                settings.authentication, transport, clock, binding: settings.binding)
            let store = settings.store ?? MemoryTokenStore()
            let sources = TokenSources(over: transport) { purpose in
                let scopes = purpose.scopes.split(separator: " ").map(String.init)
                let grant = OAuthGrant.clientCredentials(
                    scopes: scopes, audience: settings.audience)
                return client.source(
                    TokenRenewal(
                        client: client, grant: { grant }, account: client.account(of: grant),
                        store: store, requiring: scopes))
            }
            return Credential(content: .scoped(sources), audience: servers)
        }
    }
}

extension OAuthCredential: RedactedStringConvertible {}
