import Foundation
import Posthorn
import PosthornCrypto
import PosthornTesting
import TestSupport
import Testing

@Suite(
    "The conformance check refuses unsafe ciphers", .timeLimit(.minutes(5 * slowness)),
    .oneIssueAtLimit)
struct UnsafeCipherTests {
    @Test(arguments: UnsafeCipher.Flaw.allCases)
    func wholeBodies(_ flaw: UnsafeCipher.Flaw) async throws {
        try await run(
            flaw.rawValue, { UnsafeCipher($0, flaw) }, { UnsafeServer($0, flaw) })
    }

    @Test(arguments: UnsafeStreamCipher.Flaw.allCases)
    func streams(_ flaw: UnsafeStreamCipher.Flaw) async throws {
        try await run(
            flaw.rawValue, { UnsafeStreamCipher($0, flaw) }, { UnsafeStreamServer($0, flaw) })
    }

    @Test func tokens() async throws {
        try await run(
            "unsignedTokens", { UnsignedTokenCipher(wrapped: JWECipher(try Self.jweKey($0))) },
            { JWEPeer(key: try Self.jweKey($0)) })
    }

    private static func jweKey(_ bytes: Data) throws -> JWEKey {
        try JWEKey(SecretKey(id: "k", bytes: bytes), .direct)
    }

    private static let otherKey = Data(repeating: 9, count: 32)

    func run(
        _ name: String, _ cipher: @escaping @Sendable (Data) throws -> any PayloadCipher,
        _ peer: (Data) throws -> any CipherPeer
    ) async throws {
        var failed: [String] = []
        for behaviour in CipherConformance.behaviours where behaviour.name != "keeps the media type of the plaintext" {
            do {
                try await behaviour.check(
                    key: Peer.secret, otherKey: Self.otherKey, secrets: [Peer.secret],
                    cipher: cipher, peer: peer)
            } catch {
                failed.append("\(behaviour.name): \(error)")
            }
        }
        print("RESULT \(name): \(failed.isEmpty ? "PASSES" : failed.joined(separator: " ## "))")
    }
}
