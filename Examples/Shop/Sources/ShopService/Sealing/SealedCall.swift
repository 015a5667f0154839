import FlyingFox
import Foundation
import PosthornCore
import PosthornServer

/// A request that came sealed, and the server's half of its cipher.
struct SealedCall: Sendable {
    let server: EnvelopeServer
    /// The request as it was received.
    private let received: TransportRequest

    /// Creates a call, or `nil` for a request that is not sealed.
    init?(_ request: ReceivedRequest, body: Data, server: EnvelopeServer) {
        let isSealed =
            request.headers[.exchange] != nil
            || request.headers[.contentType] == "application/vnd.posthorn.sealed"
        guard isSealed, let method = TransportRequest.method(request.method.rawValue) else {
            return nil
        }
        // The name of the host is that of the audience, which both sides know.
        var received = TransportRequest(
            method: method, url: "https://shop" + request.target.rawValue)
        for (name, value) in request.headers {
            if let name = HTTPField.Name(name.rawValue) { received.headers[name] = value }
        }
        if !body.isEmpty { received.body = HTTPBody(body) }
        self.received = received
        self.server = server
    }

    /// Returns the body that was sealed, which may be empty.
    func open() async throws -> Data {
        var request = received
        do {
            try await server.open(&request)
        } catch {
            // The reason is not for the sender, and there is nothing to seal the response with.
            throw Problem.badRequest("the sealed message could not be opened")
        }
        return request.body?.data ?? Data()
    }

    /// Seals the body of the response, and returns its media type.
    func seal(_ body: inout Data, mediaType: String, status: Int) async throws -> String {
        var response = TransportResponse(
            status: .init(code: status), headers: [.contentType: mediaType], body: body)
        try await server.seal(&response, to: received)
        body = response.body
        return response.headers[.contentType] ?? mediaType
    }
}

extension TransportRequest {
    /// Returns a method by its name, as the type of a request's method.
    fileprivate static func method(_ name: String) -> HTTPTypesMethod? { HTTPTypesMethod(name) }
    fileprivate typealias HTTPTypesMethod = PosthornCore.HTTPRequest.Method
}
