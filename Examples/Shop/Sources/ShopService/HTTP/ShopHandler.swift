public import FlyingFox
import Foundation

/// Handles requests to the shop: check → open → route → envelope → seal.
public struct ShopHandler: HTTPHandler {
    private let key: PartnerKey
    private let routes: Routes
    private static let largestBody = 1 << 20

    /// Creates a handler.
    public init(shop: Shop, key: PartnerKey) {
        self.key = key
        routes = Routes(shop: shop)
    }

    /// Handles one request.
    public func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        do {
            let exchange = try sealedExchange(of: request)
            let body = try await plainBody(of: request, exchange)
            if let invoice = try await invoice(for: request) { return invoice.response() }
            let response = await shopResponse(to: request, body: body)
            return try httpResponse(response, to: request, exchange)
        } catch let error as SealingError {
            // There is nothing to seal this response with that the client could trust.
            return try httpResponse(.problem(.badRequest(error.message)), to: request, nil)
        } catch let problem as Problem {
            return try httpResponse(.problem(problem), to: request, nil)
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

    private func sealedExchange(of request: HTTPRequest) throws(SealingError) -> SealedExchange? {
        guard let exchange = request.headers[.exchange] else { return nil }
        return try SealedExchange(
            key: key, method: request.method.rawValue, target: request.target.rawValue,
            exchange: exchange)
    }

    private func plainBody(
        of request: HTTPRequest, _ exchange: SealedExchange?
    ) async throws -> Data {
        var body = Data()
        for try await chunk in request.bodySequence {
            body += chunk
            if body.count > Self.largestBody { throw Problem.tooLarge }
        }
        let isSealed = request.headers[.contentType] == SealedEnvelope.mediaType
        guard isSealed || (exchange != nil && !body.isEmpty) else { return body }
        // A sealed body needs its exchange, and an exchange takes no plain body: no downgrade.
        guard isSealed, let exchange else { throw SealingError.malformed }
        return try exchange.open(body).plain
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
        _ response: ShopResponse, to request: HTTPRequest, _ exchange: SealedExchange?
    ) throws -> HTTPResponse {
        var body = try response.json(inEnvelope: request.headers[.envelope] != "none")
        var mediaType = "application/json"
        if let exchange {
            body = try exchange.seal(body, mediaType: mediaType, status: response.status)
            mediaType = SealedEnvelope.mediaType
        }
        return HTTPResponse(
            statusCode: HTTPStatusCode(response.status, phrase: Self.phrase(response.status)),
            headers: [.contentType: mediaType, HTTPHeader("Cache-Control"): "no-store"],
            body: body)
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
