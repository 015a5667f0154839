import Posthorn
import PosthornOAuth

/// A user whose tokens outlive the program.
struct Account {
    let client: OAuthClient
    let store: FileTokenStore
    /// Made once for each start of the program, and again after a sign-in.
    let credential: Credential

    /// - Parameter path: The path of a file in a folder that exists, such as `/var/lib/app/tokens`.
    init(_ client: OAuthClient, path: String) {
        let store = FileTokenStore(path: path)
        (self.client, self.store) = (client, store)
        credential = client.credential(for: "user", in: store)
    }

    func signIn(_ tokens: OAuthTokens) async throws {
        try await store.store(tokens, for: "user")
    }

    func signOut() async throws {
        try await client.signOut("user", in: store)
    }
}
