import Foundation
import Posthorn
import PosthornCrypto
import PosthornServer
import TestSupport
import Testing

/// A cipher, its server, and a server with other keys.
struct CipherPair: Sendable, CustomTestStringConvertible {
    let name: String
    let client: any PayloadCipher
    /// Makes a server with a memory of its own.
    let server: @Sendable () throws -> any ServerCipher
    let stranger: any ServerCipher
    /// Whether a request without a body is sealed too.
    var sealsEmpty = false

    var testDescription: String { name }

    static func all() throws -> [CipherPair] { try shared() + jwe() + hpke() + [rsa()] }

    private static func shared() throws -> [CipherPair] {
        let key = try SecretKey.shared()
        let other = try SecretKey(id: "shop-1", bytes: Data(repeating: 9, count: 32))
        let origin = "https://api.example.com"
        let envelopes = try [EnvelopeCipher.Suite.aes256GCM, .chaCha20Poly1305].map { suite in
            CipherPair(
                name: "EnvelopeCipher, \(suite.name)",
                client: try EnvelopeCipher(key: key, suite: suite),
                server: {
                    try PosthornServer.EnvelopeServer(key: key, suite: suite, audience: origin)
                },
                stranger: try PosthornServer.EnvelopeServer(
                    key: other, suite: suite, audience: origin), sealsEmpty: true)
        }
        let records = try [
            (ContentEncodingCipher.Binding.exchange, SecretKey.Purpose.derivation),
            (.none, .contentEncoding),
        ].map { binding, purpose in
            let key = try SecretKey.shared(for: purpose)
            let other = try SecretKey(
                id: "shop-1", bytes: Data(repeating: 9, count: 32), for: purpose)
            return CipherPair(
                name: "ContentEncodingCipher, \(binding)",
                client: try ContentEncodingCipher(key: key, binding: binding),
                server: {
                    CipherServer(
                        try ContentEncodingCipher(key: key, binding: binding),
                        memory: LocalReplayMemory())
                },
                stranger: CipherServer(
                    try ContentEncodingCipher(key: other, binding: binding), memory: nil))
        }
        return envelopes + records
    }

    private static func jwe() throws -> [CipherPair] {
        let direct = try JWEKey(SecretKey.shared(for: .jwe), .direct)
        let other = try JWEKey(
            SecretKey(id: "shop-1", bytes: Data(repeating: 9, count: 32), for: .jwe), .direct)
        let (client, server) = try (
            PrivateKey.random(.p256, id: "client"), PrivateKey.random(.p256, id: "server")
        )
        let foreign = try PrivateKey.random(.p256, id: "server")
        func agreeing(_ key: PrivateKey) throws -> JWEKey { try JWEKey(key, .ecdhES) }
        func sealing(_ key: PublicKey) throws -> JWEKey { try JWEKey(key, .ecdhES) }
        let (toServer, toClient) = try (sealing(server.publicKey), sealing(client.publicKey))
        let (ofServer, ofClient) = try (agreeing(server), agreeing(client))
        return [
            CipherPair(
                name: "JWECipher, dir", client: JWECipher(direct),
                server: { CipherServer(JWECipher(direct), memory: LocalReplayMemory()) },
                stranger: CipherServer(JWECipher(other), memory: nil)),
            CipherPair(
                name: "JWECipher, key pairs", client: JWECipher(toServer, opening: ofClient),
                server: {
                    CipherServer(
                        JWECipher(toClient, opening: ofServer), memory: LocalReplayMemory())
                },
                stranger: CipherServer(
                    JWECipher(toClient, opening: try agreeing(foreign)), memory: nil)),
            CipherPair(
                name: "SealedFields",
                client: try SealedFields(["card"], response: ["card"], key: direct),
                server: {
                    CipherServer(
                        try SealedFields(["card"], response: ["card"], key: direct),
                        memory: LocalReplayMemory())
                },
                stranger: CipherServer(
                    try SealedFields(["card"], response: ["card"], key: other), memory: nil)),
        ]
    }

    private static func hpke() throws -> [CipherPair] {
        try [KeyKind.x25519, .p256].flatMap { kind in
            let (server, client) = try (
                PrivateKey.random(kind, id: "s"), PrivateKey.random(kind, id: "c")
            )
            let other = try PrivateKey.random(kind, id: "s")
            let psk = try SecretKey.shared("psk")
            typealias Mode = (
                String, HPKECipher.Sender, KeyRing<SecretKey>?, KeyRing<PublicKey>?
            )
            let modes: [Mode] = try [
                ("base", .anonymous, nil, nil),
                ("psk", .psk(psk), KeyRing(.random(id: "x"), previous: [psk]), nil),
                (
                    "auth", .key(client), nil,
                    KeyRing(
                        PrivateKey.random(kind, id: "x").publicKey, previous: [client.publicKey])
                ),
            ]
            return try modes.map { mode, sender, psks, clients in
                CipherPair(
                    name: "HPKECipher, \(mode), \(kind)",
                    client: try HPKECipher(recipient: server.publicKey, sender: sender),
                    server: {
                        try CipherServer(
                            hpke: server, sharedKeys: psks, clients: clients,
                            memory: LocalReplayMemory())
                    },
                    stranger: try CipherServer(
                        hpke: other, sharedKeys: psks, clients: clients, memory: nil))
            }
        }
    }

    private static func rsa() throws -> CipherPair {
        let key = try PrivateKey(pem: KeyFile.text("rsa8"), id: "r")
        let other = try PrivateKey.random(.rsa, id: "r")
        return CipherPair(
            name: "RSAEnvelopeCipher", client: try RSAEnvelopeCipher(recipient: key.publicKey),
            server: { try CipherServer(rsaEnvelope: key, memory: LocalReplayMemory()) },
            stranger: try CipherServer(rsaEnvelope: other, memory: nil))
    }
}

@Suite("Servers of ciphers", .timeLimit(.minutes(5 * slowness)), .oneIssueAtLimit)
struct CipherServerTests {
    private static let body = Data(#"{"card":"4242","sum":17}"#.utf8)

    private static let named =
        TamperMatrixTests.named + [
            "the request is sealed with a key", "the request carries no Posthorn-Exchange",
            "the request is not sealed",
        ]

    private static func request(
        _ pair: CipherPair, body: Data? = body, target: String = "/v1/orders?limit=5"
    ) async throws -> TransportRequest {
        var request = TransportRequest.sample(.post, target, body: body)
        try await pair.client.seal(&request)
        return request
    }

    /// What a server received, without what a client knows of its call.
    private static func received(_ request: TransportRequest) -> TransportRequest {
        var received = TransportRequest(
            method: request.method, url: request.url, headers: request.headers)
        received.body = request.body
        return received
    }

    @Test(arguments: try CipherPair.all())
    func opensRequestsAndSealsResponses(_ pair: CipherPair) async throws {
        let server = try pair.server()
        for status in [200, 409] {
            let request = try await Self.request(pair)
            let received = Self.received(request)
            var opened = received
            try await server.open(&opened)
            let body = try #require(opened.body?.data)
            #expect(try JSONValue(jsonData: body) == JSONValue(jsonData: Self.body))
            #expect(opened.headers[.contentType] == "application/json")
            var response = TransportResponse(
                status: .init(code: status), headers: [.contentType: "application/json"],
                body: Self.body)
            try await server.seal(&response, to: received)
            #expect(!response.body.contains(Data("4242".utf8)))
            try await pair.client.open(&response, to: request)
            #expect(try JSONValue(jsonData: response.body) == JSONValue(jsonData: Self.body))
            #expect(response.mediaType == "application/json")
        }
        let empty = Self.received(try await Self.request(pair, body: nil))
        var opened = empty
        try await server.open(&opened)
        #expect(opened.body?.data ?? Data() == Data())
        // Without a body, formats of version 1 seal no request; their responses are sealed nevertheless.
        guard pair.name != "SealedFields" else { return }
        let client = try await Self.request(pair, body: nil)
        var response = TransportResponse(status: .ok, headers: [:], body: Self.body)
        try await server.seal(&response, to: Self.received(client))
        try await pair.client.open(&response, to: client)
        #expect(response.body == Self.body)
    }

    @Test(arguments: try CipherPair.all())
    func refusesChangedCutAndSwappedRequests(_ pair: CipherPair) async throws {
        let server = try pair.server()
        let honest = Self.received(try await Self.request(pair))
        let body = Data(try #require(honest.body?.data))
        var attacks: [TransportRequest] = []
        let isField = pair.name == "SealedFields"
        // What is not sealed around a field may change.
        let attacked = isField ? body.indices.dropFirst(9).dropLast(11) : body.indices
        // The size of the only record changes nothing: RFC 8188 authenticates sizes by the number of records.
        let free = pair.name.hasPrefix("ContentEncodingCipher") ? 16..<20 : 0..<0
        for place in attacked where !free.contains(place) {
            var changed = body
            changed[place] ^= 1
            attacks.append(honest.with(body: HTTPBody(changed)))
        }
        for count in isField ? 0..<0 : 0..<body.count {
            attacks.append(honest.with(body: HTTPBody(body.prefix(count))))
        }
        attacks.append(honest.with(body: HTTPBody(body + Data([0]))))
        attacks.append(honest.with(body: HTTPBody(Self.body)))
        var third = body
        third[0] = 3
        if !isField, third != body { attacks.append(honest.with(body: HTTPBody(third))) }
        let isUnbound = pair.name == "ContentEncodingCipher, none"
        if !isUnbound {
            var moved = honest
            moved.url = moved.url.replacing("limit=5", with: "limit=6")
            attacks.append(moved)
            var put = honest
            put.method = .put
            attacks.append(put)
            for name in ["Posthorn-Exchange", "Posthorn-Encapsulated"] {
                let field = try #require(HTTPField.Name(name))
                guard let value = honest.headers[field] else { continue }
                var other = honest
                other.headers[field] = String(value.reversed())
                attacks.append(other)
                other.headers[field] = nil
                attacks.append(other)
            }
        }
        var messages: Set<String> = []
        for attack in attacks {
            var request = attack
            do {
                try await server.open(&request)
                Issue.record("\(pair.name) opened \(attack.expandedDescription)")
            } catch let error as APIError.Cause {
                #expect(error.code == .openingFailed || error.code == .unknownKey)
                messages.insert(error.message)
                #expect(request.body == attack.body && request.headers == attack.headers)
            }
        }
        // Only what stands in the clear is named.
        for message in messages where message != opaque {
            #expect(Self.named.contains { message.hasPrefix($0) }, "\(message)")
        }
        var opened = honest
        try await server.open(&opened)
    }

    @Test(arguments: try CipherPair.all())
    func refusesOtherKeys(_ pair: CipherPair) async throws {
        var request = Self.received(try await Self.request(pair))
        await #expect(throws: APIError.Cause.self) { try await pair.stranger.open(&request) }
        for other in try CipherPair.all() where other.name != pair.name {
            var request = Self.received(try await Self.request(pair))
            let server = try other.server()
            do {
                try await server.open(&request)
                // A cipher of fields, or with another binding, passes what has nothing for it.
                Issue.record("\(other.name) opened what \(pair.name) sealed")
            } catch is APIError.Cause {}
        }
    }

    @Test(arguments: try CipherPair.all())
    func opensARepeatedRequestOnce(_ pair: CipherPair) async throws {
        let server = try pair.server()
        let request = Self.received(try await Self.request(pair))
        // The cheap ones many times, the others often enough to race.
        let count = pair.sealsEmpty ? 10_000 : 200
        let opened = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<count {
                group.addTask {
                    var request = request
                    return (try? await server.open(&request)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(opened == 1)
    }

    @Test("Two ciphers of a call share a memory, and each refuses a repeated request")
    func sharedMemory() async throws {
        let memory = LocalReplayMemory()
        let key = try SecretKey.shared()
        let direct = try JWECipher(JWEKey(SecretKey.shared(for: .jwe), .direct))
        let clients: [any PayloadCipher] = [direct, try EnvelopeCipher(key: key)]
        var request = TransportRequest.sample(body: Self.body)
        for client in clients { try await client.seal(&request) }
        let servers: [any ServerCipher] = try [
            PosthornServer.EnvelopeServer(key: key, audience: request.origin, memory: memory),
            CipherServer(direct, memory: memory),
        ]
        let received = Self.received(request)
        var opened = received
        for server in servers { try await server.open(&opened) }
        #expect(opened.body?.data == Self.body)
        await #expect(throws: APIError.Cause.self) {
            var again = received
            try await servers[0].open(&again)
        }
    }

    @Test("The key that the request names seals the response, though the server has a newer one")
    func rotation() async throws {
        let (old, new) = try (
            JWEKey(SecretKey.shared("old", for: .jwe), .direct),
            JWEKey(SecretKey.shared("new", for: .jwe), .direct)
        )
        let ring = try KeyRing(new, previous: [old])
        let ciphers: [(client: any PayloadCipher, server: any ServerCipher)] = try [
            (JWECipher(old), CipherServer(JWECipher(ring), memory: nil)),
            (
                SealedFields(["card"], response: ["card"], key: old),
                CipherServer(
                    SealedFields(["card"], response: ["card"], key: ring), memory: nil)
            ),
        ]
        for (client, server) in ciphers {
            var request = TransportRequest.sample(body: Self.body)
            try await client.seal(&request)
            var response = TransportResponse(
                status: .ok, headers: [.contentType: "application/json"], body: Self.body)
            try await server.seal(&response, to: Self.received(request))
            #expect(response.body != Self.body)
            try await client.open(&response, to: request)
            #expect(try JSONValue(jsonData: response.body) == JSONValue(jsonData: Self.body))
        }
    }

    @Test("A server refuses keys that its cipher refuses")
    func keys() throws {
        let (curve, rsa) = try (
            PrivateKey.random(.x25519, id: "s"), PrivateKey.random(.rsa, id: "r")
        )
        let short = try SecretKey.random(id: "p", bitCount: 128)
        let makers: [() throws -> CipherServer] = [
            { try CipherServer(hpke: rsa, memory: nil) },
            { try CipherServer(hpke: curve, sharedKeys: short, memory: nil) },
            { try CipherServer(hpke: curve, sharedKeys: SecretKey.shared(for: .jwe), memory: nil) },
            { try CipherServer(hpke: curve, clients: rsa.publicKey, memory: nil) },
            { try CipherServer(rsaEnvelope: curve, memory: nil) },
        ]
        for make in makers {
            let error = #expect(throws: APIError.Cause.self) { _ = try make() }
            #expect(error?.code == .invalidKey)
        }
    }

    @Test("A memory that is full fails the server, not the request")
    func fullMemory() async throws {
        let key = try SecretKey.shared()
        var request = TransportRequest.sample(body: Self.body)
        try await EnvelopeCipher(key: key).seal(&request)
        let server = try PosthornServer.EnvelopeServer(
            key: key, audience: request.origin, memory: LocalReplayMemory(limit: 0))
        let error = await #expect(throws: APIError.Cause.self) {
            var received = Self.received(request)
            try await server.open(&received)
        }
        #expect(error?.code == .limitExceeded)
    }
}
