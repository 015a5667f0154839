// Generated from Services/Ledger/Ledger.yaml and Services/Store/StoreService.yaml. Edit the specs, not this file.

@_spi(Generated) public import PosthornCore
@_spi(Generated) public import PosthornServer

/// A server of ``LedgerAPI``.
///
/// Conform to it, and give `endpointServer` to the handler of an HTTP server.
protocol LedgerServer: Sendable {
    /// `GET /orders/{id}`.
    ///
    /// Throw ``LedgerAPI/GetOrder/Failure`` for a documented failure.
    func getOrder(
        _ call: LedgerAPI.GetOrder, _ context: ServerContext<Void>
    ) async throws -> LedgerAPI.Order

    /// `POST /payments`.
    func payOrder(
        _ call: LedgerAPI.PayOrder, _ context: ServerContext<Void>
    ) async throws -> LedgerAPI.State
}

extension LedgerServer {
    /// Creates what responds to requests by the methods of this value.
    /// - Parameters:
    ///   - defaultCipher: The cipher of endpoints that name none; `nil` for none.
    ///   - defaultVerifier: The verifier of endpoints that name no signer; `nil` for none.
    func endpointServer(
        defaultCipher: (any ServerCipher)? = nil, defaultVerifier: (any RequestVerifier)? = nil
    ) -> EndpointServer {
        var routes: [ServerRoute] = []
        routes.append(ServerRoute(.get, "/orders/{id}"))
        routes.append(ServerRoute(.post, "/payments"))
        return EndpointServer(
            routes, server: LedgerAPI.server, policy: .json, ciphers: ["": defaultCipher],
            verifiers: ["": defaultVerifier], serve: serve)
    }

    private func serve(_ number: Int, _ call: ServerCall) async throws -> TransportResponse {
        switch number {
        case 0: try await serveGetOrder(call)
        default: try await servePayOrder(call)
        }
    }

    private func serveGetOrder(_ call: ServerCall) async throws -> TransportResponse {
        let endpoint = LedgerAPI.GetOrder(id: try call.path("id").value())
        let context = ServerContext(request: call.request)
        do {
            let output = try await self.getOrder(endpoint, context)
            return try call.reply(output)
        } catch let failure as LedgerAPI.GetOrder.Failure {
            switch failure {
            case .notFound(let failure):
                return try call.failure(404, failure)
            case .other(let error): throw error
            }
        }
    }

    private func servePayOrder(_ call: ServerCall) async throws -> TransportResponse {
        let endpoint = LedgerAPI.PayOrder(body: try call.json())
        let context = ServerContext(request: call.request)
        let output = try await self.payOrder(endpoint, context)
        return try call.reply(output)
    }
}

/// A server of ``StoreAPI``.
///
/// Conform to it, and give `endpointServer` to the handler of an HTTP server.
public protocol StoreServer: Sendable {
    /// `POST /orders`.
    ///
    /// Throw ``StoreAPI/OrderCall/Failure`` for a documented failure.
    func order(
        _ call: StoreAPI.OrderCall, _ context: ServerContext<Void>
    ) async throws -> StoreAPI.Order

    /// `GET /orders`.
    func listOrders(
        _ call: StoreAPI.ListOrders, _ context: ServerContext<Void>
    ) async throws -> Page

    /// `GET /size`.
    ///
    /// Throw ``StoreAPI/GetSize/Failure`` for a documented failure.
    func getSize(_ call: StoreAPI.GetSize, _ context: ServerContext<Void>) async throws -> Size
}

extension StoreServer {
    /// Creates what responds to requests by the methods of this value.
    /// - Parameters:
    ///   - defaultCipher: The cipher of endpoints that name none; `nil` for none.
    ///   - defaultVerifier: The verifier of endpoints that name no signer; `nil` for none.
    public func endpointServer(
        defaultCipher: (any ServerCipher)? = nil, defaultVerifier: (any RequestVerifier)? = nil
    ) -> EndpointServer {
        var routes: [ServerRoute] = []
        routes.append(ServerRoute(.post, "/orders"))
        routes.append(ServerRoute(.get, "/orders"))
        routes.append(ServerRoute(.get, "/size"))
        return EndpointServer(
            routes, server: StoreAPI.server, policy: .json, ciphers: ["": defaultCipher],
            verifiers: ["": defaultVerifier], serve: serve)
    }

    private func serve(_ number: Int, _ call: ServerCall) async throws -> TransportResponse {
        switch number {
        case 0: try await serveOrder(call)
        case 1: try await serveListOrders(call)
        default: try await serveGetSize(call)
        }
    }

    private func serveOrder(_ call: ServerCall) async throws -> TransportResponse {
        let body: StoreAPIOrderBody = try call.json()
        let endpoint = StoreAPI.OrderCall(itemEAN: body.itemEAN, price: body.price, head: body.head)
        let context = ServerContext(request: call.request)
        do {
            let output = try await self.order(endpoint, context)
            return try call.reply(output)
        } catch let failure as StoreAPI.OrderCall.Failure {
            switch failure {
            case .conflict(let failure):
                return try call.failure(409, failure)
            case .other(let error): throw error
            }
        }
    }

    private func serveListOrders(_ call: ServerCall) async throws -> TransportResponse {
        let endpoint = StoreAPI.ListOrders(
            state: try call.query("state").optional(), cursor: try call.query("cursor").optional())
        let context = ServerContext(request: call.request)
        let output = try await self.listOrders(endpoint, context)
        return try call.reply(output)
    }

    private func serveGetSize(_ call: ServerCall) async throws -> TransportResponse {
        let endpoint = StoreAPI.GetSize()
        let context = ServerContext(request: call.request)
        do {
            let output = try await self.getSize(endpoint, context)
            return try call.reply(output)
        } catch let failure as StoreAPI.GetSize.Failure {
            switch failure {
            case .notFound(let failure):
                return try call.failure(404, failure)
            case .other(let error): throw error
            }
        }
    }
}

private struct StoreAPIOrderBody: JSONReadable {
    var itemEAN: String
    var price: ServicesMoney
    var head: StoreAPI.Head?

    init(json: inout JSONReader) throws {
        itemEAN = ""
        var price: ServicesMoney?
        var object = json.beginObject("item_ean price head?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: itemEAN = json.string()
            case 1: price = json.value()
            case 2: head = json.valueIfPresent()
            default: break
            }
        }
        guard json.finish(object), let price else { throw json.takeFailure() }
        self.price = price
    }
}
