internal import FoundationEssentials
public import PosthornCore

extension OAuthClient {
    /// Returns a credential whose tokens come from a grant, and are renewed before they expire.
    ///
    /// All calls wait for one request. A token in the last minute of its life is not sent. If the server refuses token
    /// after token, the credential stops asking for a while.
    ///
    /// Make one credential for each account and keep it: copies share the tokens.
    /// - Parameters:
    ///   - grant: What the client asks for tokens with when there is no refresh token.
    ///   - account: The name of the tokens in the store; by default the client's ``id``.
    ///   - store: Where the tokens are; by default in memory, for this credential only.
    public func credential(
        _ grant: OAuthGrant, account: String? = nil, store: (any TokenStore)? = nil
    ) -> Credential {
        credential(grant, account, store, first: nil)
    }

    /// Returns a credential that begins with the tokens of a sign-in.
    ///
    /// It renews them by their refresh token, and keeps the next one that the server sends. If there is none, or the
    /// server refuses it, calls fail with `credentialFailed`, whose underlying error is an ``OAuthError`` with
    /// ``OAuthError/Reason/signInRequired``.
    ///
    /// - Parameters:
    ///   - tokens: The tokens; `nil` takes those of the store.
    ///   - account: The name of the tokens in the store; by default the client's ``id``.
    ///   - store: Where the tokens are; by default in memory, for this credential only.
    public func credential(
        _ tokens: OAuthTokens?, account: String? = nil, store: (any TokenStore)? = nil
    ) -> Credential {
        credential(nil, account, store, first: tokens)
    }

    private func credential(
        _ grant: OAuthGrant?, _ account: String?, _ store: (any TokenStore)?, first: OAuthTokens?
    ) -> Credential {
        let renewal = TokenRenewal(
            client: self, grant: grant, account: account ?? id, store: store ?? MemoryTokenStore(),
            first: first)
        return .bearer(nil) { old in try await renewal.token(after: old) }
    }
}

/// Gets the token of a credential: from the store, by its refresh token, or by the grant.
private struct TokenRenewal: Sendable {
    let client: OAuthClient
    let grant: OAuthGrant?
    let account: String
    let store: any TokenStore
    let first: OAuthTokens?

    func token(after old: Credential.Token?) async throws -> Credential.Token {
        // Only the first request may take the tokens of the sign-in, which a later one has used up.
        let first = old == nil ? first : nil
        let tokens: OAuthTokens
        do {
            tokens = try await store.update(account) { stored in
                try await renewed(first ?? stored, refused: old?.text)
            }
        } catch let error as OAuthError where error.reason == .signInRequired {
            try await store.remove(account)
            throw error
        }
        return Credential.Token(tokens.accessToken, renewsIn: lifetime(of: tokens))
    }

    /// The time for which a token is sent: to its last minute, or to the last half of a short life.
    private func lifetime(of tokens: OAuthTokens) -> Duration? {
        tokens.expiry.map { expiry in
            let rest = max(0, expiry.timeIntervalSince(client.now()))
            return .seconds(rest - min(60, rest / 2))
        }
    }

    private func renewed(
        _ stored: OAuthTokens?, refused: String?
    ) async throws -> OAuthTokens {
        // Another process may have renewed it.
        if let stored, stored.accessToken != refused, !stored.isInLastMinute(at: client.now()) {
            return stored
        }
        if let stored, let refresh = stored.refreshToken {
            switch await refreshed(refresh, stored) {
            case .success(let tokens): return tokens
            case .failure(let error):
                guard error.code == "invalid_grant" else { throw error }
                guard grant?.isRepeatable == true else { throw signIn(error) }
            }
        }
        guard let grant, grant.isRepeatable || stored == nil else { throw signIn(nil) }
        return try await client.tokens(for: grant)
    }

    private func refreshed(
        _ refresh: String, _ stored: OAuthTokens
    ) async -> Result<OAuthTokens, OAuthError> {
        do throws(OAuthError) {
            var tokens = try await client.tokens(for: .refreshToken(refresh))
            tokens.refreshToken = tokens.refreshToken ?? refresh
            tokens.idToken = tokens.idToken ?? stored.idToken
            return .success(tokens)
        } catch {
            return .failure(error)
        }
    }

    private func signIn(_ cause: OAuthError?) -> OAuthError {
        var error = OAuthError(
            .signInRequired,
            cause == nil ? "there is no refresh token" : "the server refused the refresh token",
            advice: "let the user sign in again", underlying: cause)
        (error.code, error.status) = (cause?.code, cause?.status)
        return error
    }
}
