internal import FoundationEssentials
internal import PosthornSupport
public import PosthornCore

extension OAuthClient {
    /// Returns a credential whose tokens come from a grant.
    ///
    /// All calls wait for one request. A token is renewed before the last minute of its life, or before the last half of
    /// a life shorter than two minutes. If the server refuses token after token, the credential pauses, as
    /// `Credential.bearer(timeLimit:refresh:)` does.
    ///
    /// Make one credential for each grant and keep it: copies share the tokens.
    /// - Parameters:
    ///   - grant: What the client asks for tokens with when there is no refresh token.
    ///   - account: The name of the tokens in the store; by default that of ``account(of:)``.
    ///   - store: Where the tokens are; by default in memory, for this credential only.
    public func credential(
        _ grant: OAuthGrant, account: String? = nil, store: (any TokenStore)? = nil
    ) -> Credential {
        credential(account: account ?? self.account(of: grant), store: store) { grant }
    }

    /// Returns a credential whose tokens come from a grant that is made for each request, such as an exchange of a token
    /// that changes.
    ///
    /// It works like ``credential(_:account:store:)``, but the tokens have no name by default: with a store and without an
    /// account, calls fail with ``OAuthError/Reason/invalidConfiguration``.
    public func credential(
        account: String? = nil, store: (any TokenStore)? = nil,
        grant: @escaping @Sendable () async throws -> OAuthGrant
    ) -> Credential {
        credential(
            TokenRenewal(
                client: self, grant: grant, account: store == nil ? account ?? "" : account,
                store: store ?? MemoryTokenStore()))
    }

    /// Returns a credential of a user who has signed in.
    ///
    /// It renews the tokens in the store by their refresh token, and stores the next one that the server sends. If there
    /// is none, or the server refuses it, calls fail with `credentialFailed`, whose underlying error is an ``OAuthError``
    /// with ``OAuthError/Reason/signInRequired``. Then store the tokens of another sign-in with
    /// ``TokenStore/store(_:for:)``, and make another credential, which does not pause.
    ///
    /// Make one credential for each account and keep it: copies share the tokens.
    /// - Parameters:
    ///   - account: The name of the tokens in the store, such as the name of the user.
    ///   - store: Where the tokens are.
    public func credential(for account: String, in store: some TokenStore) -> Credential {
        credential(TokenRenewal(client: self, grant: nil, account: account, store: store))
    }

    private func credential(_ renewal: TokenRenewal) -> Credential {
        Credential(content: .refreshing(source(renewal)))
    }

    func source(_ renewal: TokenRenewal) -> CredentialSource {
        CredentialSource(nil, timeLimit: .seconds(90), proof: renewal.proof, now: clock.instant) {
            try await renewal.token(after: $0)
        }
    }

    /// Returns when tokens are renewed; `nil` if they have no expiry.
    fileprivate func renewal(of tokens: OAuthTokens) -> ContinuousClock.Instant? {
        tokens.secondsUntilRenewal(at: clock.date()).map { clock.instant() + .seconds(max(0, $0)) }
    }
}

/// Gets the token of a credential: from the store, by its refresh token, or by the grant.
struct TokenRenewal: Sendable {
    let client: OAuthClient
    let grant: (@Sendable () async throws -> OAuthGrant)?
    /// `nil` if the program has to name it.
    let account: String?
    let store: any TokenStore
    /// The scopes without which a new token is an error.
    private let scopes: [String]
    /// The proofs of tokens that are bound to a key.
    private let keyProof: KeyProof?

    init(
        client: OAuthClient, grant: (@Sendable () async throws -> OAuthGrant)?, account: String?,
        store: any TokenStore, requiring scopes: [String] = []
    ) {
        self.scopes = scopes
        (self.client, self.grant, self.account, self.store) = (client, grant, account, store)
        let isCertificate = client.binding?.isCertificate ?? true
        keyProof = isCertificate ? nil : KeyProof(client.signer)
    }

    var proof: (any TokenProof)? {
        keyProof ?? (client.binding == nil ? nil : CertificateProof())
    }

    func token(after old: Credential.Token?) async throws -> Credential.Token {
        guard let account else { throw OAuthError.namelessTokens }
        let tokens = try await store.update(account) { stored in
            // Another process may have renewed it.
            // Tokens of a client with another binding are not sent.
            if let stored, stored.accessToken != old?.text,
                stored.secondsUntilRenewal(at: client.clock.date()).map({ $0 > 0 }) ?? true,
                client.binding?.binds(stored) ?? true
            {
                return stored
            }
            return try await renewed(stored, old?.text)
        }
        guard let tokens else { throw OAuthError.removed }
        if let keyProof, let key = try client.binding?.key(in: tokens.proofKey) {
            keyProof.use(key, for: tokens.accessToken)
        }
        return Credential.Token(
            tokens.accessToken, renewal: client.renewal(of: tokens))
    }

    /// - Parameter old: The token that calls have had.
    private func renewed(_ stored: OAuthTokens?, _ old: String?) async throws -> OAuthTokens {
        var refusal: OAuthError?
        if let stored, let refresh = stored.refreshToken {
            do {
                var tokens = try await requested(
                    .refreshToken(refresh), replacing: old, proofKey: stored.proofKey)
                tokens.idToken = tokens.idToken ?? stored.idToken
                return tokens
            } catch let error as OAuthError where error.code == "invalid_grant" {
                refusal = error
            }
        }
        guard let grant = try await grant?(), grant.isRepeatable || stored == nil else {
            throw OAuthError(
                .signInRequired,
                refusal == nil
                    ? "there is no refresh token" : "the server refused the refresh token",
                advice:
                    "let the user sign in again; for a client without users, use the grant "
                    + "`.clientCredentials(scopes:)`", underlying: refusal)
        }
        return try await requested(grant, replacing: old)
    }

    private func requested(
        _ grant: OAuthGrant, replacing old: String?, proofKey: String? = nil
    ) async throws -> OAuthTokens {
        try await client.pace.tokens(replacing: old, isShared: grant.isOfClient) {
            let tokens = try await client.tokens(for: grant, proofKey: proofKey)
            try tokens.check(scopes, of: client.server)
            return (tokens, client.renewal(of: tokens))
        }
    }
}

extension OAuthTokens {
    /// Throws if the server has granted fewer scopes than requested.
    fileprivate func check(
        _ requested: [String], of server: OAuthServer
    ) throws(OAuthError) {
        guard let scopes else { return }
        let missing = requested.filter { !scopes.contains($0) }
        guard missing.isEmpty else {
            throw OAuthError(
                .insufficientScope,
                "\(Origin.text(of: server.tokenURL)) did not grant the scope "
                    + missing.joined(separator: " "),
                advice: "let its administrator grant the scope to the client")
        }
    }
}
