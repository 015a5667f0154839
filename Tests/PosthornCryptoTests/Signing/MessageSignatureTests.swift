import Foundation
import Posthorn
import PosthornCrypto
import Testing

@Suite("HTTP message signatures")
struct MessageSignatureTests {
    let peer: SigningPeer

    init() throws { peer = try SigningPeer() }

    /// `required` adds to what identifies a message, and does not replace it.
    @Test func requiredComponentsAddToTheIdentity() async throws {
        var peer = try SigningPeer()
        let request = try await peer.request()
        let bound = #""signature";req;key="sig""#
        let bare = try await peer.response(
            to: request, lie: .init(covered: [#""content-digest""#, bound]))
        let full = try await peer.response(to: request)
        peer.signer.responseVerifier?.required = [.contentDigest]
        #expect(await peer.accepts(full, to: request))
        #expect(await !peer.accepts(bare, to: request))
        peer.signer.responseVerifier?.requiresIdentity = false
        #expect(await peer.accepts(bare, to: request))
        peer.signer.responseVerifier?.required = [.contentDigest, .status]
        #expect(await !peer.accepts(bare, to: request))
    }

    /// Proves that the rejections below are caused by the changes.
    @Test func acceptsValidResponse() async throws {
        let request = try await peer.request()
        #expect(await peer.fault(try await peer.response(to: request), to: request) == nil)
        let empty = try await peer.request(body: nil)
        let plain = try await peer.response(
            to: empty, status: 204, body: Data(),
            lie: .init(covered: [#""@status""#, #""signature";req;key="sig""#]))
        #expect(await peer.fault(plain, to: empty) == nil)
    }

    @Test func serverVerifiesRequest() async throws {
        let request = try await peer.request()
        var verifier = SignatureVerifier(key: try VerifyingKey(peer.client.publicKey))
        verifier.clock = .at(SigningPeer.now)
        try await verifier.verify(request)
        #expect(
            request.headers[.signatureInput]?.hasPrefix(
                #"sig=("@method" "@target-uri" "content-type" "content-digest");created=1800000000;"#
                    + #"keyid="client-1";alg="ed25519";nonce=""#) == true)
        // With a nonce memory, a second copy is rejected.
        verifier.replayMemory = LocalReplayMemory()
        try await verifier.verify(request)
        let fault = await #expect(throws: APIError.Cause.self) {
            try await verifier.verify(request)
        }
        #expect(fault?.message == opaqueSignature)
    }

    @Test func rejectsEveryChangedByteOfRequest() async throws {
        let request = try await peer.request()
        var verifier = SignatureVerifier(key: try VerifyingKey(peer.client.publicKey))
        verifier.clock = .at(SigningPeer.now)
        var refused = 0
        func refuses(_ changed: TransportRequest, _ what: String) async {
            do {
                try await verifier.verify(changed)
                Issue.record("\(what) was taken")
            } catch { refused += 1 }
        }
        for index in order.indices {
            var changed = request
            var body = order
            body[index] ^= 1
            changed.body = HTTPBody(body)
            await refuses(changed, "body \(index)")
        }
        for (index, byte) in request.target.utf8.enumerated() where byte.isLetter {
            var bytes = Array(request.target.utf8)
            bytes[index] ^= 2
            var changed = request
            changed.target = String(decoding: bytes, as: UTF8.self)
            await refuses(changed, "target \(index)")
        }
        for name in [HTTPField.Name.signature, .signatureInput, .contentDigest, .contentType] {
            let value = Array(try #require(request.headers[name]).utf8)
            for index in value.indices where value[index].isLetter {
                var bytes = value
                bytes[index] ^= 2
                var changed = request
                changed.headers[name] = String(decoding: bytes, as: UTF8.self)
                await refuses(changed, "\(name) \(index)")
            }
            var missing = request
            missing.headers[name] = nil
            await refuses(missing, "without \(name)")
        }
        var method = TransportRequest.sample(.put)
        method.headers = request.headers
        await refuses(method, "the method")
        print("tampering: \(refused) changed requests, all refused")
        #expect(refused > 200)
    }

    @Test func rejectsEveryChangedByteOfResponse() async throws {
        let request = try await peer.request()
        let response = try await peer.response(to: request)
        var refused = 0
        for index in response.body.indices {
            var changed = response
            changed.body[index] ^= 1
            #expect(await peer.fault(changed, to: request)?.message == opaqueSignature)
            refused += 1
        }
        for name in [HTTPField.Name.signature, .signatureInput, .contentDigest, .contentType] {
            let value = Array(try #require(response.headers[name]).utf8)
            for index in value.indices where value[index].isLetter {
                var bytes = value
                bytes[index] ^= 2
                var changed = response
                changed.headers[name] = String(decoding: bytes, as: UTF8.self)
                let fault = await peer.fault(changed, to: request)
                #expect(
                    fault?.message == opaqueSignature || fault?.code == .unknownKey,
                    "\(name) \(index)")
                refused += 1
            }
        }
        print("tampering: \(refused) changed responses, all refused")
        #expect(refused > 150)
    }

    @Test(arguments: [
        ("too old", SigningPeer.Lie(created: SigningPeer.now - 301)),
        ("of a time to come", SigningPeer.Lie(created: SigningPeer.now + 61)),
        ("expired", SigningPeer.Lie(parameters: ";expires=1799999999")),
        ("another status", SigningPeer.Lie(signedStatus: 201)),
        ("another label", SigningPeer.Lie(inputLabel: "other")),
        ("another algorithm", SigningPeer.Lie(algorithm: "ed25519")),
        ("hmac with the public key", SigningPeer.Lie(algorithm: "hmac-sha256")),
        ("no algorithm", SigningPeer.Lie(algorithm: "none")),
        (
            "without the status",
            SigningPeer.Lie(covered: [#""content-digest""#, #""signature";req;key="sig""#])
        ),
        (
            "without the digest",
            SigningPeer.Lie(covered: [#""@status""#, #""signature";req;key="sig""#])
        ),
        ("without the request", SigningPeer.Lie(covered: [#""@status""#, #""content-digest""#])),
        (
            "twice the same",
            SigningPeer.Lie(covered: [
                #""@status""#, #""@status""#, #""content-digest""#, #""signature";req;key="sig""#,
            ])
        ),
    ])
    func rejectsInvalidResponses(_ name: String, _ lie: SigningPeer.Lie) async throws {
        let request = try await peer.request()
        let response = try await peer.response(to: request, lie: lie)
        let fault = await peer.fault(response, to: request)
        #expect(fault?.code == .openingFailed)
        #expect(fault?.message == opaqueSignature)
    }

    @Test func timeLimitsAreInclusive() async throws {
        let request = try await peer.request()
        for created in [SigningPeer.now - 300, SigningPeer.now + 60] {
            let response = try await peer.response(to: request, lie: .init(created: created))
            #expect(await peer.accepts(response, to: request))
        }
    }

    @Test func rejectsResponseToAnotherRequest() async throws {
        let (first, second) = (try await peer.request(), try await peer.request())
        let response = try await peer.response(to: first)
        #expect(await peer.fault(response, to: first) == nil)
        #expect(await peer.fault(response, to: second)?.message == opaqueSignature)
    }

    @Test func rejectsReflectedRequest() async throws {
        let request = try await peer.request()
        let reflected = TransportResponse(status: .ok, headers: request.headers, body: order)
        #expect(await peer.fault(reflected, to: request)?.message != nil)
        var both = peer
        var verifier = SignatureVerifier(
            key: try KeyRing(
                VerifyingKey(peer.server.publicKey),
                previous: [VerifyingKey(peer.client.publicKey)]))
        verifier.clock = .at(SigningPeer.now)
        both.signer.responseVerifier = verifier
        #expect(await both.fault(reflected, to: request)?.message == opaqueSignature)
    }

    @Test func rejectsAnotherKeyWithSameID() async throws {
        let request = try await peer.request()
        let key = try SigningKey(.random(.p256, id: "server-1"))
        let response = try await peer.response(to: request, key: key)
        #expect(await peer.fault(response, to: request)?.message == opaqueSignature)
    }

    @Test func unknownKeyErrorNamesTheKey() async throws {
        let request = try await peer.request()
        let response = try await peer.response(to: request, lie: .init(keyID: "server-2"))
        let fault = await peer.fault(response, to: request)
        #expect(fault?.code == .unknownKey)
        #expect(
            fault?.message
                == #"the message is signed with the key "server-2", which is not known here"#
        )
    }

    @Test func rejectsUnsignedResponse() async throws {
        let request = try await peer.request()
        let plain = TransportResponse(status: .ok, body: order)
        #expect(
            await peer.fault(plain, to: request)?.message
                == "the response is not signed: it has no Signature field")
    }

    /// The verifier requests only the key that the message names.
    @Test func requestsKeysByID() async throws {
        let asked = Box<[String]>([])
        let server = peer.server
        var both = peer
        var verifier = SignatureVerifier(
            key: FoundKeys { id in
                asked.change { $0.append(id ?? "") }
                return id == "server-1" ? try VerifyingKey(server.publicKey) : nil
            })
        verifier.clock = .at(SigningPeer.now)
        both.signer.responseVerifier = verifier
        let request = try await both.request()
        #expect(await both.accepts(try await both.response(to: request), to: request))
        #expect(asked.value == ["server-1"])
    }

    @Test func rejectsKeysUnfitForTheAlgorithm() throws {
        let rsa = try PrivateKey.random(.p256)
        let secret = try SecretKey.random(id: "s", for: .signatures)
        for algorithm in [SignatureAlgorithm.hmacSHA256, .ed25519, .ecdsaP384] {
            #expect(throws: APIError.Cause.self) { try SigningKey(rsa, algorithm: algorithm) }
            #expect(throws: APIError.Cause.self) {
                try VerifyingKey(rsa.publicKey, algorithm: algorithm)
            }
        }
        for algorithm in [SignatureAlgorithm.ed25519, .rsaPKCS1SHA256] {
            #expect(throws: APIError.Cause.self) { try SigningKey(secret, algorithm: algorithm) }
        }
        #expect(throws: APIError.Cause.self) { try SigningKey(.random(.x25519)) }
    }

    @Test(arguments: [KeyKind.ed25519, .p256, .p384, .rsa])
    func signsWithEveryKeyKind(_ kind: KeyKind) async throws {
        let key = try PrivateKey.random(kind, id: "k")
        let algorithms: [SignatureAlgorithm?] = kind == .rsa ? [nil, .rsaPKCS1SHA256] : [nil]
        for algorithm in algorithms {
            let signing = try SigningKey(key, algorithm: algorithm)
            var request = TransportRequest.sample()
            try await MessageSigner(key: signing).sign(&request)
            try await SignatureVerifier(key: signing.verifying).verify(request)
            await #expect(throws: APIError.Cause.self) {
                var changed = request
                changed.target += "&x"
                try await SignatureVerifier(key: signing.verifying).verify(changed)
            }
        }
    }

    @Test func componentValuesFollowRFC9421() async throws {
        let request = TransportRequest(
            endpoint: "e", method: .get, origin: "https://WWW.Example.com:443", route: "/",
            target:
                "/path?param=value&var=this%20is%20a%20big%0Amultiline%20value&bar=with+plus&odd=~*!",
            headers: [.priority: "u=1,   i", .accept: "a/b"])
        let values: [(SignatureComponent, String)] = [
            (.method, "GET"),
            (.targetURI, "https://www.example.com" + request.target),
            (.authority, "www.example.com"), (.scheme, "https"),
            (.requestTarget, request.target), (.path, "/path"),
            (.query, String(request.target.dropFirst(5))),
            (.queryParameter("var"), "this%20is%20a%20big%0Amultiline%20value"),
            (.queryParameter("bar"), "with%20plus"), (.queryParameter("odd"), "%7E*%21"),
            ("priority", "u=1,   i"), (SignatureComponent("priority").structured, "u=1, i"),
            (SignatureComponent("priority").member("u"), "1"),
            (SignatureComponent("accept").asBytes, ":YS9i:"),
        ]
        // Compares signatures, because the signature base is not public.
        for (component, value) in values {
            let base = try await signedBase(request, component)
            #expect(base == "\(component): \(value)", "\(component)")
        }
    }

    /// The signature base is not public.
    ///
    /// An HMAC over the expected text shows whether the base has that line.
    private func signedBase(
        _ request: TransportRequest, _ component: SignatureComponent
    ) async throws -> String {
        let key = try SigningKey(
            SecretKey(id: "k", bytes: Data(repeating: 7, count: 32), for: .signatures))
        var signer = MessageSigner(key: key, clock: .at(1))
        signer.components = [component]
        signer.componentsIfPresent = []
        signer.sendsNonce = false
        var signed = request
        try await signer.sign(&signed)
        let signature = try #require(signed.headers[.signature]?.split(separator: ":")[1])
        let parameters = "(\(component));created=1;keyid=\"k\";alg=\"hmac-sha256\""
        for value in candidates(request) {
            let text = "\(component): \(value)\n\"@signature-params\": \(parameters)"
            let bytes = try key.sign(Data(text.utf8))
            if bytes.base64EncodedString() == signature { return "\(component): \(value)" }
        }
        return "none of the candidates"
    }

    private func candidates(_ request: TransportRequest) -> [String] {
        [
            "GET", "https://www.example.com" + request.target, "www.example.com", "https",
            request.target, "/path", String(request.target.dropFirst(5)),
            "this%20is%20a%20big%0Amultiline%20value", "with%20plus", "%7E*%21", "u=1,   i",
            "u=1, i", "1",
            ":YS9i:",
        ]
    }

    @Test(
        arguments: [
            ("x-missing", #"the component "x-missing" is not there"#),
            ("@status", #"the component "@status" is part of responses alone"#),
            ("@nonsense", #"the component "@nonsense" is no component that is known"#),
            (.queryParameter("no"), #"the component "@query-param";name="no" is not in the query"#),
            (
                .queryParameter("a"),
                #"the component "@query-param";name="a" is in the query more than once"#
            ),
            (
                .method.ofRequest,
                #"the component "@method";req is of the request that the message responds to, "#
                    + "and this is a request"
            ),
            (
                SignatureComponent("content-type").structured,
                #"the component "content-type";sf is no structured field whose type is known"#
            ),
        ] as [(SignatureComponent, String)])
    func rejectsComponentsThatCannotBeSigned(
        _ component: SignatureComponent, _ message: String
    ) async throws {
        var signer = peer.signer
        signer.components = [component]
        let fault = await #expect(throws: APIError.Cause.self) {
            var request = TransportRequest.sample(.get, "/a?a=1&a=2", body: order)
            try await signer.sign(&request)
        }
        #expect(fault?.code == .sealingFailed)
        #expect(fault?.message == message)
    }

    @Test func severalSignersNeedDistinctLabels() async throws {
        var request = TransportRequest.sample()
        var second = MessageSigner(key: try SigningKey(.random(.p256, id: "two")))
        second.label = "second"
        second.components = [.method, SignatureComponent("signature").member("sig")]
        try await peer.signer.sign(&request)
        try await second.sign(&request)
        var verifier = SignatureVerifier(key: try VerifyingKey(peer.client.publicKey))
        verifier.clock = .at(SigningPeer.now)
        try await verifier.verify(request)
        let again = await #expect(throws: APIError.Cause.self) { try await second.sign(&request) }
        #expect(again?.message == #"the request has a signature "second" already"#)
    }

    @Test func retryHasNewNonceAndSameIdempotencyKey() async throws {
        var unsealed = TransportRequest.sample()
        unsealed.headers[.idempotency] = #""k-1""#
        var (first, second) = (unsealed, unsealed)
        try await peer.signer.sign(&first)
        try await peer.signer.sign(&second)
        #expect(first.headers[.signatureInput] != second.headers[.signatureInput])
        #expect(first.headers[.signatureInput]?.contains(#""idempotency-key""#) == true)
        #expect(first.headers[.idempotency] == second.headers[.idempotency])
        var verifier = SignatureVerifier(key: try VerifyingKey(peer.client.publicKey))
        verifier.clock = .at(SigningPeer.now)
        try await verifier.verify(second)
        second.headers[.idempotency] = #""k-2""#
        await #expect(throws: APIError.Cause.self) { try await verifier.verify(second) }
    }

    @Test func nonceMemoryEvictsOnlyExpiredNonces() async throws {
        let time = Box<TimeInterval>(0)
        let memory = LocalReplayMemory(
            limit: 2, now: { Date(timeIntervalSince1970: time.value) })
        func verify(at now: TimeInterval) async throws {
            time.change { $0 = now }
            var signer = peer.signer
            signer.clock = .at(now)
            var request = TransportRequest.sample()
            try await signer.sign(&request)
            var verifier = SignatureVerifier(key: try VerifyingKey(peer.client.publicKey))
            verifier.clock = .at(now)
            verifier.replayMemory = memory
            try await verifier.verify(request)
        }
        try await verify(at: 1000)
        try await verify(at: 1000)
        #expect(memory.count == 2)
        // The memory is full: evicting a nonce would let an old message pass again.
        await #expect(throws: APIError.Cause.self) { try await verify(at: 1001) }
        try await verify(at: 1361)
        #expect(memory.count == 1)
    }
}

/// A value that closures of several tasks can change.
final class Box<Value: Sendable>: Sendable {
    private let content: Locked<Value>

    init(_ value: Value) { content = Locked(value) }

    var value: Value { content.withLock { $0 } }
    func change(_ change: (inout Value) -> Void) { content.withLock { change(&$0) } }
}

extension UInt8 {
    /// Whether the byte is an ASCII letter that stays one when a bit changes.
    var isLetter: Bool {
        (UInt8(ascii: "b")...UInt8(ascii: "y")).contains(self)
            || (UInt8(ascii: "B")...UInt8(ascii: "Y")).contains(self)
    }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    static let idempotency = HTTPField.Name("Idempotency-Key")!
    // swift-format-ignore: NeverForceUnwrap
    static let priority = HTTPField.Name("Priority")!
}
