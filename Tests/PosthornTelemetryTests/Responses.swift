import Foundation
import Posthorn
import PosthornTesting
import TestSupport

extension StubResponse {
    static let order = json(#"{"id":1}"#).header(.server, Canary.response)
    static let busy = text(Canary.response, status: .serviceUnavailable)
    static func events(_ text: String) -> StubResponse {
        stream([text], type: "text/event-stream")
    }

    static let lost = failure(TransportError(.connectionLost, "the connection was lost"))
}

/// A server on loopback that closes each connection after its response.
struct OrderServer {
    let peer: ScriptedPeer

    /// - Parameter responses: The responses to its connections; the last one is repeated. An empty one closes
    ///   the connection.
    init(_ responses: String...) throws {
        peer = try ScriptedPeer { connection in
            try connection.readRequest()
            let response = responses[min(connection.number, responses.count) - 1]
            if !response.isEmpty { try connection.write(response) }
        }
    }

    var origin: String { peer.url("") }
    var port: String { String(origin.split(separator: ":").last ?? "") }

    static func response(
        _ status: String = "200 OK", length: Int? = nil, _ body: String = "{\"id\":1}"
    ) -> String {
        "HTTP/1.1 \(status)\r\nConnection: close\r\nContent-Type: application/json\r\n"
            + "X-Secret: \(Canary.response)\r\nContent-Length: \(length ?? body.utf8.count)\r\n\r\n"
            + body
    }

    static let busy = response("503 Service Unavailable", "{\"error\":\"\(Canary.response)\"}")
}
