import Foundation
import Posthorn
import PosthornCrypto
import PosthornServer
import TestSupport
import Testing

/// A signer, its server, and the same with other keys.
private struct SignerPair: Sendable, CustomTestStringConvertible {
    let name: String
    /// Makes a signer whose clock has a time.
    let client: @Sendable (TimeInterval) throws -> any Signer
    let server: @Sendable () throws -> SignerServer
    let stranger: SignerServer
    var covers: Set<Part> = Set(Part.allCases)

    enum Part: CaseIterable { case body, target, method, time, replay, response }

    var testDescription: String { name }

    static let now = SigningPeer.now

    static func all() throws -> [SignerPair] {
        try messages() + [hmac(), jws(), aws()] + parameters()
    }

    private static func messages() throws -> [SignerPair] {
        try [KeyKind.ed25519, .p256].map { kind in
            let (client, server) = try (
                PrivateKey.random(kind, id: "c"), PrivateKey.random(kind, id: "s")
            )
            @Sendable func verifier(_ key: PrivateKey) throws -> SignatureVerifier {
                var verifier = SignatureVerifier(key: try VerifyingKey(key.publicKey))
                verifier.clock = .at(now)
                verifier.replayMemory = LocalReplayMemory()
                return verifier
            }
            return SignerPair(
                name: "MessageSigner, \(kind)",
                client: { time in
                    var signer = MessageSigner(key: try SigningKey(client), clock: .at(time))
                    signer.responseVerifier = try verifier(server)
                    signer.responseVerifier?.replayMemory = nil
                    return signer
                },
                server: {
                    SignerServer(
                        try verifier(client),
                        signing: MessageSigner(key: try SigningKey(server), clock: .at(now)))
                }, stranger: SignerServer(try verifier(.random(kind, id: "c"))))
        }
    }

    private static func hmac() throws -> SignerPair {
        @Sendable func signer(_ key: SecretKey, _ time: TimeInterval) -> HMACSigner {
            var signer = HMACSigner(key: key, clock: .at(time))
            signer.verifiesResponses = true
            return signer
        }
        let key = try SecretKey.shared()
        return SignerPair(
            name: "HMACSigner", client: { signer(key, $0) },
            server: { SignerServer(signer(key, now)) },
            stranger: SignerServer(signer(try .random(id: "shop-1"), now)))
    }

    private static func jws() throws -> SignerPair {
        let (client, server) = try (
            SigningKey(PrivateKey.random(.p256, id: "c")),
            SigningKey(PrivateKey.random(.p256, id: "s"))
        )
        let other = try SigningKey(PrivateKey.random(.p256, id: "c"))
        return SignerPair(
            name: "JWSSigner",
            client: { _ in
                var signer = JWSSigner(key: client)
                signer.responseVerifier = JWSVerifier(key: server.verifying)
                return signer
            },
            server: {
                SignerServer(
                    JWSVerifier(key: client.verifying), of: JWSSigner(key: server), signing: server)
            },
            stranger: SignerServer(
                JWSVerifier(key: other.verifying), of: JWSSigner(key: server)),
            covers: [.body, .response])
    }

    private static func aws() throws -> SignerPair {
        let own = AWSCredentials(accessKeyID: "AKID", secret: "secret", sessionToken: "token")
        let other = AWSCredentials(accessKeyID: "AKID", secret: "other", sessionToken: "token")
        @Sendable func signer(_ time: TimeInterval) -> AWSSigner {
            AWSSigner(
                credentials: own, region: "eu-central-1", service: "execute-api", clock: .at(time))
        }
        return SignerPair(
            name: "AWSSigner", client: { signer($0) },
            server: { SignerServer(signer(now)) { $0 == "AKID" ? own : nil } },
            stranger: SignerServer(signer(now)) { _ in other },
            covers: [.body, .target, .method, .time, .replay])
    }

    private static func parameters() throws -> [SignerPair] {
        let key = try SecretKey.shared(for: .signatures)
        let other = try SecretKey.random(id: "shop-1", for: .signatures)
        let field = try #require(HTTPField.Name("X-Sign"))
        let places: [ParameterSigner.Place] = [.query("sign"), .body("sign"), .header(field)]
        return places.map { place in
            @Sendable func signer(_ key: SecretKey, _ time: TimeInterval) -> ParameterSigner {
                var signer = ParameterSigner(key: key, digest: .hmacSHA256, clock: .at(time))
                signer.place = place
                signer.timeName = "timestamp"
                signer.nonceName = "nonce"
                signer.keyIDName = "kid"
                return signer
            }
            return SignerPair(
                name: "ParameterSigner, \(place)", client: { signer(key, $0) },
                server: { SignerServer(signer(key, now)) },
                stranger: SignerServer(signer(other, now)),
                covers: [.body, .target, .time, .replay])
        }
    }
}

@Suite("Servers of signers", .timeLimit(.minutes(5 * slowness)), .oneIssueAtLimit)
struct SignerServerTests {
    private static func signed(
        _ pair: SignerPair, at time: TimeInterval = SignerPair.now, _ path: String = "/v1/orders"
    ) async throws -> (client: any Signer, request: TransportRequest) {
        let client = try pair.client(time)
        var request = TransportRequest.sample(.post, path + "?limit=5", body: order)
        try await client.sign(&request)
        return (client, request)
    }

    private static func refuses(_ server: SignerServer, _ request: TransportRequest) async -> Bool {
        do {
            try await server.verify(request)
            return false
        } catch {
            let code = (error as? APIError.Cause)?.code
            return code == .openingFailed || code == .unknownKey
        }
    }

    @Test(arguments: try SignerPair.all())
    private func verifiesRequestsAndSignsResponses(_ pair: SignerPair) async throws {
        let server = try pair.server()
        let (client, request) = try await Self.signed(pair)
        try await server.verify(request)
        for status in [200, 404] {
            var response = TransportResponse(
                status: .init(code: status), headers: [.contentType: "application/json"],
                body: Data(#"{"ok":true}"#.utf8))
            try await server.sign(&response, to: request)
            try await client.verify(response, to: request)
            guard pair.covers.contains(.response) else { continue }
            response.body = Data(#"{"ok":null}"#.utf8)
            await #expect(throws: APIError.Cause.self) {
                try await client.verify(response, to: request)
            }
        }
        var empty = TransportResponse(status: .noContent)
        try await server.sign(&empty, to: request)
        try await client.verify(empty, to: request)
        #expect(await Self.refuses(pair.stranger, request))
    }

    @Test(arguments: try SignerPair.all())
    private func refusesChangedRequests(_ pair: SignerPair) async throws {
        let server = try pair.server()
        let (_, honest) = try await Self.signed(pair)
        var attacks: [TransportRequest] = []
        let body = try #require(honest.body?.data)
        if pair.covers.contains(.body) {
            for place in body.indices {
                var changed = body
                changed[place] ^= 1
                attacks.append(honest.with(body: HTTPBody(changed)))
            }
            attacks.append(honest.with(body: HTTPBody(body.dropLast())))
        }
        if pair.covers.contains(.target) {
            var moved = honest
            moved.url = moved.url.replacing("limit=5", with: "limit=6")
            attacks.append(moved)
        }
        if pair.covers.contains(.method) {
            var put = honest
            put.method = .put
            attacks.append(put)
        }
        // The fields of the signature, one by one without and changed.
        let plain = TransportRequest.sample(.post, "/v1/orders?limit=5", body: order)
        for field in honest.headers where plain.headers[field.name] == nil {
            var without = honest
            without.headers[field.name] = nil
            // What only asks for a form of the response is not signed.
            guard field.name != .acceptEncoding else { continue }
            attacks.append(without)
            var changed = honest
            changed.headers[field.name] = String(field.value.dropLast()) + "x"
            attacks.append(changed)
        }
        for attack in attacks {
            #expect(await Self.refuses(server, attack), "\(attack.expandedDescription)")
        }
        try await server.verify(honest)
    }

    @Test(arguments: try SignerPair.all().filter { $0.covers.contains(.time) })
    private func refusesClocksThatAreOffByADay(_ pair: SignerPair) async throws {
        let server = try pair.server()
        for shift in [-86_400.0, 86_400] {
            let (_, request) = try await Self.signed(pair, at: SignerPair.now + shift)
            #expect(await Self.refuses(server, request))
        }
        let (_, request) = try await Self.signed(pair, at: SignerPair.now - 59)
        try await server.verify(request)
    }

    @Test(arguments: try SignerPair.all().filter { $0.covers.contains(.replay) })
    private func passesARepeatedRequestOnce(_ pair: SignerPair) async throws {
        let server = try pair.server()
        let (_, request) = try await Self.signed(pair)
        let count = pair.name == "HMACSigner" ? 10_000 : 200
        let passed = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<count {
                group.addTask { (try? await server.verify(request)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(passed == 1)
        // Another request passes.
        try await server.verify(try await Self.signed(pair, "/v1/others").request)
    }
}
