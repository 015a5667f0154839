import Foundation
import Posthorn

/// Answers every request with the same bytes.
struct CannedTransport: Transport {
    var status = 200
    var mediaType = "application/json"
    var body = ""

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        TransportResponse(
            status: HTTPResponse.Status(code: status), headers: [.contentType: mediaType],
            body: Data(body.utf8))
    }
}

extension ClientConfiguration {
    /// A configuration whose every answer is known.
    static func canned(
        _ body: String = "", status: Int = 200, mediaType: String = "application/json"
    ) -> ClientConfiguration {
        ClientConfiguration(
            baseURL: "https://api.example.com",
            transport: CannedTransport(status: status, mediaType: mediaType, body: body))
    }
}
