/// A service that takes several calls in one exchange.
public protocol BatchService: APIService {
    /// How the server takes them.
    static var batch: BatchForm { get }
}

/// How a server takes several calls in one exchange.
public enum BatchForm: Sendable, Hashable {
    /// As an array of calls of JSON-RPC 2.0, posted to this path.
    case jsonRPC(String)
    /// As a JSON object with a list of requests, posted to this path: the JSON batches of OData and Microsoft Graph.
    case requests(String)
}

extension BatchService {
    /// Makes several calls in one exchange, and returns the result of each in the order of the calls.
    ///
    /// ```swift
    /// let (order, stock) = await shop.batch(ShopAPI.GetOrder(id: 7), ShopAPI.ListStock())
    /// let total = try order.get().total
    /// ```
    ///
    /// Options of the service, such as the credential, the cipher, retries and middleware, apply to the exchange; the
    /// parameters, the response policy and the documented failures to each call. A failure of the exchange is that of
    /// each call. So is a response that has none, or several, for a call.
    public func batch<each E: Endpoint>(
        _ endpoints: repeat each E
    ) async -> (repeat Result<(each E).Output, (each E).Failure>) {
        var count = 0
        for _ in repeat each endpoints { count += 1 }
        let collector = BatchCollector(Self.batch, count: count, for: self)
        // The exchange begins when all calls have arrived.
        let tasks = (repeat task(for: each endpoints, in: collector))
        return await withTaskCancellationHandler {
            (repeat await (each tasks).value)
        } onCancel: {
            collector.cancel()
            for task in repeat each tasks { task.cancel() }
        }
    }

    /// Makes several calls of one endpoint in one exchange, and returns the result of each in the order of the calls.
    public func batch<E: Endpoint>(_ endpoints: [E]) async -> [Result<E.Output, E.Failure>] {
        let collector = BatchCollector(Self.batch, count: endpoints.count, for: self)
        let tasks = endpoints.map { task(for: $0, in: collector) }
        return await withTaskCancellationHandler {
            var results: [Result<E.Output, E.Failure>] = []
            for task in tasks { results.append(await task.value) }
            return results
        } onCancel: {
            collector.cancel()
            for task in tasks { task.cancel() }
        }
    }

    private func task<E: Endpoint>(
        for endpoint: E, in collector: BatchCollector
    ) -> Task<Result<E.Output, E.Failure>, Never> {
        let seat = collector.seat()
        var service = self
        service.configuration.transport = seat
        // These belong to the exchange.
        let call = service.with {
            $0.cipher = .plaintext
            $0.signer = .none
            $0.reset(\.middleware)
            $0.reset(\.retry)
            $0.reset(\.hedging)
        }
        return Task {
            let result: Result<E.Output, E.Failure>
            do throws(E.Failure) {
                result = .success(try await call.send(endpoint))
            } catch {
                result = .failure(error)
            }
            seat.leave()
            return result
        }
    }
}
