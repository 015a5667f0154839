import Foundation
import Posthorn

/// Answers every request with the same JSON.
struct Canned: Transport {
    let body: Data

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        TransportResponse(status: .ok, headers: [.contentType: "application/json"], body: body)
    }
}
