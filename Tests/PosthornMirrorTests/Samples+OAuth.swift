import Foundation
import PosthornCore
import PosthornJOSE
import PosthornKeys
@testable import PosthornOAuth
import PosthornStores
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
        var bound = tokens
        bound.proofKey = Canary.text
        let pair = try PrivateKey.random(.p256, id: Canary.word)
        let key = try SigningKey(pair)
        let binding = try TokenBinding.dpop(pair)
        let keys = JWKS<VerifyingKey>(
            url: Canary.url, transport: StubTransport(inOrder: []), options: KeySetOptions())
        let verifier = IDTokenVerifier(
            "https://id.example.com", "shop", key.verifying, .seconds(60)
        ) { Date(timeIntervalSince1970: 0) }
        let claims: JSONValue = [
            "iss": "https://id.example.com", "aud": "shop", "sub": .string(Canary.text), "exp": 60,
            "iat": 0,
        ]
        let signed = try JWSSigner.compact(claims.jsonData(), by: key)
        return [
            Sample(bound), Sample(binding), Sample(TokenConfirmation.key(pair.publicKey)),
            Sample(OAuthServer.CertificateEndpoints()), Sample(KeySetOptions()), Sample(keys),
            Sample(verifier), Sample(try await verifier.verify(signed, nonce: nil)),
            Sample(server), Sample(client), Sample(tokens), Sample(memory), Sample(error),
            Sample(OAuthCredential.client("shop", secret: Canary.text)),
            Sample(OAuthError.Reason.refused), Sample(ClientAuthentication.formSecret(Canary.text)),
            Sample(OAuthGrant.refreshToken(Canary.text)), Sample(OAuthGrant.TokenType.jwt),
            Sample(try client.authorization(redirect: Canary.url)),
            Sample(try await client.deviceAuthorization()),
            Sample(FileTokenStore(path: "/var/lib/shop/tokens")),
            Sample(SharedTokenStore(InMemoryStore())),
        ]
    }
}
