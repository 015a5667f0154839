import Foundation
import PosthornCore
import PosthornCurl
import PosthornTesting
import TestSupport

/// Sends every request to a server on loopback that responds with the same bytes.
struct CannedTransport: Transport {
    var status = 200
    var mediaType = "application/json"
    var headers: [String: String] = [:]
    var body = ""

    private static let session = Result { try CurlSession() }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        var response = StubResponse.bytes(
            Data(body.utf8), type: mediaType, status: HTTPResponse.Status(code: status))
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { response.headers[name] = value }
        }
        do {
            let server = try ScriptedServer.serving([.on(nil, "*", response: response)])
            defer { server.stop() }
            var request = request
            request.url = server.url(request.target)
            return try await Self.session.get().send(request)
        } catch let error as TransportError {
            throw error
        } catch {
            throw TransportError(.resource, "\(error)")
        }
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
