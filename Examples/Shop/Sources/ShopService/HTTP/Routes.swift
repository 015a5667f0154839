import Foundation

/// Maps requests to functions of the shop.
struct Routes: Sendable {
    let shop: Shop

    func response(to request: OpenedRequest) async throws -> ShopResponse {
        switch (request.method, request.path.first, request.path.count) {
        case ("GET", "orders", 1): try await listOrders(request)
        case ("POST", "orders", 1): try await createOrder(request)
        case ("GET", "orders", 2): .ok(try await shop.order(request.path[1]))
        case ("DELETE", "orders", 2): try await cancelOrder(request)
        case ("GET", "products", 1): .ok(await products(request))
        case ("GET", "products", 2): .ok(try await shop.product(request.path[1]))
        default:
            throw Problem.notFound(
                "\(request.method) /\(request.path.joined(separator: "/")) leads nowhere")
        }
    }

    private func listOrders(_ request: OpenedRequest) async throws -> ShopResponse {
        var status: Order.Status?
        if let text = request.query["status"] {
            status = Order.Status(rawValue: text)
            if status == nil { throw Problem.badRequest("there is no status \(text)") }
        }
        var cursor: UUID?
        if let text = request.query["cursor"] {
            cursor = UUID(uuidString: text)
            if cursor == nil { throw Problem.badRequest("the cursor is not one of this shop") }
        }
        guard let limit = Int(request.query["limit"] ?? "50"), (1...100).contains(limit) else {
            throw Problem.badRequest("the limit is a number from 1 to 100")
        }
        return .ok(try await shop.page(status: status, after: cursor, limit: limit))
    }

    private func createOrder(_ request: OpenedRequest) async throws -> ShopResponse {
        let order: NewOrder
        do {
            order = try JSONDecoder().decode(NewOrder.self, from: request.body)
        } catch {
            throw Problem.badRequest("the body is not an order with its channel")
        }
        return ShopResponse(
            status: 201, payload: try await shop.place(order.items, note: order.note))
    }

    private func cancelOrder(_ request: OpenedRequest) async throws -> ShopResponse {
        try await shop.cancel(request.path[1])
        return .ok(Nothing())
    }

    private func products(_ request: OpenedRequest) async -> [Product] {
        let products = await shop.allProducts()
        guard request.language?.hasPrefix("de") == true else { return products }
        return products.map { product in
            var product = product
            product.name = Product.germanNames[product.sku] ?? product.name
            return product
        }
    }

    private struct NewOrder: Decodable {
        let channel: String
        let items: [LineItem]
        let note: String?
    }
}
