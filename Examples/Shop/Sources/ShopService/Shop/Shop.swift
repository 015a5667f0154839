import Foundation

/// The products and orders of the shop, in memory only.
public actor Shop {
    private var products = Product.assortment
    private var orders: [Order]

    /// Creates a shop with two earlier orders.
    public init() {
        let items = [
            LineItem(sku: "tea-oolong", quantity: 1), LineItem(sku: "cup-stone", quantity: 2),
        ]
        let prices = Dictionary(uniqueKeysWithValues: products.map { ($0.sku, $0.price) })
        orders = zip(items, [Order.Status.shipped, .paid]).enumerated().map { index, past in
            Order(
                id: UUID(), status: past.1,
                placedAt: Date(timeIntervalSince1970: 1_790_000_000 + Double(index) * 3600),
                total: (prices[past.0.sku] ?? 0) * Decimal(past.0.quantity), items: [past.0])
        }
    }

    func allProducts() -> [Product] { products }

    func product(_ sku: String) throws(Problem) -> Product {
        guard let product = products.first(where: { $0.sku == sku }) else {
            throw .notFound("there is no product \(sku)")
        }
        return product
    }

    /// A page of the orders, the newest first, after the one whose id is the cursor.
    func page(status: Order.Status?, after cursor: UUID?, limit: Int) throws(Problem) -> OrderPage {
        var rest = orders.reversed().filter { status == nil || $0.status == status }[...]
        if let cursor {
            guard let index = rest.firstIndex(where: { $0.id == cursor }) else {
                throw .badRequest("the cursor is not one that this shop gave")
            }
            rest = rest[(index + 1)...]
        }
        let page = rest.prefix(limit)
        let last = page.count < rest.count ? page.last?.id.uuidString : nil
        return OrderPage(orders: Array(page), nextCursor: last)
    }

    func order(_ id: String) throws(Problem) -> Order { orders[try index(id)] }

    /// Places an order and removes its pieces from stock, all of them or none.
    func place(_ items: [LineItem], note: String?) throws(Problem) -> Order {
        guard !items.isEmpty else { throw .badRequest("an order needs an item") }
        var warehouse = products
        var total = Decimal(0)
        for item in items {
            guard item.quantity > 0 else { throw .badRequest("a quantity is at least 1") }
            guard let index = warehouse.firstIndex(where: { $0.sku == item.sku }) else {
                throw .notFound("there is no product \(item.sku)")
            }
            guard warehouse[index].stock >= item.quantity else {
                throw .outOfStock(warehouse[index], wanted: item.quantity)
            }
            warehouse[index].stock -= item.quantity
            total += warehouse[index].price * Decimal(item.quantity)
        }
        products = warehouse
        let order = Order(
            id: UUID(), status: .pending, placedAt: Date(), total: total, items: items, note: note)
        orders.append(order)
        return order
    }

    /// Cancels an order that has not been shipped, and returns its pieces to stock.
    func cancel(_ id: String) throws(Problem) {
        let index = try index(id)
        guard orders[index].status != .shipped else { throw .alreadyShipped }
        let order = orders.remove(at: index)
        for item in order.items {
            guard let place = products.firstIndex(where: { $0.sku == item.sku }) else { continue }
            products[place].stock += item.quantity
        }
    }

    private func index(_ id: String) throws(Problem) -> Int {
        guard let id = UUID(uuidString: id),
            let index = orders.firstIndex(where: { $0.id == id })
        else { throw .notFound("there is no such order") }
        return index
    }
}
