import Crypto
import Foundation
import Posthorn
import PosthornCrypto
import PosthornServer
import PosthornTesting
import TestSupport
import Testing

@Suite(
    "Built-in ciphers pass the conformance check", .timeLimit(.minutes(5 * slowness)),
    .oneIssueAtLimit)
struct CipherConformanceTests {
    private static let otherSecret = Data(repeating: 9, count: 32)

    @Test(arguments: EnvelopeCipher.Suite.allCases, CipherConformance.behaviours)
    func envelopeAndItsServerConform(
        _ suite: EnvelopeCipher.Suite, _ behaviour: CipherConformance.Behaviour
    ) async throws {
        @Sendable func ring(_ bytes: Data) throws -> KeyRing<SecretKey> {
            let bytes = suite == .legacyAES256CBC ? bytes + bytes : bytes
            return try KeyRing(SecretKey(id: "shop-1", bytes: bytes, for: suite.purpose))
        }
        try await behaviour.check(
            key: Peer.secret, otherKey: Self.otherSecret, secrets: [Peer.secret],
            cipher: { try EnvelopeCipher(key: ring($0), suite: suite, audience: "shop") },
            peer: {
                try PosthornServer.EnvelopeServer(
                    key: ring($0), suite: suite, audience: "shop", memory: nil)
            })
    }

    @Test(arguments: CipherConformance.behaviours)
    func aesEnvelopeConforms(_ behaviour: CipherConformance.Behaviour) async throws {
        try await behaviour.check(
            key: Peer.secret, otherKey: Self.otherSecret, secrets: [Peer.secret],
            cipher: {
                try EnvelopeCipher(
                    key: SecretKey(id: "shop-1", bytes: $0, for: .envelopeVersion1),
                    suite: .version1AES256GCM)
            },
            peer: { Peer(key: $0) })
    }

    @Test(arguments: CipherConformance.behaviours)
    func chaChaEnvelopeConforms(_ behaviour: CipherConformance.Behaviour) async throws {
        try await behaviour.check(
            key: Peer.secret, otherKey: Self.otherSecret, secrets: [Peer.secret],
            cipher: {
                try EnvelopeCipher(
                    key: SecretKey(id: "shop-1", bytes: $0, for: .envelopeVersion1),
                    suite: .version1ChaCha20Poly1305)
            },
            peer: { Peer(key: $0, suite: .chaChaPoly) })
    }

    /// A content coding leaves the media type readable.
    @Test(arguments: CipherConformance.behaviours.filter { !$0.protectsMediaType })
    func aes128gcmConforms(_ behaviour: CipherConformance.Behaviour) async throws {
        try await behaviour.check(
            key: Peer.secret, otherKey: Self.otherSecret, secrets: [Peer.secret],
            cipher: { bytes in
                let key = try SecretKey(id: "shop-1", bytes: bytes)
                return try ContentEncodingCipher(key: KeyRing(key), recordByteCount: 64)
            },
            peer: { bytes in
                let key = try SecretKey(id: "shop-1", bytes: bytes)
                // With one record, another size changes nothing: RFC 8188 authenticates it by their number.
                let cipher = try ContentEncodingCipher(key: KeyRing(key), recordByteCount: 25)
                return CipherServer(cipher, memory: nil)
            })
    }

    /// A body of one sealed field, which must be there.
    @Test(arguments: CipherConformance.behaviours.filter { !$0.protectsMediaType })
    func sealedFieldConforms(_ behaviour: CipherConformance.Behaviour) async throws {
        try await behaviour.check(
            key: Self.jweKey("dir", Peer.secret), otherKey: Self.jweKey("dir", Self.otherSecret),
            secrets: [Peer.secret], cipher: { try OneFieldCipher(key: $0) },
            peer: { OneFieldPeer(key: $0) })
    }

    @Test(
        arguments: ["dir", "dir with CBC and HMAC", "A256KW", "ECDH-ES"],
        CipherConformance.behaviours)
    func jweConforms(_ kind: String, _ behaviour: CipherConformance.Behaviour) async throws {
        try await behaviour.check(
            key: Self.jweKey(kind, Peer.secret), otherKey: Self.jweKey(kind, Self.otherSecret),
            secrets: [Peer.secret], cipher: { JWECipher($0) },
            peer: { CipherServer(JWECipher($0), memory: nil) })
    }

    private static func jweKey(_ kind: String, _ bytes: Data) throws -> JWEKey {
        switch kind {
        case "dir": try JWEKey(SecretKey(id: "k", bytes: bytes, for: .jwe), .direct)
        case "A256KW": try JWEKey(SecretKey(id: "k", bytes: bytes, for: .jwe), .a256KW)
        case "ECDH-ES": try JWEKey(.random(.p256, id: "k"), .ecdhES)
        default:
            try JWEKey(
                SecretKey(id: "k", bytes: bytes + bytes, for: .jwe), .direct,
                encryptions: [.a256CBCHS512])
        }
    }

    /// The request exports the secret of its response, so request and response use one cipher.
    @Test(
        arguments: [KeyKind.x25519, .p256].flatMap { kind in
            HPKETests.Mode.allCases.map { (kind, $0) }
        }, CipherConformance.behaviours)
    func hpkeConforms(
        _ keys: (KeyKind, HPKETests.Mode), _ behaviour: CipherConformance.Behaviour
    ) async throws {
        try await behaviour.check(
            key: HPKETests.pair(keys.0, keys.1), otherKey: HPKETests.pair(keys.0, keys.1),
            secrets: [Peer.secret], cipher: { $0.0 }, peer: { HPKEPeer(server: $0.1) })
    }

    /// A cipher that seals nothing, and its server.
    struct Bad: PayloadCipher, ServerCipher {
        let name = "bad"
        var key = Peer.secret.base64EncodedString()

        func seal(_ request: inout TransportRequest) {}
        func open(_ response: inout TransportResponse, to request: TransportRequest) {}
        func open(_ request: inout TransportRequest) {}
        func seal(_ response: inout TransportResponse, to request: TransportRequest) {}
    }

    @Test func plaintextCipherPassesOnlyWhatNeedsNoSecrecy() async throws {
        var passed: [String] = []
        for behaviour in CipherConformance.behaviours {
            do {
                try await behaviour.check(
                    key: Bad(), otherKey: Bad(), secrets: [Peer.secret], cipher: { $0 },
                    peer: { $0 })
                passed.append(behaviour.name)
            } catch is ConformanceFailure {}
        }
        #expect(
            passed == [
                "opens what the server sealed", "opens sealed failures",
                "seals each reading of a stream afresh",
                "refuses changed header fields",
                "lets the server refuse swapped header fields of requests",
                "opens streams in pieces of any size", "refuses a stream without its end",
                "refuses pieces in another order", "delivers no byte before it is verified",
            ])
    }
}
