import Crypto
import Foundation
import Posthorn
import PosthornCrypto
import PosthornTesting
import Testing

@Suite("Our ciphers do what every cipher must")
struct CipherConformanceTests {
    @Test(arguments: CipherConformance.behaviours)
    func theAESEnvelope(_ behaviour: CipherConformance.Behaviour) async throws {
        try await behaviour.check(
            secrets: [Peer.secret], cipher: { try AESGCMCipher(key: .shared()) },
            answer: { try transported(Peer().answer($0, to: $1)) })
    }

    @Test(arguments: CipherConformance.behaviours)
    func theChaChaEnvelope(_ behaviour: CipherConformance.Behaviour) async throws {
        try await behaviour.check(
            secrets: [Peer.secret], cipher: { try ChaChaPolyCipher(key: .shared()) },
            answer: { try transported(Peer(suite: .chaChaPoly).answer($0, to: $1)) })
    }

    @Test(arguments: CipherConformance.behaviours)
    func jwe(_ behaviour: CipherConformance.Behaviour) async throws {
        let key = try JWEKey(SecretKey(id: "s", bytes: Peer.secret), .a256KW)
        try await behaviour.check(
            secrets: [Peer.secret], cipher: { JWECipher(key) },
            answer: { body, request in
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
    func aes128gcm(_ behaviour: CipherConformance.Behaviour) async throws {
        try await conforms("ContentEncodingCipher", behaviour)
    }

    @Test(arguments: CipherConformance.behaviours)
    func jweWithKeyPairs(_ behaviour: CipherConformance.Behaviour) async throws {
        try await conforms("JWECipher, `ECDH-ES`", behaviour)
    }

    @Test(arguments: CipherConformance.behaviours)
    func jweWithCBC(_ behaviour: CipherConformance.Behaviour) async throws {
        try await conforms("JWECipher, `dir` with CBC and HMAC", behaviour)
    }

    /// Its answers are sealed with what its own request exported, so the cipher is one and the same.
    @Test(
        arguments: ["base, X25519", "psk, X25519", "auth, X25519", "base, P-256", "auth, P-256"],
        CipherConformance.behaviours)
    func hpke(_ mode: String, _ behaviour: CipherConformance.Behaviour) async throws {
        try await conforms("HPKECipher, \(mode)", behaviour)
    }

    private func conforms(_ name: String, _ behaviour: CipherConformance.Behaviour) async throws {
        let target = try #require(Target.all().first { $0.name == name })
        try await behaviour.check(
            secrets: [Peer.secret], cipher: { target.cipher },
            answer: { body, request in
                transported(try #require(await target.answer(body, request, .none)))
            })
    }

    @Sendable private func transported(_ response: TransportResponse) -> TransportResponse {
        TransportResponse(
            status: response.status, headers: response.headers, body: response.body)
    }

    /// Seals nothing: what the conformance says of it.
    struct Bad: PayloadCipher {
        let name = "bad"
        var key = Peer.secret.base64EncodedString()

        func seal(_ request: inout TransportRequest) {}
        func open(_ response: inout TransportResponse, to request: TransportRequest) {}
    }

    @Test func aCipherThatDoesNothingFailsAllButTheFirst() async throws {
        var failed: [String] = []
        for behaviour in CipherConformance.behaviours {
            do {
                try await behaviour.check(
                    secrets: [Peer.secret], cipher: { Bad() },
                    answer: { body, _ in TransportResponse(status: .ok, body: body) })
            } catch is ConformanceFailure {
                failed.append(behaviour.name)
            }
        }
        #expect(failed == CipherConformance.behaviours.dropFirst().map(\.name))
    }
}
