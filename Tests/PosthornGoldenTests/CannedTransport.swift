import Foundation
import PosthornCore

/// Answers every request with the same bytes.
struct CannedTransport: Transport {
    var status = 200
    var mediaType = "application/json"
    var headers: [String: String] = [:]
    var body = ""

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        var fields: HTTPFields = [.contentType: mediaType]
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return TransportResponse(
            status: HTTPResponse.Status(code: status), headers: fields, body: Data(body.utf8))
    }
}

extension ClientConfiguration {
    /// A configuration whose every response is known.
    static func canned(
        _ body: String = "", status: Int = 200, mediaType: String = "application/json",
        headers: [String: String] = [:]
    ) -> ClientConfiguration {
        ClientConfiguration(
            baseURL: try? BaseURL("https://api.example.com"),
            transport: CannedTransport(
                status: status, mediaType: mediaType, headers: headers, body: body))
    }
}
