import Foundation
import Posthorn
import PosthornCrypto
import Testing

@Suite("RFC 9421, appendix B, and RFC 9530")
struct MessageSignatureVectorTests {
    let vectors: MessageVectors

    init() throws { vectors = try #require(MessageVectors.all) }

    /// Verifies with the vectors' time and without our requirements.
    private func verifier() throws -> SignatureVerifier {
        let keys = try vectors.keys.keys.map(vectors.verifyingKey)
        var verifier = SignatureVerifier(
            key: FoundKeys { id in keys.first { $0.id == id } })
        verifier.requiresIdentity = false
        verifier.requiresDigest = false
        verifier.clock = .at(1_618_884_473)
        return verifier
    }

    @Test func matchesAll13Cases() async throws {
        var tally = SigningTally("RFC 9421 appendix B")
        #expect(vectors.signatures.count == 13)
        for vector in vectors.signatures {
            let text = try vectors.message(vector)
            let verifier = try verifier()
            var passes = true
            do {
                if text.hasPrefix("HTTP/") {
                    try await verifier.verify(TransportResponse(message: text), to: .sample())
                } else {
                    try await verifier.verify(TransportRequest(message: text))
                }
            } catch {
                passes = false
            }
            #expect(passes == vector.valid, "\(vector.id)")
            if passes { tally.passed += 1 } else { tally.refuse("as the vector says") }
        }
        tally.print()
        #expect(tally.passed == 11)
        #expect(tally.ran == 13)
    }

    /// Reproduces the signatures of deterministic algorithms.
    @Test(arguments: ["B.2.5", "B.2.6"])
    func reproducesDeterministicSignatures(_ id: String) async throws {
        let vector = try #require(vectors.signatures.first { $0.id == id })
        let text = try vectors.message(vector)
        let key = try vectors.signingKey(
            id == "B.2.5" ? "test-shared-secret" : "test-key-ed25519")
        var signer = MessageSigner(key: key, clock: .at(1_618_884_473))
        signer.label = vector.label
        signer.components =
            id == "B.2.5"
            ? ["date", "@authority", "content-type"]
            : ["date", "@method", "@path", "@authority", "content-type", "content-length"]
        signer.componentsIfPresent = []
        signer.digest = nil
        signer.sendsNonce = false
        signer.sendsAlgorithm = false
        var request = try TransportRequest(message: text)
        request.headers[.signatureInput] = nil
        request.headers[.signature] = nil
        try await signer.sign(&request)
        #expect(request.headers[.signatureInput] == vector.signatureInput)
        #expect(request.headers[.signature] == vector.signature)
    }

    struct Digests: Decodable {
        struct Case: Decodable {
            var inputUtf8: String
            var sha256: String?
            var sha512: String?
            enum CodingKeys: String, CodingKey {
                case inputUtf8, sha256 = "sha-256", sha512 = "sha-512"
            }
        }
        var cases: [Case]
    }

    @Test func digestsMatchRFC9530() async throws {
        let digests = try SigningVectors.decoder.decode(
            Digests.self, from: SigningVectors.data("rfc9530-digests.json"))
        var tally = SigningTally("RFC 9530 digests")
        for vector in digests.cases {
            for (algorithm, value) in [
                (ContentDigest.Algorithm.sha256, vector.sha256), (.sha512, vector.sha512),
            ] {
                guard let value else { continue }
                var signer = MessageSigner(key: try vectors.signingKey("test-shared-secret"))
                signer.digest = algorithm
                signer.sendsReprDigest = true
                var request = TransportRequest.sample(body: Data(vector.inputUtf8.utf8))
                try await signer.sign(&request)
                #expect(request.headers[.contentDigest] == "\(algorithm.rawValue)=:\(value):")
                #expect(request.headers[.reprDigest] == request.headers[.contentDigest])
                tally.passed += 1
            }
        }
        tally.print()
        #expect(tally.passed == 3)
    }

    /// Row 220: a digest that proves nothing is ignored.
    @Test(arguments: ["md5", "sha", "unixsum", "unixcksum", "adler", "crc32c"])
    func insecureDigestAlgorithmsAreIgnored(_ algorithm: String) async throws {
        let peer = try SigningPeer()
        let request = try await peer.request()
        let right = "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:"
        let body = Data(#"{"hello": "world"}"#.utf8)
        let weak = "\(algorithm)=:AAAA:"
        for (digest, passes) in [(weak, false), (right, true), ("\(weak), \(right)", true)] {
            let response = try await peer.response(to: request, body: body, digest: digest)
            #expect(await peer.accepts(response, to: request) == passes, "\(digest)")
        }
    }
}
