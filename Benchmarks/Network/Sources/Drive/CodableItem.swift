/// An item of the group `typed`, as a user of `JSONDecoder` writes it.
package struct CodableItem: Decodable, Sendable {
    package var id: String
    package var sku: String
    package var title: String
    package var quantity: Int
    package var price: Double
    package var isInStock: Bool
    package var tags: [String]
    package var note: String?

    enum CodingKeys: String, CodingKey {
        case id, sku, title, quantity, price, tags, note
        case isInStock = "in_stock"
    }
}
