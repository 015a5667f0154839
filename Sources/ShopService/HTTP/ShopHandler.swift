#if Demo
    public import FlyingFox
    import Foundation

    /// Answers the requests to the shop: check → open → route → envelope → seal.
    public struct ShopHandler: HTTPHandler {
        private let key: PartnerKey
        private let routes: Routes
        private static let largestBody = 1 << 20

        /// Creates a handler.
        public init(shop: Shop, key: PartnerKey) {
            self.key = key
            routes = Routes(shop: shop)
        }

        /// Answers one request.
        public func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
            do {
                let exchange = try sealedExchange(of: request)
                let body = try await plainBody(of: request, exchange)
                let answer = await answer(to: request, body: body)
                return try response(answer, to: request, exchange)
            } catch let error as SealingError {
                // There is nothing to seal this response with that the client could trust.
                return try response(.problem(.badRequest(error.message)), to: request, nil)
            } catch let problem as Problem {
                return try response(.problem(problem), to: request, nil)
            }
        }

        private func sealedExchange(of request: HTTPRequest) throws(SealingError) -> SealedExchange?
        {
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

        private func answer(to request: HTTPRequest, body: Data) async -> Answer {
            do {
                for header in [HTTPHeader.appVersion, .deviceID] {
                    guard request.headers[header]?.isEmpty == false else {
                        throw Problem.badRequest("the header field \(header.rawValue) is missing")
                    }
                }
                return try await routes.answer(OpenedRequest(request, body: body))
            } catch let problem as Problem {
                return .problem(problem)
            } catch {
                return .problem(Problem(status: 500, code: 5000, message: "the shop has a bad day"))
            }
        }

        private func response(
            _ answer: Answer, to request: HTTPRequest, _ exchange: SealedExchange?
        ) throws -> HTTPResponse {
            var body = try answer.json(inEnvelope: request.headers[.envelope] != "none")
            var mediaType = "application/json"
            if let exchange {
                body = try exchange.seal(body, mediaType: mediaType, status: answer.status)
                mediaType = SealedEnvelope.mediaType
            }
            return HTTPResponse(
                statusCode: HTTPStatusCode(answer.status, phrase: Self.phrase(answer.status)),
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
#endif
