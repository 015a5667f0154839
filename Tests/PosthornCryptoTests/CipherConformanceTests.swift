import Crypto
import Foundation
import Posthorn
import PosthornCrypto
import PosthornServer
import PosthornTesting
import Testing

@Suite("Built-in ciphers pass the conformance check")
struct CipherConformanceTests {
    @Test(arguments: EnvelopeCipher.Suite.allCases, CipherConformance.behaviours)
    func envelopeConforms(
        _ suite: EnvelopeCipher.Suite, _ behaviour: CipherConformance.Behaviour
    ) async throws {
        let key = try SecretKey(
            id: "shop-1", bytes: suite == .legacyAES256CBC ? Peer.secret + Peer.secret : Peer.secret
        )
        let ring = try KeyRing(key)
        try await behaviour.check(
            secrets: [Peer.secret], cipher: { EnvelopeCipher(keys: ring, suite: suite) },
            response: { body, request in
                let server = PosthornServer.EnvelopeServer(
                    keys: ring, suite: suite, audience: request.origin)
                var opened = request
                let exchange = try await server.open(&opened)
                var response = TransportResponse(
                    status: .ok, headers: [.contentType: "application/json"], body: body)
                try await server.seal(&response, of: exchange)
                return response
            })
    }

    @Test(arguments: CipherConformance.behaviours)
    func aesEnvelopeConforms(_ behaviour: CipherConformance.Behaviour) async throws {
        try await behaviour.check(
            secrets: [Peer.secret],
            cipher: { try EnvelopeCipher(key: .shared(), suite: .version1AES256GCM) },
            response: { try transported(Peer().response($0, to: $1)) })
    }

    @Test(arguments: CipherConformance.behaviours)
    func chaChaEnvelopeConforms(_ behaviour: CipherConformance.Behaviour) async throws {
        try await behaviour.check(
            secrets: [Peer.secret],
            cipher: { try EnvelopeCipher(key: .shared(), suite: .version1ChaCha20Poly1305) },
            response: { try transported(Peer(suite: .chaChaPoly).response($0, to: $1)) })
    }

    @Test(arguments: CipherConformance.behaviours)
    func jweConforms(_ behaviour: CipherConformance.Behaviour) async throws {
        let key = try JWEKey(SecretKey(id: "s", bytes: Peer.secret), .a256KW)
        try await behaviour.check(
            secrets: [Peer.secret], cipher: { JWECipher(key) },
            response: { body, request in
                let exchange: [String: JSONValue] = [
                    "direction": "response", "method": .string(request.method.rawValue),
                    "target": .string(request.target),
                    "id": .string(request.headers[.exchange] ?? ""), "status": "200",
                ]
                let message = try JWE.sealing(
                    body, for: key, header: ["exchange": .object(exchange)])
                return TransportResponse(
                    status: .ok, headers: [.contentType: "application/jose"],
                    body: Data(try #require(message.compact).utf8))
            })
    }

    @Test(arguments: CipherConformance.behaviours)
    func aes128gcmConforms(_ behaviour: CipherConformance.Behaviour) async throws {
        try await conforms("ContentEncodingCipher", behaviour)
    }

    @Test(arguments: CipherConformance.behaviours)
    func jweWithKeyPairsConforms(_ behaviour: CipherConformance.Behaviour) async throws {
        try await conforms("JWECipher, `ECDH-ES`", behaviour)
    }

    @Test(arguments: CipherConformance.behaviours)
    func jweWithCBCConforms(_ behaviour: CipherConformance.Behaviour) async throws {
        try await conforms("JWECipher, `dir` with CBC and HMAC", behaviour)
    }

    /// The request exports the secret of its response, so request and response use one cipher.
    @Test(
        arguments: ["base, X25519", "psk, X25519", "auth, X25519", "base, P-256", "auth, P-256"],
        CipherConformance.behaviours)
    func hpkeConforms(_ mode: String, _ behaviour: CipherConformance.Behaviour) async throws {
        try await conforms("HPKECipher, \(mode)", behaviour)
    }

    private func conforms(_ name: String, _ behaviour: CipherConformance.Behaviour) async throws {
        let target = try #require(Target.all().first { $0.name == name })
        try await behaviour.check(
            secrets: [Peer.secret], cipher: { target.cipher },
            response: { body, request in
                transported(try #require(await target.response(body, request, .none)))
            })
    }

    @Sendable private func transported(_ response: TransportResponse) -> TransportResponse {
        TransportResponse(
            status: response.status, headers: response.headers, body: response.body)
    }

    /// A cipher that seals nothing.
    struct Bad: PayloadCipher {
        let name = "bad"
        var key = Peer.secret.base64EncodedString()

        func seal(_ request: inout TransportRequest) {}
        func open(_ response: inout TransportResponse, to request: TransportRequest) {}
    }

    @Test func plaintextCipherFailsAllButTheFirstCheck() async throws {
        var failed: [String] = []
        for behaviour in CipherConformance.behaviours {
            do {
                try await behaviour.check(
                    secrets: [Peer.secret], cipher: { Bad() },
                    response: { body, _ in TransportResponse(status: .ok, body: body) })
            } catch is ConformanceFailure {
                failed.append(behaviour.name)
            }
        }
        #expect(failed == CipherConformance.behaviours.dropFirst().map(\.name))
    }
}
