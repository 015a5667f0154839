import Posthorn
import PosthornOAuth

/// A user whose tokens outlive the program.
struct Account {
    let client: OAuthClient
    let store: FileTokenStore

    /// Make it once for each sign-in and start of the program.
    var credential: Credential { client.credential(for: "user", in: store) }

    func signIn(_ tokens: OAuthTokens) async throws {
        try await store.store(tokens, for: "user")
    }

    func signOut() async throws {
        let tokens = try await store.tokens(for: "user")
        try await store.remove("user")
        if let token = tokens?.refreshToken ?? tokens?.accessToken {
            try await client.revoke(token)
        }
    }
}
