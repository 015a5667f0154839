/// An item of the group `typed`, as a user of `JSONDecoder` writes it.
public struct CodableItem: Decodable, Sendable {
    public var id: String
    public var sku: String
    public var title: String
    public var quantity: Int
    public var price: Double
    public var isInStock: Bool
    public var tags: [String]
    public var note: String?

    enum CodingKeys: String, CodingKey {
        case id, sku, title, quantity, price, tags, note
        case isInStock = "in_stock"
    }
}
