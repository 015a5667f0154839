import Foundation
import Posthorn

/// A transport with scripted streams, one for each request.
final class ConnectionsTransport: Transport {
    struct Connection: Sendable {
        var status = HTTPResponse.Status.ok
        var text = ""
        var mediaType: String? = "text/event-stream"
        var retryAfter: String?
        /// The error that ends the connection after its text.
        var failure: TransportError?
        /// The error that prevents the connection.
        var refusal: TransportError?
    }

    private let state: Locked<(requests: [TransportRequest], left: [Connection])>

    init(_ connections: Connection...) { state = Locked(([], connections)) }

    var requests: [TransportRequest] { state.withLock { $0.requests } }

    /// The `Last-Event-ID` of each request.
    var lastEventIDs: [String?] {
        guard let name = HTTPField.Name("Last-Event-ID") else { return [] }
        return requests.map { $0.headers[name] }
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        throw TransportError(.library, "only streams")
    }

    func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
        let next = state.withLock { state -> Connection? in
            state.requests.append(request)
            return state.left.isEmpty ? nil : state.left.removeFirst()
        }
        guard let next else { throw TransportError(.cancelled, "there are no more connections") }
        if let refusal = next.refusal { throw refusal }
        var headers = HTTPFields()
        headers[.contentType] = next.mediaType
        headers[.retryAfter] = next.retryAfter
        let pieces = next.text.isEmpty ? [] : [Data(next.text.utf8)]
        return TransportStream(
            status: next.status, headers: headers,
            body: ByteStream(PieceSource(pieces, failure: next.failure, repeating: false)))
    }
}
