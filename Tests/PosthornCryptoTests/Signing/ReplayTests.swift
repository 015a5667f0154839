import Foundation
import Posthorn
import PosthornCrypto
import Testing

@Suite("Replay protection")
struct ReplayTests {
    private let keys: [PrivateKey]
    private let nonces = LocalReplayMemory()

    init() throws {
        keys = try (1...3).map { try .random(.ed25519, id: "k-\($0)") }
    }

    private func signer(_ index: Int, at time: TimeInterval = SigningPeer.now) throws
        -> MessageSigner
    {
        var signer = MessageSigner(key: try SigningKey(keys[index]), clock: .at(time))
        signer.label = "s\(index)"
        return signer
    }

    private func verifier(
        _ known: ArraySlice<PrivateKey>, at time: TimeInterval = SigningPeer.now
    ) throws -> SignatureVerifier {
        var verifier = SignatureVerifier(
            key: try KeyRing(
                VerifyingKey(known[known.startIndex].publicKey),
                previous: known.dropFirst().map { try VerifyingKey($0.publicKey) }))
        verifier.clock = .at(time)
        verifier.replayMemory = nonces
        return verifier
    }

    private func refuses(_ request: TransportRequest, _ verifier: SignatureVerifier) async -> Bool {
        do {
            try await verifier.verify(request)
            return false
        } catch {
            return (error as? APIError.Cause)?.message == opaqueSignature
        }
    }

    private func signed() async throws -> TransportRequest {
        var request = TransportRequest.sample()
        try await ComposedSigner(keys.indices.map { try signer($0) }).sign(&request)
        return request
    }

    @Test func severalSignaturesCountAsOneMessage() async throws {
        let request = try await signed()
        let verifier = try verifier(keys[...])
        try await verifier.verify(request)
        #expect(nonces.count == 3)
        for _ in 0..<3 { #expect(await refuses(request, verifier)) }
        try await verifier.verify(try await signed())
    }

    /// A copy with only one of the signatures is still a copy.
    @Test func rejectsCopyWithFewerSignatures() async throws {
        let request = try await signed()
        let verifier = try verifier(keys[...])
        try await verifier.verify(request)
        for index in keys.indices {
            var copy = request
            for name in [HTTPField.Name.signature, .signatureInput] {
                let members = try #require(request.headers[name]).components(separatedBy: ", ")
                copy.headers[name] = members.first { $0.hasPrefix("s\(index)=") }
            }
            #expect(await refuses(copy, verifier), "s\(index)")
        }
    }

    /// A rejected message stores no nonce.
    @Test func rejectedMessageStoresNoNonce() async throws {
        let request = try await signed()
        try await verifier(keys[..<1]).verify(request)
        #expect(nonces.count == 1)
        #expect(await refuses(request, try verifier(keys[...])))
        #expect(nonces.count == 1)
    }

    @Test func duplicateSignatureLabelsCountOnce() async throws {
        var request = TransportRequest.sample()
        try await signer(0).sign(&request)
        for name in [HTTPField.Name.signature, .signatureInput] {
            let member = try #require(request.headers[name])
            request.headers[name] = "\(member), copy=\(member.dropFirst(3))"
        }
        let verifier = try verifier(keys[...])
        try await verifier.verify(request)
        #expect(await refuses(request, verifier))
    }

    /// Each signature could stand alone, unless another one covers it.
    @Test func rejectsSignatureWithoutTheOneItCovers() async throws {
        var second = try signer(1)
        second.components.append(SignatureComponent("signature").member("s0"))
        var request = TransportRequest.sample()
        try await ComposedSigner([try signer(0), second]).sign(&request)
        var alone = request
        for name in [HTTPField.Name.signature, .signatureInput] {
            let members = try #require(request.headers[name]).components(separatedBy: ", ")
            alone.headers[name] = members.last
        }
        let verifier = try verifier(keys[...])
        #expect(await refuses(alone, verifier))
        try await verifier.verify(request)
    }

    /// The last moment at which a copy is within the time window.
    @Test func rejectsReplayAtEndOfTimeWindow() async throws {
        let (now, key) = (
            HMACSignerTests.now, try SecretKey(id: "k-1", bytes: HMACSignerTests.secret)
        )
        var request = TransportRequest.sample()
        try await HMACSigner(key: key, clock: .at(now + 300)).sign(&request)
        let copy = request
        try await HMACSigner(key: key, clock: .at(now)).verify(copy, memory: nonces)
        await #expect(throws: APIError.Cause.self) {
            try await HMACSigner(key: key, clock: .at(now + 600)).verify(copy, memory: nonces)
        }
    }

    @Test func rejectsReplayAtMaximumAge() async throws {
        var request = TransportRequest.sample()
        try await signer(0).sign(&request)
        var verifier = try verifier(keys[...])
        verifier.clockTolerance = .zero
        try await verifier.verify(request)
        verifier.clock = .at(SigningPeer.now + 300)
        #expect(await refuses(request, verifier))
    }
}
