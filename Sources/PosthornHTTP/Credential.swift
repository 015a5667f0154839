/// A secret that identifies the caller.
///
/// It is a fixed value, a function that returns a value at each call, or a loader that runs again when the
/// server refuses the last value. Its description never shows the secret.
public struct Credential: Sendable {
    /// The kind of a credential with its data.
    package enum Content: Sendable {
        case text(String)
        case provider(@Sendable () async throws -> String)
        case refreshing(CredentialSource)
        /// A value that the server sends with the response that refuses a call.
        case issued(IssuedValues)
        /// Tokens for the scopes of each call.
        case scoped(TokenSources)
        /// Tokens of the server that a challenge names.
        case challenged(ChallengedTokens)
        /// A value in the response to a call of the service.
        case endpoint(EndpointTokens)
        case basic(user: String, password: String)
        case digest(user: String, password: String)
        case certificate
        case none
    }

    package let content: Content
    /// The source of a token that does not depend on the call; `nil` for other credentials.
    package var tokenSource: CredentialSource? {
        if case .refreshing(let source) = content { source } else { nil }
    }
    /// The names of the servers that the credential is for; `nil` for all.
    package private(set) var audience: Set<String>?

    /// Returns the credential for servers of these names in the spec only.
    ///
    /// A call to another server, or to a base URL that is not that of a server in the spec, fails with
    /// `APIError.Code.credentialFailed` before anything is sent. So does the initializer of a client with a
    /// server.
    public func only(for servers: String...) -> Credential {
        var credential = self
        credential.audience = Set(servers)
        return credential
    }

    package init(content: Content, audience: Set<String>? = nil) {
        (self.content, self.audience) = (content, audience)
    }

    /// No credential: calls omit the header field that the spec names for it.
    ///
    /// Use it for a service that can be called before its user has signed in. The server decides how to
    /// respond to such calls. Endpoints whose spec says `requires: none` need no credential anyway.
    public static let none = Credential(content: .none)

    /// The certificate that the session sends to the host, from `ConnectionOptions.identities`.
    ///
    /// A call fails before anything is sent if a `CurlSession` has none for the host.
    public static let certificate = Credential(content: .certificate)

    package var isNone: Bool { if case .none = content { true } else { false } }

    /// A fixed bearer token.
    public static func bearer(_ token: String) -> Credential { Credential(content: .text(token)) }

    /// A bearer token requested at each call.
    ///
    /// - Parameter token: Returns the token. Runs in the calling task, before the request is sealed. If it
    ///   throws, the call fails with `APIError.Code.credentialFailed`, or with `APIError.Code.cancelled`
    ///   in a cancelled task.
    public static func bearer(
        _ token: @escaping @Sendable () async throws -> String
    ) -> Credential {
        Credential(content: .provider(token))
    }

    /// A user name and password for the Basic scheme (RFC 7617).
    ///
    /// The user name must not contain a colon.
    public static func basic(user: String, password: String) -> Credential {
        Credential(content: .basic(user: user, password: password))
    }

    /// A user name and password for a challenge of the Digest scheme (RFC 7616).
    ///
    /// It supports MD5, SHA-256 and SHA-512-256 with the quality of protection `auth`. The user name must not
    /// contain a colon.
    ///
    /// The client sends it in response to a challenge, because it depends on values in the challenge. Digest protects only the password; over TLS,
    /// ``basic(user:password:)`` is as good.
    public static func digest(user: String, password: String) -> Credential {
        Credential(content: .digest(user: user, password: password))
    }

    /// A fixed key, sent in a header field of its own.
    public static func apiKey(_ key: String) -> Credential { Credential(content: .text(key)) }

    /// A key requested at each call, like `bearer(_:)`.
    public static func apiKey(_ key: @escaping @Sendable () async throws -> String) -> Credential {
        Credential(content: .provider(key))
    }

    /// A bearer token that is loaded on first use, and again when a server responds with 401.
    ///
    /// The load is single-flight: however many calls get a 401, one load serves them all. Each of these calls
    /// is then retried once with the new token. The retry is sealed again and keeps its idempotency key. If a
    /// newer token is already available, the retry uses it without another load. If the retry gets a 401 too,
    /// that is the response of the call.
    ///
    /// A call is not retried, and the 401 is its response, in these cases:
    /// - The 401 does not refer to the token: its `WWW-Authenticate` names a Bearer error other than
    ///   `invalid_token` (RFC 6750), or the endpoint's spec says `refresh: false`.
    /// - Its body can be sent only once.
    /// - A redirect led it to another origin.
    /// - It was redirected, and it is not safe to repeat: its method is not idempotent (RFC 9110, section
    ///   9.2.2) and it has no `Idempotency-Key`.
    ///
    /// A sealed call that is not safe to repeat is retried only if its cipher opens the 401; otherwise it
    /// fails with the cipher's error. The next call loads a new token in all cases except the first and a
    /// redirect to another origin.
    ///
    /// Make one credential for each identity and keep it. Copies share the token. The calls of the loader
    /// must not carry the credential themselves, because they would wait for it.
    ///
    /// - Parameters:
    ///   - timeLimit: The time that the loader may take, one minute by default. After that, the waiting calls
    ///     fail with `APIError.Code.credentialFailed`, and the next call runs the loader again.
    ///   - refresh: Returns a token to replace the refused one, or the first token if `refused` is `nil`.
    ///     Runs in its own task, which is not cancelled when a waiting call is. If it throws, each waiting
    ///     call fails with `APIError.Code.credentialFailed`, and the next call runs it again. After three runs in a
    ///     row that threw, or returned a token that was refused within 10 seconds, calls fail for 10 seconds without
    ///     a run, then for 20, and for a minute at most.
    public static func bearer(
        timeLimit: Duration = .seconds(60),
        refresh: @escaping @Sendable (_ refused: String?) async throws -> String
    ) -> Credential {
        refreshing(nil, timeLimit) { Token(try await refresh($0?.text)) }
    }

    /// A bearer token that is renewed before it expires, and when a server responds with 401.
    ///
    /// ```swift
    /// .bearer(Credential.Token(stored)) { _ in
    ///     let response = try await identity.renew(refreshToken: …)
    ///     return Credential.Token(response.accessToken, expiresIn: .seconds(response.expiresIn))
    /// }
    /// ```
    ///
    /// It works like ``bearer(timeLimit:refresh:)``, and a token with a lifetime does not cost a 401 when it
    /// expires. So calls whose body can be sent only once do not fail for that reason.
    /// - Parameters:
    ///   - first: The token to begin with, such as one that the app has stored. `nil` loads one on first use.
    ///   - timeLimit: The time that the loader may take, one minute by default.
    ///   - refresh: Returns a token to replace the one that was refused or expires, or the first token if
    ///     `old` is `nil`. One load runs at a time, so a refresh token that it uses is used once.
    public static func bearer(
        _ first: Credential.Token?, timeLimit: Duration = .seconds(60),
        refresh: @escaping @Sendable (_ old: Credential.Token?) async throws -> Credential.Token
    ) -> Credential {
        refreshing(first, timeLimit, refresh)
    }

    /// A key that is loaded on first use, and again when a server responds with 401.
    ///
    /// It works like ``bearer(timeLimit:refresh:)``.
    public static func apiKey(
        timeLimit: Duration = .seconds(60),
        refresh: @escaping @Sendable (_ refused: String?) async throws -> String
    ) -> Credential {
        refreshing(nil, timeLimit) { Token(try await refresh($0?.text)) }
    }

    /// Returns a credential that is loaded on first use, and again after it has expired or was refused.
    package static func refreshing(
        _ first: Token?, _ timeLimit: Duration,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        proof: (any TokenProof)? = nil,
        _ load: @escaping @Sendable (_ old: Token?) async throws -> Token
    ) -> Credential {
        let source = CredentialSource(
            first, timeLimit: timeLimit, proof: proof, now: now, load: load)
        return Credential(content: .refreshing(source))
    }
}

extension Credential: RedactedStringConvertible {}
