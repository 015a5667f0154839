import Foundation

/// What a person would write for Foundation's coders; the date as text, which spares them work that
/// the generated type does.
struct PlainOrder: Codable {
    struct Customer: Codable {
        var name: String
        var city: String
        var tags: [String]
    }

    struct Line: Codable {
        var sku: String
        var title: String
        var quantity: Int
        var price: Double
    }

    var id: UUID
    var number: Int
    var placedAt: String
    var customer: Customer
    var lines: [Line]
    var total: Double
    var isPaid: Bool
    var note: String?

    private enum CodingKeys: String, CodingKey {
        case id
        case number
        case placedAt = "placed_at"
        case customer
        case lines
        case total
        case isPaid = "is_paid"
        case note
    }
}

/// The body of an order's replacement.
struct PlainOrderList: Codable {
    var orders: [PlainOrder]
}
