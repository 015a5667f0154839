import Foundation
@_spi(Generated) import PosthornCore
import PosthornCrypto
import PosthornTesting
import Testing

/// Keys and credentials of one environment, which never reach another.
@Suite("Keys of environments")
struct EnvironmentTests {
    private let transport = StubTransport([])

    /// A source of keys that change at run time.
    private struct Vault: KeyProvider {
        let key: SecretKey
        func current() -> SecretKey { key }
        func key(id: String) -> SecretKey? { nil }
    }

    private static func key(_ servers: String...) throws -> SecretKey {
        var key = try SecretKey(id: "k-1", bytes: Data(repeating: 0x4c, count: 32))
        if !servers.isEmpty { key.servers = Set(servers) }
        return key
    }

    private func client(
        _ server: EnvironmentsAPI.Server, user: Credential = .none, cipher: SecretKey? = nil,
        own: any PayloadCipher = .plaintext, signer: SecretKey? = nil,
        rotated: any Signer = .none
    ) throws -> EnvironmentsAPI {
        try EnvironmentsAPI(
            server, transport: transport,
            ciphers: .init(partner: cipher ?? Self.key(), own: own),
            signers: .init(request: signer ?? Self.key(), rotated: rotated), auth: .init(user: user)
        )
    }

    @Test("A client of the sandbox is not made with keys of production")
    func refusesMixedKeysAtCreation() throws {
        let live = try Self.key("production")
        let ring = try KeyRing(live, previous: [])
        let makers: [(String, () throws -> EnvironmentsAPI)] = [
            (
                "the credential user",
                { try client(.sandbox, user: .bearer("l1ve").only(for: "production")) }
            ),
            ("the key of the cipher partner", { try client(.sandbox, cipher: live) }),
            (
                "the key of the cipher own",
                { try client(.sandbox, own: JWECipher(JWEKey(Self.jwe(), .direct))) }
            ),
            ("the key of the signer request", { try client(.sandbox, signer: live) }),
            (
                "the key of the signer rotated",
                { try client(.sandbox, rotated: HMACSigner(key: ring)) }
            ),
            (
                "the key of the signer rotated",
                { try client(.sandbox, rotated: ComposedSigner([HMACSigner(key: live)])) }
            ),
        ]
        for (what, make) in makers {
            let error = #expect(throws: APIError.self) { _ = try make() }
            #expect(error?.code == .credentialFailed)
            #expect(
                error?.message == "\(what) is for the server production, and not for sandbox")
        }
        _ = try client(.production, cipher: live, signer: live)
        _ = try client(.sandbox, cipher: live.only(for: "production", "sandbox"))
        #expect(transport.requests.isEmpty)
    }

    private static func jwe() throws -> SecretKey {
        try SecretKey(id: "j", bytes: Data(repeating: 7, count: 32), for: .jwe).only(
            for: "production")
    }

    @Test("A call to the sandbox with keys of production sends nothing")
    func refusesMixedKeysBeforeSending() async throws {
        let live = try Self.key("production")
        let api = try client(
            .production, cipher: live, signer: live, rotated: HMACSigner(key: Vault(key: live)))
        for url in [
            try EnvironmentsAPI.Server.sandbox.baseURL(), try BaseURL("http://127.0.0.1:1"),
        ] {
            let sandbox = api.with { $0.baseURL = url }
            let calls: [() async throws -> Void] = [
                { try await sandbox.seal(sku: "a") }, { try await sandbox.sign(sku: "a") },
                { try await sandbox.rotate(sku: "a") },
            ]
            for call in calls {
                let error = await #expect(throws: APIError.self) { try await call() }
                #expect(error?.code == .credentialFailed)
                #expect(
                    error?.message.contains("is for the server production, and not for") == true)
            }
            #expect(transport.requests.isEmpty)
        }
        // What needs no key goes everywhere, and a key goes to its own server.
        let free = api.with { $0.baseURL = try? EnvironmentsAPI.Server.sandbox.baseURL() }
        await #expect(throws: APIError.self) { try await free.plain() }
        await #expect(throws: APIError.self) { try await api.sign(sku: "a") }
        await #expect(throws: APIError.self) { try await api.rotate(sku: "a") }
        #expect(
            transport.requests.map(\.url) == [
                "https://sandbox.shop.example/plain", "https://shop.example/sign",
                "https://shop.example/rotate",
            ])
    }

    @Test("A key made from another one is for the same servers")
    func derivedKeysKeepTheirServers() throws {
        let live = Set(["production"])
        let secret = try Self.key("production")
        #expect(try secret.derived(id: "d", info: Data()).servers == live)
        #expect(try JWEKey(Self.jwe(), .direct).servers == live)
        let pair = try PrivateKey.random(.ed25519, id: "p").only(for: "production")
        #expect(pair.publicKey.servers == live)
        #expect(
            try SigningKey(pair).servers == live && VerifyingKey(pair.publicKey).servers == live)
        let hmac = try SecretKey(id: "h", bytes: Data(repeating: 7, count: 32), for: .signatures)
        #expect(try SigningKey(hmac.only(for: "production")).servers == live)
        #expect(try SigningKey(hmac).only(for: "production").verifying.servers == live)
    }
}
