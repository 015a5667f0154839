import Foundation
import Posthorn
import PosthornCrypto
import Testing

/// Signers and ciphers in one chain.
@Suite("Chains of signers and ciphers")
struct SignerChainTests {
    private func signer() throws -> MessageSigner {
        MessageSigner(key: try SigningKey(.random(.ed25519, id: "k")))
    }

    private func contentEncoding() throws -> ContentEncodingCipher {
        try ContentEncodingCipher(key: .random(id: "shop-1"))
    }

    /// Each read of a body that is sealed while sending has a new salt, so its digest would not
    /// match.
    @Test func rejectsDigestOfBodySealedWhileSending() async throws {
        var request = TransportRequest.sample(body: nil)
        request.body = HTTPBody(
            BodyStream(length: order.count, replay: { ByteStream(order) }))
        var unsealed = request
        try await signer().seal(&unsealed)
        let key = try SecretKey(id: "k-1", bytes: HMACSignerTests.secret)
        for signer in [try signer(), HMACSigner(key: key)] as [any PayloadCipher] {
            let chain = ComposedCipher([try contentEncoding(), signer])
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
        try await ComposedCipher([try contentEncoding(), try signer()]).seal(&whole)
        #expect(whole.headers[.contentEncoding] == "aes128gcm")
    }

    @Test func keepsAcceptEncodingSetByCipher() async throws {
        let peer = try SigningPeer()
        let key = try SecretKey(id: "k-1", bytes: HMACSignerTests.secret)
        var hmac = HMACSigner(key: key)
        hmac.verifiesResponses = true
        var jws = JWSSigner(key: try SigningKey(key))
        jws.responseVerifier = JWSVerifier([try VerifyingKey(key)])
        for signer in [peer.signer, hmac, jws] as [any PayloadCipher] {
            var sealed = TransportRequest.sample()
            try await ComposedCipher([try contentEncoding(), signer]).seal(&sealed)
            #expect(sealed.headers[.acceptEncoding] == "aes128gcm", "\(signer.name)")
            var plain = TransportRequest.sample()
            try await signer.seal(&plain)
            #expect(plain.headers[.acceptEncoding] == "identity", "\(signer.name)")
        }
    }

    @Test func signerThatChangesURLMustComeFirst() async throws {
        let key = try SecretKey(id: "k-1", bytes: HMACSignerTests.secret)
        var presigner = AWSSigner(
            credentials: AWSCredentials(accessKeyID: "A", secret: "s"), region: "r", service: "s")
        presigner.place = .query(expires: .seconds(60))
        let changing: [any PayloadCipher] = [
            ParameterSigner(key: key, digest: .hmacSHA256), presigner,
        ]
        for signer in changing {
            for first in [try AESGCMCipher(key: .shared()), HMACSigner(key: key)]
                as [any PayloadCipher]
            {
                let fault = await #expect(throws: APIError.Cause.self) {
                    var request = TransportRequest.sample()
                    try await ComposedCipher([first, signer]).seal(&request)
                }
                #expect(fault?.code == .sealingFailed)
                #expect(
                    fault?.message == "the cipher \(signer.name) changes the URL after "
                        + "\(first.name) has sealed it")
                #expect(
                    fault?.advice == "put \(signer.name) first in the list, or let it write into a "
                        + "header field")
                var request = TransportRequest.sample()
                try await ComposedCipher([signer, first]).seal(&request)
            }
        }
        var request = TransportRequest.sample()
        var inField = ParameterSigner(key: key, digest: .hmacSHA256)
        inField.place = .header(.plainSignature)
        try await ComposedCipher([HMACSigner(key: key), inField]).seal(&request)
        #expect(request.headers[.plainSignature] != nil)
    }
}
