import Foundation
import Posthorn
import PosthornCrypto
import Shop

extension Stage {
    /// Plays all scenes in order.
    func playAll() async {
        guard let product = await listing() else { return }
        let order = await sealedOrder(of: product)
        await unknownOrder()
        await outOfStock(product)
        if let order {
            await sealedReading(of: order)
            await plainReading(of: order)
            await invoice(of: order)
            await cancelling(order)
        }
        await sharedProducts(product)
        await sharingProcesses()
        await wrongKey(product)
        await nobodyThere()
    }

    private func listing() async -> Product? {
        var found: Product?
        await play("A listing", #"try await shop.listProducts(language: "en")"#) {
            let products = try await shop.listProducts(language: "en")
            found = products.first { $0.stock >= 2 }
            try expect(found != nil, "a product with two pieces in the warehouse")
            return "[Product]: " + products.map { "\($0.sku) \($0.price)" }.joined(separator: ", ")
        }
        return found
    }

    private func sealedOrder(of product: Product) async -> Order? {
        var placed: Order?
        let swift = """
            try await shop.createOrder(
                items: [LineItem(sku: "\(product.sku)", quantity: 2)], note: "leave at the door")
            """
        await play("A sealed order", swift) {
            let order = try await shop.createOrder(
                items: [LineItem(sku: product.sku, quantity: 2)], note: "leave at the door")
            try expect(order.total == product.price * 2, "a total of twice the price")
            try expect(order.note == "leave at the door", "the note in the response")
            try expect(order.status == .pending, "a pending order")
            placed = order
            return order.summary
        }
        return placed
    }

    private func unknownOrder() async {
        let swift = """
            do { _ = try await shop.getOrder(id: "no-such-order") }
            catch .notFound(let problem) { … }
            """
        // A function of its own, because the compiler does not infer the thrown type of `do` in a closure.
        func scene() async throws -> String {
            do {
                _ = try await shop.getOrder(id: "no-such-order")
            } catch .notFound(let problem) {
                return ".notFound(Problem): \(problem.code), “\(problem.message)”"
            }
            throw Unmet("a failure, and an order came")
        }
        await play("A typed 404", swift, scene)
    }

    private func outOfStock(_ product: Product) async {
        let swift = """
            let items = [LineItem(sku: "\(product.sku)", quantity: 999)]
            do { _ = try await shop.createOrder(items: items) }
            catch .outOfStock(let problem) { … }
            """
        func scene() async throws -> String {
            let items = [LineItem(sku: product.sku, quantity: 999)]
            do {
                _ = try await shop.createOrder(items: items)
            } catch .outOfStock(let problem) {
                return ".outOfStock(Problem): \(problem.code), “\(problem.message)”"
            }
            throw Unmet("a failure, and an order came")
        }
        await play("A typed 409, sealed like the request", swift, scene)
    }

    private func cancelling(_ order: Order) async {
        await play("A call that returns nothing", "try await shop.cancelOrder(id: order.id)") {
            try await shop.cancelOrder(id: order.id.uuidString)
            return "Void"
        }
    }
}

extension Order {
    var summary: String {
        "Order: \(status.rawValue), \(items.map { "\($0.quantity) × \($0.sku)" }.joined(separator: ", ")), "
            + "total \(total), placed \(placedAt.formatted(.iso8601))"
    }
}
