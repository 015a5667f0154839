import Foundation

/// A product of the shop.
struct Product: Codable, Sendable {
    var sku: String
    var name: String
    var price: Decimal
    var stock: Int
    var attributes: [String: String]
}

extension Product {
    /// The products of a new shop.
    static let assortment = [
        Product(
            sku: "tea-oolong", name: "Oolong tea, 100 g", price: cents(890), stock: 40,
            attributes: ["origin": "Taiwan", "leaf": "whole"]),
        Product(
            sku: "cup-stone", name: "Stoneware cup", price: cents(1450), stock: 12,
            attributes: ["volume": "220 ml"]),
        Product(
            sku: "kettle-cast", name: "Cast-iron kettle", price: cents(6800), stock: 0,
            attributes: ["volume": "900 ml", "colour": "black"]),
    ]

    /// The German names, for `Accept-Language: de`.
    static let germanNames = [
        "tea-oolong": "Oolong-Tee, 100 g", "cup-stone": "Steinzeugbecher",
        "kettle-cast": "Gusseiserner Kessel",
    ]

    /// A price without the rounding of a floating-point literal.
    private static func cents(_ amount: Int) -> Decimal { Decimal(amount) / 100 }
}
