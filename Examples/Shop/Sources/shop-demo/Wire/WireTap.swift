import Foundation
import Posthorn
import Synchronization

/// A transport that records the exchange.
///
/// It takes the place of any custom transport.
final class WireTap: TransportWrapper {
    let wrapped: any Transport
    private let exchange = Mutex(Exchange())

    init(_ wrapped: any Transport) { self.wrapped = wrapped }

    /// A request and its response, with the plain text of both bodies.
    struct Exchange: Sendable {
        var request: TransportRequest?
        var response: TransportResponse?
        var error: TransportError?
        var plainRequest: Data?
        var plainResponse: Data?
        var requestCount = 0
    }

    /// The number of requests of the exchange.
    var requestCount: Int { exchange.withLock { $0.requestCount } }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        note { exchange in
            exchange.request = request
            exchange.requestCount += 1
        }
        do {
            let response = try await wrapped.send(request)
            note { $0.response = response }
            return response
        } catch {
            note { $0.error = error }
            throw error
        }
    }

    func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
        note { $0.request = request }
        let stream = try await wrapped.stream(request)
        let head = TransportResponse(status: stream.status, headers: stream.headers)
        note { $0.response = head }
        return stream
    }

    func note(_ change: (inout sending Exchange) -> Void) { exchange.withLock { change(&$0) } }

    /// Returns the exchange since the last call, and starts a new one.
    func take() -> Exchange {
        exchange.withLock { current in
            defer { current = Exchange() }
            return current
        }
    }
}
