import Foundation
import Posthorn
import PosthornCrypto
import Testing

/// The examples of `Documentation/SignIn.md` behave as the page says.
@Suite("Examples of the page about signing in")
struct SignInTests {
    private static let claims: JSONValue = [
        "iss": "https://id.test", "sub": "ada", "aud": "shop", "exp": 4_102_444_800, "nonce": "n",
    ]

    struct Claims: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let isValid: Bool
        let change: JSONValue

        init(_ name: String, isValid: Bool = false, _ change: JSONValue) {
            (testDescription, self.isValid, self.change) = (name, isValid, change)
        }
    }

    @Test(arguments: [
        Claims("as issued", isValid: true, [:]),
        Claims("for several clients", isValid: true, ["aud": ["other", "shop"], "azp": "shop"]),
        Claims("another issuer", ["iss": "https://evil.test"]),
        Claims("another client", ["aud": "other"]), Claims("no client", ["aud": nil]),
        Claims("several clients, and no authorized one", ["aud": ["other", "shop"]]),
        Claims("another authorized client", ["aud": ["other", "shop"], "azp": "other"]),
        Claims("another sign-in", ["nonce": "m"]), Claims("no sign-in", ["nonce": nil]),
        Claims("expired", ["exp": 1_600_000_000]), Claims("without an end", ["exp": nil]),
    ])
    func verifiesIDTokens(_ claims: Claims) async throws {
        let pair = try PrivateKey.random(.p256, id: "2026")
        let token = try JWSSigner.compact(
            Self.claims.merging(claims.change).jsonData(), by: SigningKey(pair))
        let verifier = verifier(of: pair)
        guard claims.isValid else {
            await #expect(throws: (any Error).self) {
                try await verifier.claims(of: token, nonce: "n")
            }
            return
        }
        #expect(try await verifier.claims(of: token, nonce: "n")["sub"] == "ada")
    }

    private func verifier(of pair: PrivateKey) -> IDTokenVerifier {
        IDTokenVerifier(issuer: "https://id.test", clientID: "shop") {
            // Beside it, a key of an unknown kind and one for encryption.
            let other = try JSONValue(jsonData: PrivateKey.random(.rsa, id: "e").publicKey.jwk)
            return [
                "keys": [
                    ["kty": "LATER", "kid": "l"], other.merging(["use": "enc", "alg": "RSA-OAEP"]),
                    try JSONValue(jsonData: pair.publicKey.jwk),
                ]
            ]
        }
    }

    @Test func rejectsTokensOfOtherKeys() async throws {
        let payload = try Self.claims.jsonData()
        let pair = try PrivateKey.random(.p256, id: "2026")
        let forged = try JWSSigner.compact(
            payload, by: SigningKey(PrivateKey.random(.p256, id: "2026")))
        let unknown = try JWSSigner.compact(
            payload, by: SigningKey(PrivateKey.random(.p256, id: "2027")))
        let none = Data(#"{"alg":"none"}"#.utf8).base64URL + "." + payload.base64URL + "."
        for token in [forged, unknown, none, "", "a.b.c"] {
            await #expect(throws: APIError.Cause.self) {
                try await verifier(of: pair).claims(of: token, nonce: "n")
            }
        }
    }

    /// RS256 is usual for RSA keys whose JWK names no algorithm.
    @Test func readsRSAKeyWithoutAlgorithm() async throws {
        let pair = try PrivateKey.random(.rsa, id: "r")
        let token = try JWSSigner.compact(
            Self.claims.jsonData(), by: SigningKey(pair, algorithm: .rsaPKCS1SHA256))
        #expect(try await verifier(of: pair).claims(of: token, nonce: "n")["sub"] == "ada")
    }
}
