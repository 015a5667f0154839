import Foundation
import PosthornCore
@_spi(Generated) import PosthornCrypto
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Calls with ciphers and signers that a spec describes, over real connections.
@Suite("Schemes of ciphers and signers", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct GeneratedSchemeTests {
    private let secret: SecretKey
    private let ciphers: SchemesAPI.Ciphers
    private let signers: SchemesAPI.Signers

    init() throws {
        let secret = try Self.key(for: .derivation)
        let jwe = try JWEKey(Self.key(for: .jwe), .direct)
        let signed = try Self.key(for: .signatures)
        let signing = try SigningKey(PrivateKey.random(.ed25519, id: "k-2"))
        self.secret = signed
        ciphers = try .init(partner: secret, token: jwe, card: jwe, own: .plaintext)
        signers = .init(
            query: signed, header: signed, canonical: secret,
            bucket: AWSCredentials(accessKeyID: "AKID", secret: "aws-secret"), message: signing,
            body: signing, hook: try SigningKey(standardWebhooks: Self.hookSecret, id: "h-1"),
            own: .none)
    }

    private static let hookSecret =
        "whsec_" + Data(repeating: 9, count: 24).base64EncodedString()

    private static func key(for purpose: SecretKey.Purpose) throws -> SecretKey {
        try SecretKey(id: "k-1", bytes: Data(repeating: 7, count: 32), for: purpose)
    }

    /// Runs a call against a server, and returns what it received.
    private func request(_ run: (SchemesAPI) async throws -> Void) async throws -> String {
        let server = try ScriptedServer.serving([.on(nil, "*", response: .text("fine"))])
        defer { server.stop() }
        try await CurlSession.withSession { session in
            let configuration = try ClientConfiguration(
                baseURL: server.url(), transport: session)
            try await run(
                SchemesAPI(configuration, ciphers: ciphers, signers: signers))
        }
        return try #require(server.requests.first)
    }

    /// HMAC with SHA-256 of a text, made apart from the signers.
    private func code(_ text: String) throws -> Data {
        try SigningKey(secret).sign(Data(text.utf8))
    }

    @Test("Sorted parameters are signed in the query, without those that the spec excludes")
    func query() async throws {
        let sent = try await request { try await $0.list(sku: "a b", trace: "t") }
        let match = try #require(
            sent.firstMatch(of: #/^GET /list\?sku=a%20b&trace=t&ts=(\d+)&sign=([0-9a-f]{64}) /#))
        let hex = try code("sku=a b&ts=\(match.1)").map {
            ($0 < 16 ? "0" : "") + String($0, radix: 16)
        }.joined()
        #expect(match.2 == hex)
    }

    @Test("The fields of the spec are signed in their order, in a header field")
    func header() async throws {
        let sent = try await request { try await $0.order(count: 2, sku: "a") }
        let signature = try code("sku=a&count=2").base64EncodedString()
        #expect(sent.contains("\r\nX-Signature: \(signature)\r\n"))
    }

    @Test("The components of the spec are signed")
    func message() async throws {
        let sent = try await request { try await $0.message(shop: "s") }
        #expect(sent.contains(#"Signature-Input: sig=("@method" "@target-uri" "x-shop""#))
        #expect(sent.contains(#"keyid="k-2""#))
    }

    @Test("The other signers sign with their keys")
    func others() async throws {
        let canonical = try await request { try await $0.canonical(sku: "a") }
        #expect(canonical.contains("X-Key-Id: k-1\r\n") && canonical.contains("X-Signature: "))
        let object = try await request { try await $0.object() }
        #expect(object.contains("Credential=AKID/") && object.contains("/eu-central-1/s3/"))
        #expect(!object.contains("aws-secret"))
        let signed = try await request { try await $0.signed(sku: "a") }
        #expect(signed.lowercased().contains("x-jws-signature: "))
    }

    @Test("A message of Standard Webhooks is verified by its receiver, and repeated with one id")
    func standardWebhooks() async throws {
        var keys = try WebhookKeys.standardWebhooks(Self.hookSecret)
        keys.memory = nil
        let server = try ScriptedServer.serving([
            .on(nil, "*", times: 1, response: .text("busy", status: .serviceUnavailable)),
            .on(nil, "*", response: .text("fine")),
        ])
        defer { server.stop() }
        try await CurlSession.withSession { session in
            let configuration = try ClientConfiguration(
                baseURL: server.url(), transport: session)
            let api = SchemesAPI(configuration, ciphers: ciphers, signers: signers)
            let patient = api.with { $0.retry = RetryRule(baseDelay: .zero) }
            try await patient.notify(sku: "a")
        }
        #expect(server.requests.count == 2)
        var ids: Set<String> = []
        for sent in server.requests {
            let parts = sent.components(separatedBy: "\r\n\r\n")
            var headers = HTTPFields()
            for line in parts[0].components(separatedBy: "\r\n").dropFirst() {
                let field = line.components(separatedBy: ": ")
                headers[try #require(HTTPField.Name(field[0]))] = field[1]
            }
            let received = TransportRequest(
                method: .post, url: "https://hooks.example/notify", headers: headers,
                body: Data(parts[1].utf8))
            let event: VerifiedEvent<JSONValue> = try await keys.event(
                from: received, by: .standardWebhooks(prefix: "svix"))
            ids.insert(try #require(event.id))
            #expect(event.value["sku"]?.string == "a")
            #expect(headers[.idempotencyKey] == event.id)
        }
        #expect(ids.count == 1)
    }

    @Test("A body is sealed, and a response that is not is refused")
    func body() async throws {
        let sent = try await request { api in
            let error = await #expect(throws: APIError.self) { try await api.seal(sku: "s3cret") }
            #expect(error?.stage == .opening)
        }
        #expect(sent.hasPrefix("POST /seal ") && !sent.contains("s3cret"))
    }

    @Test("Only the fields that the spec marks are sealed")
    func fields() async throws {
        let sent = try await request { try await $0.pay(number: "4111", sku: "a") }
        #expect(sent.contains(#""sku":"a""#) && !sent.contains("4111"))
    }

    @Test("A key of the wrong length is refused when the set is made")
    func shortKey() throws {
        let short = try SecretKey(id: "k", bytes: Data(repeating: 1, count: 16))
        let jwe = try JWEKey(Self.key(for: .jwe), .direct)
        #expect(throws: APIError.Cause.self) {
            try SchemesAPI.Ciphers(partner: short, token: jwe, card: jwe, own: .plaintext)
        }
    }
}
