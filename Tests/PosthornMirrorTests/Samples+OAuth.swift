import Foundation
import PosthornCore
import PosthornKeys
@testable import PosthornOAuth
import PosthornTesting

/// The types of `PosthornOAuth`.
enum OAuthSamples {
    static func all() async throws -> [Sample] {
        var server = OAuthServer(tokenURL: "https://id.example.com/token")
        server.authorizationURL = "https://id.example.com/authorize"
        server.deviceAuthorizationURL = "https://id.example.com/device"
        let device = """
            {"device_code":"\(Canary.text)","user_code":"\(Canary.word)","expires_in":60,\
            "verification_uri":"https://id.example.com/\(Canary.word)"}
            """
        let client = OAuthClient(
            "shop", of: server, authentication: .secret(Canary.text),
            transport: StubTransport(inOrder: [.text(device)]))
        let tokens = OAuthTokens(accessToken: Canary.text, refreshToken: Canary.text)
        let memory = MemoryTokenStore()
        try await memory.store(tokens, for: Canary.word)
        var error = OAuthError(.refused, "it refused", advice: "ask", underlying: Leak())
        error.serverMessage = Canary.text
        return [
            Sample(server), Sample(client), Sample(tokens), Sample(memory), Sample(error),
            Sample(OAuthError.Reason.refused), Sample(ClientAuthentication.formSecret(Canary.text)),
            Sample(OAuthGrant.refreshToken(Canary.text)), Sample(OAuthGrant.TokenType.jwt),
            Sample(try client.authorization(redirect: Canary.url)),
            Sample(try await client.deviceAuthorization()),
            Sample(FileTokenStore(path: "/var/lib/shop/tokens")),
        ]
    }
}
