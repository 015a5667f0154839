public import FlyingFox
import Foundation
public import PosthornServer

/// Handles requests to the shop: check → open → route → envelope → seal.
public struct ShopHandler: HTTPHandler {
    private let server: EnvelopeServer
    private let routes: Routes
    private let tokens = TokenDesk()
    private static let largestBody = 1 << 20

    /// Creates a handler.
    public init(shop: Shop, server: EnvelopeServer) {
        self.server = server
        routes = Routes(shop: shop)
    }

    /// Handles one request.
    public func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        do {
            var body = try await receivedBody(of: request)
            let sealed = SealedCall(request, body: body, server: server)
            if let sealed { body = try await sealed.open() }
            if request.method == .POST, OpenedRequest(request, body: Data()).path == ["token"] {
                return await tokens.response()
            }
            if let invoice = try await invoice(for: request) { return invoice.response() }
            let response = await shopResponse(to: request, body: body)
            return try await httpResponse(response, to: request, sealed)
        } catch let problem as Problem {
            return try await httpResponse(.problem(problem), to: request, nil)
        }
    }

    /// Returns the invoice that the request asks for; `nil` if it asks for something else.
    private func invoice(for request: HTTPRequest) async throws -> Invoice? {
        let path = OpenedRequest(request, body: Data()).path
        guard request.method == .GET, path.count == 3, path[0] == "orders",
            path[2] == "invoice.pdf"
        else { return nil }
        return Invoice(of: try await routes.shop.order(path[1]))
    }

    private func receivedBody(of request: HTTPRequest) async throws -> Data {
        var body = Data()
        for try await chunk in request.bodySequence {
            body += chunk
            if body.count > Self.largestBody { throw Problem.tooLarge }
        }
        return body
    }

    private func shopResponse(to request: HTTPRequest, body: Data) async -> ShopResponse {
        do {
            for header in [HTTPHeader.appVersion, .deviceID] {
                guard request.headers[header]?.isEmpty == false else {
                    throw Problem.badRequest("the header field \(header.rawValue) is missing")
                }
            }
            return try await routes.response(to: OpenedRequest(request, body: body))
        } catch let problem as Problem {
            return .problem(problem)
        } catch {
            return .problem(Problem(status: 500, code: 5000, message: "internal error"))
        }
    }

    private func httpResponse(
        _ response: ShopResponse, to request: HTTPRequest, _ sealed: SealedCall?
    ) async throws -> HTTPResponse {
        var body = try response.json(inEnvelope: request.headers[.envelope] != "none")
        var mediaType = "application/json"
        if let sealed {
            mediaType = try await sealed.seal(
                &body, mediaType: mediaType, status: response.status)
        }
        return HTTPResponse(
            statusCode: HTTPStatusCode(response.status, phrase: Self.phrase(response.status)),
            headers: [
                .contentType: mediaType,
                HTTPHeader("Cache-Control"): Self.mayBeStored(response, request)
                    ? "max-age=60" : "no-store",
            ],
            body: body)
    }

    /// Whether a cache may store the response: the list of products is the same for all.
    private static func mayBeStored(_ response: ShopResponse, _ request: HTTPRequest) -> Bool {
        response.status == 200 && request.method == .GET
            && OpenedRequest(request, body: Data()).path == ["products"]
    }

    private static func phrase(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 400: "Bad Request"
        case 404: "Not Found"
        case 409: "Conflict"
        case 413: "Content Too Large"
        default: "Internal Server Error"
        }
    }
}
