import Foundation
import Posthorn
import PosthornCore
import PosthornCrypto
import PosthornMock
import PosthornSpec
import Shop
import TestSupport
import Testing

/// Calls a mock with generated code and with ciphers.
@Suite("Clients of a mock", .timeLimit(.minutes(slowness)))
struct MockClientTests {
    /// Sends requests to a mock in the same process.
    private struct MockTransport: Transport {
        let mock: MockService

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            await mock.respond(to: request).response
        }
    }

    private static let origin = "https://api.shop.example"

    private func shop(stateful: Bool) throws -> ShopAPI {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Specs/Shop")
        let sources = try ["Orders", "Products", "Shop"].map { name in
            let file = folder.appending(path: "\(name).yaml")
            return SourceFile(path: "\(name).yaml", bytes: Array(try Data(contentsOf: file)))
        }
        let document = try #require(SpecReader.read(sources).document)
        var options = MockOptions()
        options.isStateful = stateful
        let mock = try MockService(
            document, options: options, keys: MockKeys(), origin: Self.origin)
        #expect(mock.basePath == "/v1")
        return ShopAPI(
            ClientConfiguration(transport: MockTransport(mock: mock)),
            common: .init(deviceID: "d", channel: .web), ciphers: .init(partner: .plaintext))
    }

    @Test("Generated code reads all that a mock sends")
    func servesGeneratedClient() async throws {
        let shop = try shop(stateful: false)
        let id = UUID()
        let order = try await shop.getOrder(id: id.uuidString)
        #expect(order.id == id)
        #expect(!order.items.isEmpty)
        let page = try await shop.listOrders(limit: 2)
        #expect(page.orders.count == 2)
        #expect(try await !shop.listProducts().isEmpty)
        #expect(try await shop.getProduct(sku: "tea").sku == "tea")
        var prices = 0
        for try await _ in try await shop.watchPrices() { prices += 1 }
        #expect(prices == 3)
        var all = 0
        for try await _ in shop.pages(ShopAPI.ListOrders(limit: 2)) { all += 1 }
        #expect(all == 3)
        try await shop.cancelOrder(id: "1")
        let failing = shop.with { $0.header("Prefer", "status=409") }
        do throws(ShopAPI.CancelOrder.Failure) {
            try await failing.cancelOrder(id: "1")
            Issue.record("the failure was asked for")
        } catch {
            guard case .alreadyShipped(let problem) = error else { throw error }
            #expect(!problem.message.isEmpty)
        }
    }

    /// A service with a cipher and a signer of each scheme.
    private static let sealedSpec = """
        service: SealedAPI
        ciphers:
          envelope: { scheme: aes-gcm-envelope, audience: shop }
          jwe: { scheme: jwe }
          hpke: { scheme: hpke }
          fields: { scheme: sealed-fields }
        signers:
          device: { scheme: hmac-request }
          sorted: { scheme: sorted-parameters, algorithm: hmac-sha256, place: { query: sign }, time: ts }
          message: { scheme: http-message-signature }
          hook: { scheme: standard-webhooks }
          jws: { scheme: jws }
          aws: { scheme: aws-sigv4, region: eu, service: s3 }
        endpoints:
          envelope: { POST: /envelope, cipher: envelope, body: { sku: String }, returns: Order }
          jwe: { POST: /jwe, cipher: jwe, body: { sku: String }, returns: Order }
          hpke: { POST: /hpke, cipher: hpke, body: { sku: String }, returns: Order }
          fields: { POST: /fields, cipher: fields, body: { sku: { type: String, sealed: true } }, returns: Sealed }
          device: { POST: /device, sign: device, body: { sku: String }, returns: Order }
          sorted: { POST: /sorted, sign: sorted, body: { sku: String }, returns: Order }
          message: { POST: /message, sign: message, body: { sku: String }, returns: Order }
          hook: { POST: /hook, sign: hook, body: { sku: String }, returns: Order }
          jws: { POST: /jws, sign: jws, body: { sku: String }, returns: Order }
          aws: { POST: /aws, sign: aws, body: { sku: String }, returns: Order }
        types:
          Order: { id: Int, sku: String }
          Sealed: { sku: { type: String, sealed: true } }
        """

    private struct Sealed {
        let mock: MockService
        let keys: MockKeys

        init() throws {
            let document = try MockTests.document(MockClientTests.sealedSpec)
            var keys = MockKeys()
            try keys.makeMissing(for: document.service)
            self.keys = keys
            mock = try MockService(
                document, options: MockOptions(), keys: keys, origin: MockClientTests.origin)
        }

        func text(_ name: String) throws -> String { try #require(keys.texts[name]) }

        func jweKey(_ name: String) throws -> JWEKey {
            try JWEKey(SecretKey(jwk: Data(text(name).utf8), for: .jwe), .direct)
        }

        func secret(
            _ name: String, for purpose: SecretKey.Purpose = .derivation
        ) throws -> SecretKey {
            let base64 = try text(name).dropFirst(name.count + 1)
            let bytes = try #require(Data(base64Encoded: String(base64)))
            return try SecretKey(id: name, bytes: bytes, for: purpose)
        }
    }

    private func request(_ path: String) -> TransportRequest {
        TransportRequest(
            method: .post, url: Self.origin + "/" + path,
            headers: [.contentType: "application/json"], body: Data(#"{"sku":"tea"}"#.utf8))
    }

    @Test(
        "Sealed requests are opened, and their responses are sealed",
        arguments: ["envelope", "jwe", "hpke", "fields"])
    func seals(_ name: String) async throws {
        let sealed = try Sealed()
        let cipher: any PayloadCipher =
            switch name {
            case "envelope": try EnvelopeCipher(key: sealed.secret(name), audience: "shop")
            case "jwe": JWECipher(try sealed.jweKey(name))
            case "fields":
                try SealedFields(["sku"], response: ["sku"], key: sealed.jweKey(name))
            default:
                try HPKECipher(recipient: PublicKey(jwk: Data(sealed.text(name).utf8)))
            }
        var request = request(name)
        try await cipher.seal(&request)
        let reply = await sealed.mock.respond(to: request)
        #expect(reply.endpoint == name)
        #expect(!String(decoding: reply.response.body, as: UTF8.self).contains("tea"))
        var response = reply.response
        try await cipher.open(&response, to: request)
        #expect(response.status == .ok)
        #expect(String(decoding: response.body, as: UTF8.self).contains(#""sku":"tea""#))
        // The plain request is refused, and says nothing of the reason to open it.
        let plain = await sealed.mock.respond(to: self.request(name)).response
        #expect(plain.status == .badRequest)
    }

    @Test(
        "Signatures are verified",
        arguments: ["device", "sorted", "message", "hook", "jws", "aws"])
    func verifies(_ name: String) async throws {
        let sealed = try Sealed()
        let signer: any Signer
        switch name {
        case "device": signer = HMACSigner(key: try sealed.secret(name))
        case "sorted":
            var sorted = ParameterSigner(
                key: try sealed.secret(name, for: .signatures), digest: .hmacSHA256)
            (sorted.place, sorted.timeName) = (.query("sign"), "ts")
            signer = sorted
        case "message":
            signer = MessageSigner(
                key: try SigningKey(sealed.secret(name, for: .signatures)))
        case "hook":
            signer = StandardWebhooksSigner(
                key: try SigningKey(sealed.secret(name, for: .signatures)))
        case "jws":
            signer = JWSSigner(key: try SigningKey(sealed.secret(name, for: .signatures)))
        default:
            let parts = try sealed.text(name).split(separator: ":", maxSplits: 1).map(String.init)
            signer = AWSSigner(
                credentials: AWSCredentials(accessKeyID: parts[0], secret: parts[1]),
                region: "eu", service: "s3")
        }
        var request = request(name)
        try await signer.sign(&request)
        let reply = await sealed.mock.respond(to: request)
        #expect(reply.response.status == .ok, "\(reply.complaint ?? "")")
        var changed = request
        changed.body = HTTPBody(Data(#"{"sku":"cup"}"#.utf8))
        let refused = await sealed.mock.respond(to: changed)
        #expect(refused.response.status == .unauthorized)
        let unsigned = await sealed.mock.respond(to: self.request(name))
        #expect(unsigned.response.status == .unauthorized)
    }
}
