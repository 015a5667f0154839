internal import FoundationEssentials
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
    ///   - account: The name of the tokens in the store, another one for other scopes; by default the client's ``id``.
    ///   - store: Where the tokens are; by default in memory, for this credential only.
    public func credential(
        _ grant: OAuthGrant, account: String? = nil, store: (any TokenStore)? = nil
    ) -> Credential {
        credential(account: account, store: store) { grant }
    }

    /// Returns a credential whose tokens come from a grant that is made for each request, such as an exchange of a token
    /// that changes.
    ///
    /// It works like ``credential(_:account:store:)``.
    public func credential(
        account: String? = nil, store: (any TokenStore)? = nil,
        grant: @escaping @Sendable () async throws -> OAuthGrant
    ) -> Credential {
        credential(
            TokenRenewal(
                client: self, grant: grant, account: account ?? id,
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
        .refreshing(nil, .seconds(90), now: clock.instant) { try await renewal.token(after: $0) }
    }
}

/// Gets the token of a credential: from the store, by its refresh token, or by the grant.
private struct TokenRenewal: Sendable {
    let client: OAuthClient
    let grant: (@Sendable () async throws -> OAuthGrant)?
    let account: String
    let store: any TokenStore

    func token(after old: Credential.Token?) async throws -> Credential.Token {
        let tokens = try await store.update(account) { stored in
            // Another process may have renewed it.
            if let stored, stored.accessToken != old?.text,
                !stored.isInLastMinute(at: client.clock.date())
            {
                return stored
            }
            return try await renewed(stored)
        }
        return Credential.Token(tokens.accessToken, renewal: renewal(of: tokens))
    }

    private func renewal(of tokens: OAuthTokens) -> ContinuousClock.Instant? {
        tokens.expiry.map { expiry in
            let rest = max(0, expiry.timeIntervalSince(client.clock.date()))
            return client.clock.instant() + .seconds(rest - min(60, rest / 2))
        }
    }

    private func renewed(_ stored: OAuthTokens?) async throws -> OAuthTokens {
        var refusal: OAuthError?
        if let stored, let refresh = stored.refreshToken {
            do throws(OAuthError) {
                var tokens = try await client.tokens(for: .refreshToken(refresh))
                tokens.idToken = tokens.idToken ?? stored.idToken
                return tokens
            } catch {
                guard error.code == "invalid_grant" else { throw error }
                refusal = error
            }
        }
        guard let grant = try await grant?(), grant.isRepeatable || stored == nil else {
            throw OAuthError(
                .signInRequired,
                refusal == nil
                    ? "there is no refresh token" : "the server refused the refresh token",
                advice: "let the user sign in again", underlying: refusal)
        }
        return try await client.tokens(for: grant)
    }
}
