import DemoDraft

/// The endpoints of the draft, those without variables first.
enum DemoRoutes {
    static let all: [Route<DemoAPI>] = [
        Route("GET", "/v1/orders", DemoAPI.ListOrders.self),
        Route("POST", "/v1/orders", DemoAPI.CreateOrder.self),
        Route("GET", "/v1/products", DemoAPI.ListProducts.self),
        Route("DELETE", "/v1/orders/{id}", DemoAPI.DeleteOrder.self),
        Route("GET", "/v1/orders/{id}", DemoAPI.GetOrder.self),
        Route("PUT", "/v1/orders/{id}/receipt", DemoAPI.ReplaceOrderReceipt.self),
        Route("GET", "/v1/products/{id}", DemoAPI.GetProduct.self),
    ]
}
