import Foundation
import Posthorn
import PosthornCrypto
import Shop

/// Calls with other strategies, and calls that fail.
extension Stage {
    func sealedReading(of order: Order) async {
        let swift = """
            let secret = shop.with { $0.cipher = partner }
            try await secret.getOrder(id: order.id)
            """
        await play("A cipher for one call: no body goes out, a sealed one comes back", swift) {
            let secret = shop.with { $0.cipher = partner }
            let found = try await secret.getOrder(id: order.id.uuidString)
            try expect(found.id == order.id, "the order that was placed")
            return found.summary
        }
    }

    func plainReading(of order: Order) async {
        let swift = """
            let plain = shop.with {
                $0.cipher = .plaintext; $0.responsePolicy = .json; $0.header("X-Envelope", "none")
            }
            try await plain.createOrder(items: order.items, note: order.note)
            """
        await play("The sealed order again, in plain text and bare JSON", swift) {
            let plain = shop.with {
                $0.cipher = .plaintext
                $0.responsePolicy = .json
                $0.header("X-Envelope", "none")
            }
            let again = try await plain.createOrder(items: order.items, note: order.note)
            try expect(again.id != order.id, "another order")
            try expect(again.total == order.total, "the same total")
            return again.summary
        }
    }

    func wrongKey(_ product: Product) async {
        let swift = """
            let stranger = shop.with { $0.cipher = EnvelopeCipher(key: wrongKey, audience: "shop") }
            try await stranger.createOrder(items: [LineItem(sku: "\(product.sku)")])
            """
        func scene() async throws -> String {
            let wrong = Data(server.key.reversed())
            let key = try SecretKey(id: server.keyID, bytes: wrong)
            let cipher = TappedCipher(
                wrapped: try EnvelopeCipher(key: key, audience: "shop"), tap: tap)
            let stranger = shop.with { $0.cipher = cipher }
            do {
                _ = try await stranger.createOrder(items: [LineItem(sku: product.sku)])
            } catch .other(let error) {
                try expect(error.code == .badRequest, "the status 400, not \(error.code.rawValue)")
                for secret in [wrong, server.key] {
                    try expectNothing(of: secret, in: error.description, error.expandedDescription)
                }
                return ".other(APIError): \(error)"
            }
            throw Unmet("a failure, and an order came")
        }
        await play("A wrong key", swift, scene)
    }

    func nobodyThere() async {
        let swift = """
            let lost = ShopAPI(.init(baseURL: "http://127.0.0.1:1/v1", …), …)
            do { _ = try await lost.listProducts() } catch { … }
            """
        func scene() async throws -> String {
            var lost = shop
            lost.configuration.baseURL = try BaseURL("http://127.0.0.1:1/v1")
            do {
                _ = try await lost.listProducts()
            } catch {
                try expect(error.code == .cannotConnect, "the code cannotConnect")
                return "APIError: \(error)"
            }
            throw Unmet("a failure, and products came")
        }
        await play("A server that is not there", swift, scene)
    }

    private func expectNothing(of secret: Data, in texts: String...) throws(Unmet) {
        let hex = secret.map { String($0, radix: 16) }.joined()
        for form in [secret.base64EncodedString(), hex] {
            try expect(!texts.contains { $0.contains(form) }, "no key in the error")
        }
    }
}
