import Foundation
import Posthorn
import PosthornTesting
import Shop

extension ShopAPI {
    /// The shop over a transport, without ciphers.
    static func test(_ transport: any Transport) -> ShopAPI {
        ShopAPI(
            ClientConfiguration(transport: transport),
            common: .init(deviceID: "d", channel: .web), ciphers: .init(partner: .plaintext))
    }
}

extension Product {
    static func named(_ sku: String) -> Product {
        Product(sku: sku, name: "Tea", price: 3.5, stock: 1, attributes: ["a": "b"])
    }
}

extension Order {
    static func of(_ items: [LineItem]) -> Order {
        Order(
            id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), status: .paid,
            placedAt: Date(timeIntervalSince1970: 1_800_000_000), total: 9.99, items: items)
    }
}
