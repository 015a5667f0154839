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
    private static let otherKey = Data(repeating: 9, count: 32)

    @Test(arguments: UnsafeCipher.Flaw.allCases)
    func namesFlawOfWholeBodies(_ flaw: UnsafeCipher.Flaw) async throws {
        try await expect(
            flaw.finding, { UnsafeCipher($0, flaw) }, { UnsafeServer($0, flaw) })
    }

    @Test(arguments: UnsafeStreamCipher.Flaw.allCases)
    func namesFlawOfStreams(_ flaw: UnsafeStreamCipher.Flaw) async throws {
        try await expect(
            flaw.finding, { UnsafeStreamCipher($0, flaw) }, { UnsafeStreamServer($0, flaw) })
    }

    @Test func refusesUnsignedTokens() async throws {
        try await expect(
            "a response in the clear opened: 200 in response to POST, application/jose",
            { UnsignedTokenCipher(wrapped: JWECipher(try Self.jweKey($0))) },
            { JWEPeer(key: try Self.jweKey($0)) })
    }

    private static func jweKey(_ bytes: Data) throws -> JWEKey {
        try JWEKey(SecretKey(id: "k", bytes: bytes, for: .jwe), .direct)
    }

    /// Expects that one of the failures starts with what was found, and that each names danger and advice.
    private func expect(
        _ finding: String?, _ cipher: @escaping @Sendable (Data) throws -> any PayloadCipher,
        _ peer: (Data) throws -> any ServerCipher
    ) async throws {
        var failures: [String] = []
        for behaviour in CipherConformance.behaviours {
            do {
                try await behaviour.check(
                    key: Peer.secret, otherKey: Self.otherKey, secrets: [Peer.secret],
                    cipher: cipher, peer: peer)
            } catch {
                failures.append("\(error)")
            }
        }
        guard let finding else {
            #expect(failures.isEmpty)
            return
        }
        #expect(failures.contains { $0.contains(finding) }, "\(failures)")
        for failure in failures {
            #expect(failure.contains(". Danger: ") && failure.contains(". What to write: "))
        }
    }

    @Test func behavioursThatNeedPeerRefuseClosure() async throws {
        let behaviour = try #require(CipherConformance.behaviours.first { $0.needsPeer })
        let error = await #expect(throws: ConformanceFailure.self) {
            try await behaviour.check(
                cipher: { UnsafeCipher(Peer.secret, .none) },
                response: { body, _ in TransportResponse(status: .ok, body: body) })
        }
        #expect(
            "\(error, default: "")"
                == "this needs the server's side: call check(key:otherKey:secrets:cipher:peer:)")
    }
}
