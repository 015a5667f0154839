import Foundation
import Posthorn
import PosthornCrypto
import Testing

/// Signers beside a cipher, and several signers.
@Suite("Signers beside ciphers")
struct SignerChainTests {
    private func signer() throws -> MessageSigner {
        MessageSigner(key: try SigningKey(.random(.ed25519, id: "k")))
    }

    private func contentEncoding() throws -> ContentEncodingCipher {
        try ContentEncodingCipher(key: SecretKey.random(id: "shop-1"))
    }

    /// Each read of a body that is sealed while sending has a new salt, so its digest would not
    /// match.
    @Test func rejectsDigestOfBodySealedWhileSending() async throws {
        var request = TransportRequest.sample(body: nil)
        request.body = HTTPBody(
            BodyStream(length: order.count, replay: { ByteStream(order) }))
        var unsealed = request
        try await signer().sign(&unsealed)
        let key = try SecretKey(id: "k-1", bytes: HMACSignerTests.secret)
        for signer in [try signer(), HMACSigner(key: key)] as [any Signer] {
            let chain = steps(try contentEncoding(), signer)
            let fault = await #expect(throws: APIError.Cause.self) {
                var sealed = request
                try await chain.seal(&sealed)
            }
            #expect(fault?.code == .sealingFailed)
            #expect(
                fault?.message
                    == "the signer \(signer.name) reads the whole body before it is sent, "
                    + "and this one is sealed anew each time that it is read")
            #expect(
                fault?.advice == "send the bytes from memory, or use a signature that does not "
                    + "cover the body")
        }
        // A body in memory is sealed once.
        var whole = TransportRequest.sample()
        try await steps(try contentEncoding(), try signer()).seal(&whole)
        #expect(whole.headers[.contentEncoding] == "aes128gcm")
    }

    @Test func keepsAcceptEncodingSetByCipher() async throws {
        let peer = try SigningPeer()
        let key = try SecretKey(id: "k-1", bytes: HMACSignerTests.secret)
        var hmac = HMACSigner(key: key)
        hmac.verifiesResponses = true
        let raw = try SecretKey(id: "k-1", bytes: HMACSignerTests.secret, for: .signatures)
        var jws = JWSSigner(key: try SigningKey(raw))
        jws.responseVerifier = JWSVerifier(key: try VerifyingKey(raw))
        for signer in [peer.signer, hmac, jws] as [any Signer] {
            var sealed = TransportRequest.sample()
            try await steps(try contentEncoding(), signer).seal(&sealed)
            #expect(sealed.headers[.acceptEncoding] == "aes128gcm", "\(signer.name)")
            var plain = TransportRequest.sample()
            try await signer.sign(&plain)
            #expect(plain.headers[.acceptEncoding] == "identity", "\(signer.name)")
        }
    }

    /// The steps that change the URL run first, wherever they are in the list.
    @Test func signerThatChangesURLRunsFirst() async throws {
        let key = try SecretKey(id: "k-1", bytes: HMACSignerTests.secret)
        var presigner = AWSSigner(
            credentials: AWSCredentials(accessKeyID: "A", secret: "s"), region: "r", service: "s")
        presigner.place = .query(expires: .seconds(60))
        let hmac = HMACSigner(key: key)
        let raw = try SecretKey(id: "k-1", bytes: HMACSignerTests.secret, for: .signatures)
        let changing: [any Signer] = [ParameterSigner(key: raw, digest: .hmacSHA256), presigner]
        for signer in changing {
            var sealed = TransportRequest.sample()
            try await steps(
                try EnvelopeCipher(
                    key: SecretKey.shared(for: .envelopeVersion1), suite: .version1AES256GCM),
                signer
            )
            .seal(&sealed)
            #expect(sealed.target != TransportRequest.sample().target)
            var signed = TransportRequest.sample()
            try await ComposedSigner([hmac, signer]).sign(&signed)
            try await hmac.verify(signed, memory: LocalReplayMemory())
        }
        var request = TransportRequest.sample()
        var inField = ParameterSigner(key: raw, digest: .hmacSHA256)
        inField.place = .header(.plainSignature)
        try await ComposedSigner([hmac, inField]).sign(&request)
        #expect(request.headers[.plainSignature] != nil)
    }

    /// Signs by adding to the URL.
    private struct Tag: Signer {
        let name = "tag"
        var signsBeforeSealing = false

        func sign(_ request: inout TransportRequest) { request.target += "&tag=1" }
        func verify(_ response: TransportResponse, to request: TransportRequest) {}
    }

    /// Seals by adding to the URL.
    private struct Moving: PayloadCipher {
        let name = "moving"

        func seal(_ request: inout TransportRequest) { request.target += "&moved=1" }
        func open(_ response: inout TransportResponse, to request: TransportRequest) {}
    }

    @Test func rejectsChangeOfURLThatAnEarlierStepBound() async throws {
        let key = try SecretKey(id: "k-1", bytes: HMACSignerTests.secret)
        var hmac = HMACSigner(key: key)
        let aes = try EnvelopeCipher(
            key: SecretKey.shared(for: .envelopeVersion1), suite: .version1AES256GCM)
        hmac.signsBeforeSealing = true
        let cases: [(ComposedCipher, String, String)] = [
            (
                steps(aes, Tag()), "the signer tag changes the URL after AES-256-GCM has sealed it",
                "let it sign before sealing (`signsBeforeSealing`) or write into a header field"
            ),
            (
                steps(aes, hmac, Tag(signsBeforeSealing: true)),
                "the signer tag changes the URL after HMAC-SHA256 has signed it",
                "put tag first in the list, or let it write into a header field"
            ),
            (
                steps(Moving(), hmac),
                "the cipher moving changes the URL after HMAC-SHA256 has signed it",
                "let HMAC-SHA256 sign after sealing, or let moving write into a header field"
            ),
            (
                ComposedCipher([aes, Moving()]),
                "the cipher moving changes the URL after AES-256-GCM has sealed it",
                "put moving first in the list, or let it write into a header field"
            ),
        ]
        for (steps, message, advice) in cases {
            let fault = await #expect(throws: APIError.Cause.self) {
                var request = TransportRequest.sample()
                try await steps.seal(&request)
            }
            #expect(fault?.code == .sealingFailed)
            #expect(fault?.message == message)
            #expect(fault?.advice == advice)
        }
    }
}
