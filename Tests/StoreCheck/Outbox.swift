#if SQLite
    import FoundationEssentials
    import Glibc
    import Posthorn
    import PosthornOutbox
    import PosthornStores

    /// The calls of a shop to its warehouse.
    struct WarehouseAPI: OutboxService {
        var configuration: ClientConfiguration

        static let outboxEndpoints: [any OutboxEndpoint.Type] = [Move.self]

        /// Moves something of an order.
        ///
        /// Each number is submitted once.
        struct Move: OutboxEndpoint {
            struct Output: Codable, Sendable { var number: Int }
            let order: Int
            let number: Int
            var note: String?

            var deliveryKey: String? { "\(order)" }

            static func prepareDelivery(_ request: inout RequestBuilder) {
                request.sendsIdempotencyKey = true
            }

            func build(_ request: inout RequestBuilder) {
                request.method(.post, "/orders/{order}/moves")
                Self.prepareDelivery(&request)
                request.path("order", order)
                request.body("number", number)
                request.body("note", note)
            }
        }
    }

    /// An outbox that waits for little.
    func warehouseOutbox(
        _ store: any OutboxStore, _ server: String,
        _ observer: (@Sendable (OutboxEvent) -> Void)? = nil
    ) throws -> Outbox<WarehouseAPI> {
        var options = OutboxOptions()
        options.lease = .seconds(1)
        options.pollInterval = .milliseconds(50)
        options.retry = OutboxRetry(baseDelay: .milliseconds(10), maximumDelay: .milliseconds(50))
        options.observer = observer
        let service = WarehouseAPI(
            configuration: try ClientConfiguration(baseURL: server, transport: CurlSession()))
        return Outbox(service, store: store, options: options)
    }

    /// Submits numbered calls of nine orders, and prints the number of each that was accepted, while it delivers.
    ///
    /// Ends when nothing waits any more, or with the server of its store.
    func runOutbox(_ store: any OutboxStore, server: String, numbers: Range<Int>) async throws {
        let outbox = try warehouseOutbox(store, server)
        let deliveries = Task { try await outbox.run() }
        for number in numbers {
            do {
                _ = try await outbox.submit(WarehouseAPI.Move(order: number % 9, number: number))
            } catch {
                exit(1)
            }
            say("\(number)")
        }
        while (try? await outbox.summary().waiting) != 0 {
            try await Task.sleep(for: .milliseconds(20))
        }
        say("end")
        deliveries.cancel()
    }

    /// Submits calls until the store fails, delivers while it is full, then removes a file and continues.
    ///
    /// Prints the number of each call that was accepted, and between them `full`, the error's code and the number of
    /// calls in the store.
    func fillOutbox(_ store: any OutboxStore, server: String, ballast: String) async throws {
        let events = AsyncStream<Bool>.makeStream()
        let outbox = try warehouseOutbox(store, server) { event in
            switch event {
            case .storeFailed: events.continuation.yield(false)
            case .delivered: events.continuation.yield(true)
            default: break
            }
        }
        func submit(_ number: Int) async throws -> OutboxReceipt<WarehouseAPI, WarehouseAPI.Move> {
            let receipt = try await outbox.submit(
                WarehouseAPI.Move(
                    order: number % 9, number: number, note: String(repeating: "x", count: 10_000)))
            say("\(number)")
            return receipt
        }
        var number = 0
        do {
            while true {
                _ = try await submit(number)
                number += 1
            }
        } catch let error as APIError {
            let code = (error.underlying as? StoreError)?.code.rawValue
            say("full \(code ?? "\(error)") \(try await outbox.summary().waiting)")
        }
        let deliveries = Task { try await outbox.run() }
        var delivered = 0
        for await isDelivered in events.stream {
            guard isDelivered else { break }
            delivered += 1
            if delivered == number { break }
        }
        unlink(ballast)
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        _ = try await submit(number + 1).value(within: .seconds(60))
        while try await outbox.summary().waiting > 0 {
            try await Task.sleep(for: .milliseconds(20))
        }
        say("end")
        deliveries.cancel()
    }
#endif
