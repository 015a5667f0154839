import Foundation
import Posthorn
import PosthornCrypto
import Testing

@Suite("Input rejected by signers and verifiers")
struct SignerRefusalTests {
    private func fault(
        _ signer: any Signer, _ request: TransportRequest = .sample()
    ) async -> APIError.Cause? {
        var request = request
        do {
            try await signer.sign(&request)
            return nil
        } catch { return error as? APIError.Cause }
    }

    /// A present field that cannot be signed is an error, even if it is optional.
    @Test func presentButUnsignableFieldThrows() async throws {
        let signer = MessageSigner(key: try SigningKey(.random(.ed25519, id: "k")))
        var request = TransportRequest.sample()
        request.headers[.authorization] = "Basic é"
        let fault = await fault(signer, request)
        #expect(fault?.code == .sealingFailed)
        #expect(fault?.message == #"the component "authorization" holds what is not ASCII"#)
        request.headers[.authorization] = nil
        #expect(await self.fault(signer, request) == nil)
        var optional = signer
        optional.componentsIfPresent = [.queryParameter("no"), "x-missing", .queryParameter("a")]
        #expect(
            await self.fault(optional, .sample(.get, "/a?a=1&a=2"))?.message
                == #"the component "@query-param";name="a" is in the query more than once"#)
        #expect(await self.fault(optional, .sample(.get, "/a?a=1")) == nil)
    }

    @Test func rejectsEncryptionKeyForSigning() async throws {
        let bytes = Data(repeating: 7, count: 32).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        for member in [#""use":"enc""#, #""key_ops":["encrypt"]"#, #""alg":"HS512""#] {
            let jwk = #"{"kty":"oct","kid":"k","k":"\#(bytes)",\#(member)}"#
            let key = try SecretKey(jwk: Data(jwk.utf8), for: .derivation)
            let raw = try SecretKey(jwk: Data(jwk.utf8), for: .signatures)
            let signers: [any Signer] = [
                HMACSigner(key: key), ParameterSigner(key: raw, digest: .hmacSHA256),
            ]
            for signer in signers {
                #expect(await fault(signer)?.code == .invalidKey, "\(signer.name) \(member)")
            }
            // It does not verify either: the valid key has the same bytes.
            var request = TransportRequest.sample()
            let honest = try SecretKey(id: "k", bytes: Data(repeating: 7, count: 32))
            try await HMACSigner(key: honest).sign(&request)
            let fault = await #expect(throws: APIError.Cause.self) {
                try await HMACSigner(key: key).verify(request, memory: LocalReplayMemory())
            }
            #expect(fault?.code == .invalidKey)
        }
    }

    @Test(arguments: ["sign", "ts", "nonce", "app"])
    func rejectsParameterReservedForSigner(_ name: String) async throws {
        let key = try SecretKey(id: "k-1", bytes: HMACSignerTests.secret, for: .signatures)
        var signer = ParameterSigner(key: key, digest: .hmacSHA256)
        signer.timeName = "ts"
        signer.nonceName = "nonce"
        signer.keyIDName = "app"
        let fault = await fault(signer, .sample(.get, "/a?b=1&\(name)=2", body: nil))
        #expect(fault?.code == .sealingFailed)
        #expect(fault?.message == "the call has a parameter \"\(name)\", which is the signer's own")
        let json = Data("{\"\(name)\":1}".utf8)
        #expect(await self.fault(signer, .sample(.post, "/a", body: json))?.code == .sealingFailed)
        #expect(await self.fault(signer) == nil)
    }

    /// An empty response without a signed digest is rejected.
    @Test func rejectsEmptyResponseWithoutDigest() async throws {
        let peer = try SigningPeer()
        let request = try await peer.request()
        let covered = [#""@status""#, #""signature";req;key="sig""#]
        for (status, isTaken) in [
            (200, false), (400, false), (204, true), (205, true), (304, true),
        ] {
            let response = try await peer.response(
                to: request, status: status, body: Data(), lie: .init(covered: covered))
            #expect(await peer.accepts(response, to: request) == isTaken, "\(status)")
            let whole = try await peer.response(to: request, status: status, body: Data())
            #expect(await peer.accepts(whole, to: request), "\(status)")
        }
        let key = try SigningKey(.random(.ed25519, id: "k"))
        var jws = JWSSigner(key: key)
        jws.responseVerifier = JWSVerifier(key: key.verifying)
        func opens(_ status: Int, _ method: HTTPRequest.Method, signed: Bool = false) async -> Bool
        {
            var response = TransportResponse(status: .init(code: status))
            do {
                if signed {
                    response.headers[jws.field] = try JWSSigner.signature(of: Data(), by: key)
                }
                try await jws.verify(response, to: .sample(method))
                return true
            } catch { return false }
        }
        #expect(await !opens(200, .post))
        #expect(await opens(200, .post, signed: true))
        #expect(await opens(200, .head))
        #expect(await opens(204, .post))
    }

    /// The signer's corrected clock also applies to verification.
    @Test func verifiesResponsesWithSignersClock() async throws {
        let honest = try SigningPeer()
        var peer = honest
        peer.signer.responseVerifier = SignatureVerifier(
            key: try VerifyingKey(honest.server.publicKey))
        let request = try await peer.request()
        #expect(await peer.accepts(try await peer.response(to: request), to: request))
        // The verifier's own clock takes precedence.
        peer.signer.responseVerifier?.clock = .at(SigningPeer.now - 1000)
        #expect(await !peer.accepts(try await peer.response(to: request), to: request))
    }

    @Test func signsEachDigestThatIsSent() async throws {
        var signer = try SigningPeer().signer
        signer.sendsReprDigest = true
        var request = TransportRequest.sample()
        request.headers[.contentEncoding] = "zstd"
        try await signer.sign(&request)
        let input = request.headers[.signatureInput] ?? ""
        #expect(input.contains(#""content-encoding""#))
        #expect(input.contains(#""content-digest" "repr-digest""#))
    }

    /// A nonce without an expiry would have to be stored forever.
    @Test func rejectsNoncesOfSignaturesWithoutExpiry() async throws {
        let peer = try SigningPeer()
        var verifier = SignatureVerifier(key: try VerifyingKey(peer.client.publicKey))
        verifier.clock = .at(SigningPeer.now)
        let memory = LocalReplayMemory()
        verifier.replayMemory = memory
        verifier.maximumAge = nil
        let endless = try await peer.request()
        await #expect(throws: APIError.Cause.self) { try await verifier.verify(endless) }
        #expect(memory.count == 0)
        var signer = peer.signer
        signer.lifetime = .seconds(60)
        var ending = TransportRequest.sample()
        try await signer.sign(&ending)
        try await verifier.verify(ending)
        await #expect(throws: APIError.Cause.self) { try await verifier.verify(ending) }
    }

    /// RFC 7518, section 3.2: as many bits as the hash has.
    @Test func rejectsKeyShorterThanHashUnlessAllowed() async throws {
        let short = try SecretKey(
            id: "k", bytes: Data(repeating: 7, count: 31), for: .signatures)
        let long = try SecretKey(
            id: "k", bytes: Data(repeating: 7, count: 32), for: .signatures)
        var sorted = ParameterSigner(key: short, digest: .hmacSHA256)
        let refused = await fault(sorted)
        #expect(refused?.code == .invalidKey)
        #expect(refused?.description.contains("allowsShortKeys") == true)
        sorted.allowsShortKeys = true
        #expect(await fault(sorted) == nil)
        for (algorithm, key) in [
            (SignatureAlgorithm.hmacSHA256, short), (.hmacSHA384, long), (.hmacSHA512, long),
        ] {
            #expect(throws: APIError.Cause.self) { try SigningKey(key, algorithm: algorithm) }
            #expect(throws: APIError.Cause.self) { try VerifyingKey(key, algorithm: algorithm) }
            let allowed = try SigningKey(key, algorithm: algorithm, allowsShortKeys: true)
            #expect(try allowed.verifying.verifies(allowed.sign(order), of: order))
        }
    }

    @Test func rejectsInvalidLifetimes() async throws {
        var signer = try SigningPeer().signer
        for lifetime in [Duration.seconds(Int64.max), .zero, .seconds(-5)] {
            signer.lifetime = lifetime
            #expect(await fault(signer)?.code == .sealingFailed)
        }
        signer.lifetime = .milliseconds(500)
        var request = TransportRequest.sample()
        try await signer.sign(&request)
        let input = try #require(request.headers[.signatureInput])
        #expect(input.contains(";expires=\(Int64(SigningPeer.now) + 1)"))
    }

    @Test func rejectsDuplicateSignatureLabel() async throws {
        var request = TransportRequest.sample()
        request.headers[.signature] = "sig=:AAAA:"
        let fault = await fault(try SigningPeer().signer, request)
        #expect(fault?.message.contains("has a signature") == true)
    }

    /// A second signer does not replace fields that the first one signed.
    @Test func laterSignerKeepsSignedFields() async throws {
        let first = try SigningPeer().signer
        var second = try SigningPeer().signer
        second.label = "proxy"
        var request = TransportRequest.sample()
        try await first.sign(&request)
        #expect(await fault(second, request) == nil)
        second.digest = second.digest == .sha512 ? .sha256 : .sha512
        let fault = await fault(second, request)
        #expect(
            fault?.message == "the request has another Content-Digest already, which is signed")
        request.headers[.authorization] = "Bearer t"
        let aws = AWSSigner(
            credentials: AWSCredentials(accessKeyID: "AKID", secret: "geheim"),
            region: "eu-central-1", service: "execute-api")
        let refusal = await #expect(throws: APIError.Cause.self) { try await aws.sign(&request) }
        #expect(refusal?.message.contains("an earlier signer may have signed") == true)
    }

    @Test func repeatedComponentIsSignedOnce() async throws {
        var signer = try SigningPeer().signer
        signer.components = [.method, .targetURI, .method]
        var request = TransportRequest.sample()
        try await signer.sign(&request)
        let input = try #require(request.headers[.signatureInput])
        #expect(input.components(separatedBy: "@method").count == 2)
    }

    /// As the transport sends it.
    @Test func signsContentLengthZeroOfPostWithoutBody() async throws {
        var signer = try SigningPeer().signer
        signer.components = [.method, .targetURI, "content-length"]
        #expect(await fault(signer, .sample(.post, body: nil)) == nil)
        #expect(await fault(signer, .sample(.get, "/a", body: nil))?.code == .sealingFailed)
    }

    @Test func plusInQueryIsSignedAsSpace() async throws {
        let signer = ParameterSigner(
            key: try SecretKey(id: "k", bytes: HMACSignerTests.secret, for: .signatures),
            digest: .hmacSHA256)
        func signature(_ target: String) async throws -> Substring {
            var request = TransportRequest.sample(.get, target, body: nil)
            try await signer.sign(&request)
            return request.target.suffix(64)
        }
        #expect(try await signature("/a?q=x+y") == signature("/a?q=x%20y"))
        #expect(try await signature("/a?q=x+y") != signature("/a?q=x%2By"))
    }

    @Test func rejectsFormThatIsNotUTF8() async throws {
        var signer = ParameterSigner(
            key: try SecretKey(id: "k", bytes: HMACSignerTests.secret, for: .signatures),
            digest: .hmacSHA256)
        signer.place = .body("sign")
        var request = TransportRequest.sample(body: Data([0x61, 0x3d, 0xff]))
        request.headers[.contentType] = "application/x-www-form-urlencoded"
        let message = await fault(signer, request)?.message ?? ""
        #expect(message.contains("UTF-8"))
    }

    @Test func rejectsKeyIDInvalidInHeaderField() async throws {
        var signer = ParameterSigner(
            key: try SecretKey(id: "k\u{e9}", bytes: HMACSignerTests.secret, for: .signatures),
            digest: .hmacSHA256)
        signer.keyIDName = "X-App"
        signer.place = .header(.contentDisposition)
        let message = await fault(signer)?.message ?? ""
        #expect(message.contains("header field"))
        signer.place = .query("sign")
        #expect(await fault(signer) == nil)
    }

    @Test func errorTruncatesLongKeyID() async throws {
        let id = String(repeating: "x", count: 1000)
        let peer = try SigningPeer()
        var signer = peer.signer
        signer.responseVerifier = nil
        let other = MessageSigner(
            key: try SigningKey(.random(.ed25519, id: String(id.prefix(255)))), clock: signer.clock)
        var request = TransportRequest.sample()
        try await other.sign(&request)
        request.headers[.signatureInput] = request.headers[.signatureInput]?.replacing(
            String(id.prefix(255)), with: id)
        var verifier = SignatureVerifier(key: try VerifyingKey(peer.client.publicKey))
        verifier.clock = .at(SigningPeer.now)
        let sent = request
        let fault = await #expect(throws: APIError.Cause.self) { try await verifier.verify(sent) }
        #expect(fault?.code == .unknownKey)
        #expect((fault?.message.utf8.count ?? 1000) < 400)
    }
}
