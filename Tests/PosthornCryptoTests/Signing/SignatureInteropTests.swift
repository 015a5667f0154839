import Foundation
import Posthorn
import PosthornCrypto
import Testing

/// Signatures in both directions with botocore, http-message-signatures and joserfc from PyPI, and
/// with independent implementations where no library exists.
@Suite(
    "Signature interoperation with Python",
    .enabled("needs the virtual environment of `make setup`") { PythonPeer.isThere })
struct SignatureInteropTests {
    private func job(_ request: TransportRequest, _ more: [String: Any] = [:]) -> [String: Any] {
        var headers: [String: String] = [:]
        for field in request.headers { headers[field.name.canonicalName] = field.value }
        var job: [String: Any] = [
            "method": request.method.rawValue, "url": request.url, "target": request.target,
            "headers": headers,
            "body": String(decoding: request.body?.data ?? Data(), as: UTF8.self),
        ]
        job.merge(more) { $1 }
        return job
    }

    /// http-message-signatures does not support P-384.
    static let pairs: [(KeyKind, SignatureAlgorithm)] = [
        (.ed25519, .ed25519), (.p256, .ecdsaP256), (.rsa, .rsaPSSSHA512), (.rsa, .rsaPKCS1SHA256),
    ]

    @Test(arguments: pairs)
    func messageSignaturesInteroperate(
        _ kind: KeyKind, _ algorithm: SignatureAlgorithm
    ) async throws {
        let pair = try PrivateKey.random(kind, id: "k")
        let key = try SigningKey(pair, algorithm: algorithm)
        try await bothDirections(
            key,
            [
                "publicPEM": pair.publicKey.pem, "privatePEM": pair.secretPEM,
                "algorithm": algorithm.rawValue, "keyID": "k",
            ])
    }

    @Test func messageSignaturesWithSecretInteroperate() async throws {
        let secret = Data(repeating: 5, count: 32)
        try await bothDirections(
            SigningKey(SecretKey(id: "k", bytes: secret, for: .signatures)),
            ["secret": secret.hex, "algorithm": "hmac-sha256", "keyID": "k"])
    }

    /// The header fields of a cipher for a request without a body.
    @Test func messageSignaturesOfSealedRequestsInteroperate() async throws {
        let secret = Data(repeating: 5, count: 32)
        let server = try PrivateKey.random(.x25519, id: "s").publicKey
        let cipher = steps(
            try HPKECipher(recipient: server),
            MessageSigner(key: try SigningKey(SecretKey(id: "k", bytes: secret, for: .signatures))))
        var (request, other) = (
            TransportRequest.sample(.get, body: nil), TransportRequest.sample(.get, body: nil)
        )
        try await cipher.seal(&request)
        try await cipher.seal(&other)
        let name = try #require(HTTPField.Name("Posthorn-Encapsulated"))
        var swapped = request
        swapped.headers[name] = other.headers[name]
        let facts = ["secret": secret.hex, "algorithm": "hmac-sha256", "keyID": "k"]
        let responses = try PythonPeer.run([
            ("verify_http", job(request, facts)), ("verify_http", job(swapped, facts)),
        ])
        #expect(responses[0]["verified"] as? [String] == ["sig"], "\(responses[0])")
        #expect(responses[1]["error"] != nil)
    }

    private func bothDirections(_ key: SigningKey, _ facts: [String: Any]) async throws {
        var signer = MessageSigner(key: key)
        signer.components = [
            .method, .targetURI, .authority, .path, .query, .queryParameter("limit"),
        ]
        var request = TransportRequest.sample(.post, "/v1/orders?limit=5~*%2B+&q=a%20b")
        try await signer.sign(&request)
        var changed = request
        changed.target += "&x=1"
        var theirs = TransportRequest.sample(.post, "/v1/orders?limit=5~*%2B+", body: nil)
        theirs.headers[.contentType] = "application/json"
        let wanted = [
            "@method", "@target-uri", "content-type", "\"@query-param\";name=\"limit\"",
        ]
        let responses = try PythonPeer.run([
            ("verify_http", job(request, facts)), ("verify_http", job(changed, facts)),
            ("sign_http", job(theirs, facts.merging(["components": wanted]) { $1 })),
        ])
        #expect(responses[0]["verified"] as? [String] == ["sig"], "\(responses[0])")
        #expect(responses[1]["error"] != nil)
        let signed = responses[2]
        let headers = try #require(signed["headers"] as? [String: String], "\(signed)")
        theirs.headers[.signature] = headers["signature"]
        theirs.headers[.signatureInput] = headers["signature-input"]
        let verifier = SignatureVerifier(key: key.verifying)
        try await verifier.verify(theirs)
        theirs.headers[.contentType] = "text/plain"
        await #expect(throws: APIError.Cause.self) { try await verifier.verify(theirs) }
    }

    @Test(arguments: [
        ("execute-api", "/a%20b/c~d?z=1&a=%2F&a=b"), ("s3", "/bucket//a%20b%2Fc?prefix=x&acl"),
        ("sqs", "/"),
    ])
    func signaturesMatchBotocore(_ service: String, _ target: String) async throws {
        var request = TransportRequest(
            endpoint: "e", method: .put, origin: "https://x.eu-central-1.amazonaws.com",
            route: "/", target: target,
            headers: [.contentType: "text/plain", .init("X-Amz-Meta-A")!: "  two   words "],
            body: Data("body".utf8))
        let unsigned = job(
            request,
            [
                "service": service, "secret": "geheim", "token": "token+/=",
                "time": "20270115T080000Z",
            ])
        let signer = AWSSigner(
            credentials: AWSCredentials(
                accessKeyID: "AKID", secret: "geheim", sessionToken: "token+/="),
            region: "eu-central-1", service: service, clock: .at(1_800_000_000))
        try await signer.sign(&request)
        let theirs = try PythonPeer.run("sigv4", unsigned)
        #expect(
            theirs["authorization"] as? String == request.headers[.authorization], "\(theirs)")
    }

    @Test(arguments: [
        (KeyKind.p256, SignatureAlgorithm.ecdsaP256), (.p384, .ecdsaP384), (.p521, .ecdsaP521),
        (.ed25519, .ed25519), (.rsa, .rsaPSSSHA256), (.rsa, .rsaPKCS1SHA256),
    ])
    func detachedJWSInteroperates(
        _ kind: KeyKind, _ algorithm: SignatureAlgorithm
    ) async throws {
        let pair = try PrivateKey.random(kind, id: "k")
        let key = try SigningKey(pair, algorithm: algorithm)
        let verifier = JWSVerifier(key: key.verifying)
        // joserfc accepts unencoded payloads without dots only if they are attached.
        for encodes in [true, false] {
            let facts: [String: Any] = [
                "jwk": String(decoding: pair.secretJWK, as: UTF8.self),
                "algorithm": algorithm.joseName, "encodes": encodes,
                "payload": order.base64EncodedString(),
            ]
            let ours = try JWSSigner.signature(of: order, by: key, encodesPayload: encodes)
            let responses = try PythonPeer.run([
                ("jws_verify", facts.merging(["jws": ours]) { $1 }), ("jws_sign", facts),
            ])
            #expect(responses[0]["verified"] as? Bool == true, "\(responses[0])")
            let signature = try #require(responses[1]["jws"] as? String, "\(responses[1])")
            try await verifier.verify(signature, detached: order)
            await #expect(throws: APIError.Cause.self) {
                try await verifier.verify(signature, detached: order + Data(" ".utf8))
            }
        }
    }

    @Test(arguments: [
        (KeyKind.p256, SignatureAlgorithm.ecdsaP256), (.p521, .ecdsaP521), (.ed25519, .ed25519),
        (.rsa, .rsaPSSSHA512),
    ])
    func jwsInJSONInteroperates(
        _ kind: KeyKind, _ algorithm: SignatureAlgorithm
    ) async throws {
        let pair = try PrivateKey.random(kind, id: "k")
        let other = try PrivateKey.random(.p384, id: "other")
        let keys = try [
            SigningKey(pair, algorithm: algorithm), SigningKey(other, algorithm: .ecdsaP384),
        ]
        let verifier = try JWSVerifier(
            key: KeyRing(keys[0].verifying, previous: [keys[1].verifying]))
        for general in [false, true] {
            let ours =
                general
                ? try JWSSigner.general(order, by: keys)
                : try JWSSigner.flattened(order, by: keys[0])
            let facts: [String: Any] = [
                "jwks": [pair, other].map { String(decoding: $0.secretJWK, as: UTF8.self) },
                "algorithms": keys.map(\.algorithm.joseName), "general": general,
                "payload": order.base64EncodedString(),
                "json": String(decoding: ours, as: UTF8.self),
            ]
            let responses = try PythonPeer.run([
                ("jws_json_verify", facts), ("jws_json_sign", facts),
            ])
            #expect(responses[0]["verified"] as? Bool == true, "\(responses[0])")
            let theirs = Data(try #require(responses[1]["json"] as? String, "\(responses[1])").utf8)
            let required: Set<String> = general ? ["k", "other"] : ["k"]
            let payload = try await verifier.payload(ofJSON: theirs, requiring: required)
            #expect(payload == order)
        }
    }

    /// With both header fields of ciphers, and without.
    @Test(arguments: [false, true])
    func hmacMatchesIndependentImplementation(_ isSealed: Bool) async throws {
        let secret = Data(repeating: 6, count: 32)
        let signer = HMACSigner(key: try SecretKey(id: "k-1", bytes: secret))
        var request = TransportRequest.sample(body: isSealed ? nil : order)
        request.headers[.idempotency] = "\"k\""
        if isSealed {
            try await EnvelopeCipher(
                key: SecretKey.shared(for: .envelopeVersion1), suite: .version1AES256GCM
            ).seal(&request)
            let server = try PrivateKey.random(.x25519, id: "s").publicKey
            try await HPKECipher(recipient: server).seal(&request)
        }
        try await signer.sign(&request)
        let theirs = try PythonPeer.run(
            "hmac_text",
            job(
                request,
                [
                    "direction": "request", "keyID": "k-1", "secret": secret.hex,
                    "time": try #require(request.headers[.timestamp]),
                    "nonce": try #require(request.headers[.nonce]),
                    "authority": "api.example.com",
                ]))
        #expect(theirs["signature"] as? String == request.headers[.plainSignature], "\(theirs)")
    }

    @Test(arguments: [
        ParameterSigner.Digest.hmacSHA256, .legacySHA256, .legacySHA1, .legacyMD5,
    ])
    func sortedParametersMatchIndependentImplementation(
        _ digest: ParameterSigner.Digest
    ) async throws {
        let secret = Data("0123456789abcdef".utf8)
        var signer = ParameterSigner(
            key: try SecretKey(id: "k-1", bytes: secret, for: .signatures), digest: digest)
        signer.allowsShortKeys = true
        for (body, type) in [
            (#"{"b":[1,2],"a":"ä","n":null,"x":true}"#, "application/json"),
            ("b=x+y&a=%C3%A4", "application/x-www-form-urlencoded"),
        ] {
            var request = TransportRequest.sample(.post, "/v1?z=1&y=a%20b", body: Data(body.utf8))
            request.headers[.contentType] = type
            let facts = job(
                request,
                [
                    "secret": secret.hex, "digest": "\(digest)",
                    "json": type == "application/json",
                ])
            try await signer.sign(&request)
            let theirs = try PythonPeer.run("parameters", facts)
            let code = try #require(theirs["sign"] as? String, "\(theirs)")
            #expect(request.target.hasSuffix("&sign=\(code)"), "\(theirs)")
        }
    }
}

/// `interop.py` beside the vectors, in the virtual environment of the tests.
enum PythonPeer {
    private static let python = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: ".venv/bin/python")

    static let isThere = FileManager.default.isExecutableFile(atPath: python.path())

    static func run(_ name: String, _ job: [String: Any]) throws -> [String: Any] {
        try run([(name, job)])[0]
    }

    /// The responses to several jobs of one process.
    static func run(_ jobs: [(name: String, facts: [String: Any])]) throws -> [[String: Any]] {
        let jobs = jobs.map { $0.facts.merging(["job": $0.name]) { $1 } }
        let process = Process()
        process.executableURL = python
        process.arguments = ["-B", SigningVectors.folder.appending(path: "interop.py").path()]
        let (stdin, stdout) = (Pipe(), Pipe())
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = FileHandle.nullDevice
        try process.run()
        try stdin.fileHandleForWriting.write(
            contentsOf: JSONSerialization.data(withJSONObject: jobs))
        try stdin.fileHandleForWriting.close()
        let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let responses = try JSONSerialization.jsonObject(with: output) as? [[String: Any]]
        let complete = try #require(responses)
        try #require(complete.count == jobs.count)
        return complete
    }
}
