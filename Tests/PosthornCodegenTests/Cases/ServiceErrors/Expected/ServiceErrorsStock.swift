// Generated from ServiceErrors/ServiceErrorsStock.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

extension ServiceErrorsAPI {
    /// The calls of the group `stock`.
    public var stock: Stock { Stock(api: self) }

    /// The calls of the group `stock`.
    public struct Stock: Sendable {
        /// The service that makes the calls.
        public let api: ServiceErrorsAPI
    }
}

extension ServiceErrorsAPI.Stock {
    /// `GET /stock`.
    nonisolated(nonsending) public func count() async throws(Count.Failure) -> Int {
        try await api.send(Count())
    }

    /// The request behind ``count()``.
    public struct Count: Endpoint {
        public static var name: String { "stock.count" }

        public typealias Output = Int

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/stock")
        }

        /// The ways in which ``count()`` fails.
        public enum Failure: ServiceFailureConvertible {
            /// Status 404.
            case notFound(Documented<ServiceProblem>)
            /// Status 401.
            case unauthorized(Documented<ServiceProblem>)
            /// Status 429.
            case tooManyRequests(Documented<ServiceProblem>, retryAfter: Int?)
            /// A status from 500 to 599.
            case serverError(status: Int, Documented<ServiceProblem>)
            /// Code `7`.
            case serviceLock(Documented<ServiceLock>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(
                code: EnvelopeCode, from response: CallResponse
            ) throws -> Self? {
                switch code {
                case 7: .serviceLock(try response.failure(named: "serviceLock"))
                default: nil
                }
            }

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 401: .unauthorized(try response.failure(named: "unauthorized"))
                case 404: .notFound(try response.failure(named: "notFound"))
                case 429:
                    try .tooManyRequests(
                        response.failure(named: "tooManyRequests"),
                        retryAfter: response.header("Retry-After"))
                case 500...599:
                    .serverError(
                        status: response.status.code, try response.failure(named: "serverError"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .unauthorized(let failure): failure.apiError
                case .tooManyRequests(let failure, _): failure.apiError
                case .serverError(_, let failure): failure.apiError
                case .serviceLock(let failure): failure.apiError
                case .other(let error): error
                }
            }

            public var serviceFailure: ServiceErrorsAPI.Failure {
                switch self {
                case .unauthorized(let failure): .unauthorized(failure)
                case .tooManyRequests(let failure, let retryAfter):
                    .tooManyRequests(failure, retryAfter: retryAfter)
                case .serverError(let status, let failure): .serverError(status: status, failure)
                case .serviceLock(let failure): .serviceLock(failure)
                default: .other(apiError)
                }
            }
        }
    }
}

extension ServiceErrorsAPI.Stock {
    /// `DELETE /stock`.
    nonisolated(nonsending) public func clear() async throws(Clear.Failure) {
        try await api.send(Clear())
    }

    /// The request behind ``clear()``.
    public struct Clear: Endpoint {
        public static var name: String { "stock.clear" }

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.delete, "/stock")
        }

        /// The ways in which ``clear()`` fails.
        public enum Failure: ServiceFailureConvertible {
            /// Status 404.
            case notFound(Documented<Void>)
            /// Status 401.
            case unauthorized(Documented<ServiceProblem>)
            /// Status 429.
            case tooManyRequests(Documented<ServiceProblem>, retryAfter: Int?)
            /// A status from 500 to 599.
            case serverError(status: Int, Documented<ServiceProblem>)
            /// Code `7`.
            case serviceLock(Documented<ServiceLock>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(
                code: EnvelopeCode, from response: CallResponse
            ) throws -> Self? {
                switch code {
                case 7: .serviceLock(try response.failure(named: "serviceLock"))
                default: nil
                }
            }

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 401: .unauthorized(try response.failure(named: "unauthorized"))
                case 404: .notFound(response.failure(named: "notFound"))
                case 429:
                    try .tooManyRequests(
                        response.failure(named: "tooManyRequests"),
                        retryAfter: response.header("Retry-After"))
                case 500...599:
                    .serverError(
                        status: response.status.code, try response.failure(named: "serverError"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .unauthorized(let failure): failure.apiError
                case .tooManyRequests(let failure, _): failure.apiError
                case .serverError(_, let failure): failure.apiError
                case .serviceLock(let failure): failure.apiError
                case .other(let error): error
                }
            }

            public var serviceFailure: ServiceErrorsAPI.Failure {
                switch self {
                case .unauthorized(let failure): .unauthorized(failure)
                case .tooManyRequests(let failure, let retryAfter):
                    .tooManyRequests(failure, retryAfter: retryAfter)
                case .serverError(let status, let failure): .serverError(status: status, failure)
                case .serviceLock(let failure): .serviceLock(failure)
                default: .other(apiError)
                }
            }
        }
    }
}
