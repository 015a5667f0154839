import Foundation
import Posthorn

/// A transport that remembers what crossed it.
///
/// It stands where any user's own transport would.
final class WireTap: TransportWrapper {
    let wrapped: any Transport
    private let exchange = Locked(Exchange())

    init(_ wrapped: any Transport) { self.wrapped = wrapped }

    /// What was sent and received, and what it was before sealing and after opening.
    struct Exchange: Sendable {
        var request: TransportRequest?
        var response: TransportResponse?
        var error: TransportError?
        var plainRequest: Data?
        var plainResponse: Data?
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        note { $0.request = request }
        do {
            let response = try await wrapped.send(request)
            note { $0.response = response }
            return response
        } catch {
            note { $0.error = error }
            throw error
        }
    }

    /// Adds to the exchange.
    func note(_ change: (inout sending Exchange) -> Void) {
        exchange.withLock { change(&$0) }
    }

    /// The exchange since the last time.
    func take() -> Exchange {
        exchange.withLock { current in
            defer { current = Exchange() }
            return current
        }
    }
}
