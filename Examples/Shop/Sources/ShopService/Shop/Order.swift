import Foundation

/// An order of products.
struct Order: Codable, Sendable {
    var id: UUID
    var status: Status
    var placedAt: Date
    var total: Decimal
    var items: [LineItem]
    var note: String?

    enum Status: String, Codable, Sendable {
        case pending, paid, shipped
    }

    enum CodingKeys: String, CodingKey {
        case id, status, total, items, note
        case placedAt = "placed_at"
    }
}

/// A quantity of one product.
struct LineItem: Codable, Sendable {
    var sku: String
    var quantity: Int

    init(sku: String, quantity: Int) {
        self.sku = sku
        self.quantity = quantity
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        sku = try container.decode(String.self, forKey: .sku)
        quantity = try container.decodeIfPresent(Int.self, forKey: .quantity) ?? 1
    }
}

/// A page of the list of orders.
struct OrderPage: Encodable, Sendable {
    var orders: [Order]
    var nextCursor: String?

    enum CodingKeys: String, CodingKey {
        case orders
        case nextCursor = "next_cursor"
    }
}
