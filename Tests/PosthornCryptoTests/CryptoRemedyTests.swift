import Foundation
import Posthorn
@_spi(Generated) import PosthornCrypto
import PosthornServer
import TestSupport
import Testing

/// With the advice of an error of a cipher, a signer or a key applied, the call succeeds, or fails later.
@Suite("Remedies of errors of ciphers, signers and keys")
struct CryptoRemedyTests {
    @Test(arguments: keys + signers)
    func remedyLeadsOn(_ remedy: Remedy) async throws { try await remedy.check() }

    @Test func everyAdviceHasARemedy() throws {
        let missing = try Remedy.missing(
            from: Self.keys + Self.signers, in: ComparisonRuleTests.modules,
            except: Self.exceptions.map(\.key))
        #expect(missing == [])
    }

    /// Advice that no line of code here can follow, with the reason.
    private static let exceptions: KeyValuePairs<String, String> = [
        "use RSA, P-256, P-384, P-521, X25519 or Ed25519": "another key has to be made",
        "use one of 2048 to 4096 bits": "another key has to be made",
        "use one of two primes": "another key has to be made",
        "write `sealed: true` at a field": "the spec changes",
        "set this machine's clock": "the machine changes",
        "use a signature that does not cover the body": "another signer is needed",
        "write it with `ofRequest`": "a component of the message has to be of the other kind",
        "remove line breaks and other controls": "the value is the server's own",
        "this is a set of keys": "the cause, not the advice",
        "and this use is": "the cause, not the advice",
    ]

    private static func secret(
        _ bits: Int = 256, id: String = "k", for purpose: SecretKey.Purpose = .derivation
    ) throws -> SecretKey {
        try .random(id: id, bitCount: bits, for: purpose)
    }

    private static func pair(_ kind: KeyKind) throws -> PrivateKey { try .random(kind, id: "k") }

    private static func jwk(_ members: String) -> Data {
        let bytes = String(repeating: "A", count: 43)
        return Data(#"{"kty":"oct","kid":"k","k":"\#(bytes)",\#(members)}"#.utf8)
    }

    private static func webhook(_ limit: Int) async throws {
        let vector = try WebhookVector.named("github")
        var keys = try vector.keys()
        keys.bodyLimit = limit
        try await vector.event(keys: keys)
    }

    private static let keys: [Remedy] = [
        Remedy(
            "set a greater `bodyLimit`", { try await webhook(10) }, { try await webhook(1000) }),
        Remedy(
            "use HMAC, or a key pair",
            { _ = try SigningKey(secret(for: .signatures), algorithm: .ed25519) },
            { _ = try SigningKey(secret(for: .signatures), algorithm: .hmacSHA256) }),
        Remedy(
            "use Ed25519, P-256, P-384, P-521, RSA or a SecretKey",
            { _ = try SigningKey(pair(.x25519)) }, { _ = try SigningKey(pair(.ed25519)) }),
        Remedy(
            "set `allowsShortKeys`", { _ = try SigningKey(secret(128, for: .signatures)) },
            { _ = try SigningKey(secret(128, for: .signatures), allowsShortKeys: true) }),
        Remedy(
            "use a longer key", { _ = try SigningKey(secret(128, for: .signatures)) },
            { _ = try SigningKey(secret(for: .signatures)) }),
        Remedy(
            "use dir, A128KW or A256KW", { _ = try JWEKey(secret(for: .jwe), .rsaOAEP256) },
            { _ = try JWEKey(secret(for: .jwe), .a256KW) }),
        Remedy(
            "use a key of that length, or derive one",
            { _ = try JWEKey(secret(for: .jwe), .a128KW) },
            { _ = try JWEKey(secret(128, for: .jwe), .a128KW) }),
        Remedy(
            "use one of ", { _ = try JWEKey(pair(.ed25519), .ecdhES) },
            { _ = try JWEKey(pair(.p256), .ecdhES) }),
        Remedy(
            "use the server's RSA key, or HPKECipher",
            { _ = try RSAEnvelopeCipher(recipient: pair(.p256).publicKey) },
            { _ = try HPKECipher(recipient: pair(.p256).publicKey) }),
        Remedy(
            "use X25519 or P-256", { _ = try HPKECipher(recipient: pair(.ed25519).publicKey) },
            { _ = try HPKECipher(recipient: pair(.x25519).publicKey) }),
        Remedy(
            "use two keys of the same kind",
            {
                _ = try HPKECipher(
                    recipient: pair(.x25519).publicKey, sender: .key(pair(.p256)))
            },
            {
                _ = try HPKECipher(
                    recipient: pair(.x25519).publicKey, sender: .key(pair(.x25519)))
            }),
        Remedy(
            "use RSA, EC with P-256",
            { _ = try PublicKey(jwk: Data(#"{"kty":"EC","crv":"secp256k1","kid":"k"}"#.utf8)) },
            { _ = try PublicKey(jwk: pair(.p256).publicKey.jwk) }),
        Remedy(
            "use a key that was made for it",
            { _ = try SigningKey(SecretKey(jwk: jwk(#""use":"enc""#), for: .signatures)) },
            { _ = try SigningKey(SecretKey(jwk: jwk(#""use":"sig""#), for: .signatures)) }),
        Remedy(
            "make another key, with `for: .jwe`",
            { _ = try JWEKey(.shared(), .a256KW) },
            { _ = try JWEKey(.shared(for: .jwe), .a256KW) }),
        Remedy(
            "use the 32 bytes for HMAC and then the 32 for AES",
            {
                try await seal(
                    EnvelopeCipher(key: secret(for: .envelopeVersion1), suite: .legacyAES256CBC))
            },
            {
                try await seal(
                    EnvelopeCipher(
                        key: secret(512, for: .envelopeVersion1), suite: .legacyAES256CBC))
            }),
        Remedy(
            "let the client send each attempt of a call once",
            { try await replayed(times: 2) }, { try await replayed(times: 1) }),
        Remedy(
            "give it a greater limit",
            { try remembered(2, limit: 1) }, { try remembered(2, limit: 2) }),
        Remedy(
            "let the client seal it with EnvelopeCipher",
            { try await opened(sealed: false) }, { try await opened(sealed: true) }),
        Remedy(
            "set the clocks of both sides",
            { try await sealedAndOpened(window: .seconds(-1)) },
            { try await sealedAndOpened(window: .seconds(60)) }),
        Remedy(
            "set a plain Content-Type",
            {
                try await seal(
                    EnvelopeCipher(
                        key: SecretKey.shared(for: .envelopeVersion1), suite: .version1AES256GCM),
                    type: "a/\u{fc}")
            },
            {
                try await seal(
                    EnvelopeCipher(
                        key: SecretKey.shared(for: .envelopeVersion1), suite: .version1AES256GCM),
                    type: "application/json")
            }),
    ]

    private static func replayed(times: Int) async throws {
        let key = try secret()
        var request = TransportRequest.sample()
        try await EnvelopeCipher(key: key).seal(&request)
        let server = try PosthornServer.EnvelopeServer(key: key, audience: request.origin)
        for _ in 0..<times {
            var received = request
            try await server.open(&received)
        }
    }

    private static func remembered(_ count: Int, limit: Int) throws {
        let memory = LocalReplayMemory(limit: limit)
        for index in 0..<count { _ = try memory.remember("\(index)", for: nil) }
    }

    private static func opened(sealed: Bool) async throws {
        let key = try secret()
        var request = TransportRequest.sample()
        if sealed { try await EnvelopeCipher(key: key).seal(&request) }
        let server = try PosthornServer.EnvelopeServer(key: key, audience: request.origin)
        try await server.open(&request)
    }

    /// Sends a response that was sealed just now through a cipher with a time window.
    private static func sealedAndOpened(window: Duration) async throws {
        let key = try secret()
        let cipher = try EnvelopeCipher(key: key, timeWindow: window)
        var request = TransportRequest.sample()
        try await cipher.seal(&request)
        let server = try PosthornServer.EnvelopeServer(key: key, audience: request.origin)
        var response = TransportResponse(status: .ok, headers: [:], body: Data())
        try await server.seal(&response, to: request)
        try await cipher.open(&response, to: request)
    }

    private static func seal(
        _ cipher: some PayloadCipher, type: String = "application/json"
    ) async throws {
        var request = TransportRequest.sample()
        request.headers[.contentType] = type
        try await cipher.seal(&request)
    }

    private static let signers: [Remedy] = [
        message("use a lifetime of some minutes", { $0.lifetime = .zero }) {
            $0.lifetime = .seconds(300)
        },
        message("or nil to leave it to the server", { $0.lifetime = .zero }) {
            $0.lifetime = nil
        },
        message("use a lower-case label such as sig", { $0.label = "Sig" }) { $0.label = "sig" },
        signing(
            "use Ed25519, ECDSA, RSASSA-PSS with SHA-512 or HMAC with SHA-256",
            {
                MessageSigner(
                    key: try SigningKey(secret(512, for: .signatures), algorithm: .hmacSHA512))
            },
            { MessageSigner(key: try SigningKey(secret(for: .signatures), algorithm: .hmacSHA256)) }
        ),
        signing(
            "use an id of visible ASCII", { HMACSigner(key: try secret(id: "\u{fc}")) },
            { HMACSigner(key: try secret(id: "u")) }),
        signing(
            "use letters, digits and hyphens",
            { try sorted(.header(.referer), "a b") },
            { try sorted(.header(.referer), "a-b") }),
        signing(
            "use the place `query` or `header`", { try sorted(.body("sign"), nil) },
            { try sorted(.query("sign"), nil) }),
        signing(
            "use HMAC with SHA-256, or Ed25519",
            {
                StandardWebhooksSigner(
                    key: try SigningKey(secret(512, for: .signatures), algorithm: .hmacSHA512))
            }, { StandardWebhooksSigner(key: try SigningKey(secret(for: .signatures))) }),
        signing(
            "use one such as `webhook`", { try webhooks("web hook") },
            { try webhooks("webhook") }),
        aws("use https, or the payload `signed`", { $0.payload = .unsigned }) {
            $0.payload = .signed
        },
        aws(
            "use the payload `unsigned` or the place `header`",
            {
                $0.place = .query(expires: .seconds(60))
                $0.payload = .streaming(chunk: 65536)
            }
        ) { $0.payload = .streaming(chunk: 65536) },
        aws("use 65536", { $0.payload = .streaming(chunk: 1) }) {
            $0.payload = .streaming(chunk: 65536)
        },
    ]

    private static func signing(
        _ advice: String, _ mistake: @escaping @Sendable () throws -> any Signer,
        _ remedy: @escaping @Sendable () throws -> any Signer
    ) -> Remedy {
        func sign(_ signer: @escaping @Sendable () throws -> any Signer) -> Remedy.Action {
            {
                // A body that is neither a form nor JSON, over http.
                var request = TransportRequest(
                    method: .post, url: "http://a.example/a?b=1",
                    headers: [.contentType: "text/plain"],
                    body: Data("a".utf8))
                try await signer().sign(&request)
            }
        }
        return Remedy(advice, sign(mistake), sign(remedy))
    }

    private static func webhooks(_ prefix: String) throws -> StandardWebhooksSigner {
        var signer = StandardWebhooksSigner(key: try SigningKey(secret(for: .signatures)))
        signer.prefix = prefix
        return signer
    }

    private static func message(
        _ advice: String, _ mistake: @escaping @Sendable (inout MessageSigner) -> Void,
        _ remedy: @escaping @Sendable (inout MessageSigner) -> Void
    ) -> Remedy {
        func signer(
            _ change: @escaping @Sendable (inout MessageSigner) -> Void
        ) -> @Sendable () throws -> any Signer {
            {
                var signer = MessageSigner(key: try SigningKey(secret(for: .signatures)))
                change(&signer)
                return signer
            }
        }
        return signing(advice, signer(mistake), signer(remedy))
    }

    private static func aws(
        _ advice: String, _ mistake: @escaping @Sendable (inout AWSSigner) -> Void,
        _ remedy: @escaping @Sendable (inout AWSSigner) -> Void
    ) -> Remedy {
        func signer(
            _ change: @escaping @Sendable (inout AWSSigner) -> Void
        ) -> @Sendable () throws -> any Signer {
            {
                var signer = AWSSigner(
                    credentials: AWSCredentials(accessKeyID: "A", secret: "b"),
                    region: "eu-west-1", service: "execute-api")
                change(&signer)
                return signer
            }
        }
        return signing(advice, signer(mistake), signer(remedy))
    }

    private static func sorted(
        _ place: ParameterSigner.Place, _ timeName: String?
    ) throws -> ParameterSigner {
        var signer = ParameterSigner(key: try secret(for: .signatures), digest: .hmacSHA256)
        signer.place = place
        signer.timeName = timeName
        return signer
    }
}
