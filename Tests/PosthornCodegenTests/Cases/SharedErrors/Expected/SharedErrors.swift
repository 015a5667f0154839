// Generated from SharedErrors/SharedErrors.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `SharedErrorsAPI`.
public struct SharedErrorsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension SharedErrorsAPI {
    /// `GET /old`.
    @available(*, deprecated)
    nonisolated(nonsending) public func oldOrder() async throws(OldOrder.Failure) {
        try await send(OldOrder())
    }

    /// The request behind ``oldOrder()``.
    @available(*, deprecated)
    public struct OldOrder: Endpoint {
        public typealias Failure = GetOrder.Failure

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/old")
        }
    }
}

extension SharedErrorsAPI {
    /// `GET /orders/{id}`.
    nonisolated(nonsending) public func getOrder(id: String) async throws(GetOrder.Failure) {
        try await send(GetOrder(id: id))
    }

    /// The request behind ``getOrder(id:)``.
    public struct GetOrder: Endpoint {
        public let id: String

        public init(id: String) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders/{id}")
            request.path("id", id)
        }

        /// The ways in which ``getOrder(id:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<SharedProblem>)
            /// A status from 400 to 499.
            case clientError(status: Int, Documented<SharedProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                case 400...499:
                    .clientError(
                        status: response.status.code, try response.failure(named: "clientError"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .clientError(_, let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension SharedErrorsAPI {
    /// `DELETE /orders/{id}`.
    nonisolated(nonsending) public func deleteOrder(id: String) async throws(DeleteOrder.Failure) {
        try await send(DeleteOrder(id: id))
    }

    /// The request behind ``deleteOrder(id:)``.
    public struct DeleteOrder: Endpoint {
        public typealias Failure = GetOrder.Failure

        public let id: String

        public init(id: String) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.delete, "/orders/{id}")
            request.path("id", id)
        }
    }
}

extension SharedErrorsAPI {
    /// `POST /orders/{id}/send`.
    nonisolated(nonsending) public func sendOrder(
        id: String, getOrder: SendOrder.GetOrder
    ) async throws(SendOrder.Failure) {
        try await send(SendOrder(id: id, getOrder: getOrder))
    }

    /// The request behind ``sendOrder(id:getOrder:)``.
    public struct SendOrder: Endpoint {
        public let id: String
        public let getOrder: GetOrder

        public init(id: String, getOrder: GetOrder) {
            self.id = id
            self.getOrder = getOrder
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/orders/{id}/send")
            request.path("id", id)
            request.body("get_order", getOrder)
        }

        /// The ways in which ``sendOrder(id:getOrder:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<SharedProblem>)
            /// A status from 400 to 499.
            case clientError(status: Int, Documented<SharedProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                case 400...499:
                    .clientError(
                        status: response.status.code, try response.failure(named: "clientError"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .clientError(_, let failure): failure.apiError
                case .other(let error): error
                }
            }
        }

        /// The values of `get_order`.
        public struct GetOrder: JSONModel {
            public var at: Date

            public init(at: Date) {
                self.at = at
            }

            public init(json: inout JSONReader) throws {
                var at: Date?
                var object = json.beginObject("at")
                while let member = json.nextMember(&object) {
                    switch member {
                    case 0: at = json.value()
                    default: break
                    }
                }
                guard json.finish(object), let at else { throw json.takeFailure() }
                self.at = at
            }

            public func write(json: inout JSONWriter) {
                json.beginObject()
                json.write("at", at)
                json.endObject()
            }
        }
    }
}

extension SharedErrorsAPI {
    /// `GET /orders`.
    nonisolated(nonsending) public func listOrders()
        async throws(ListOrders.Failure) -> [SharedProblem]
    {
        try await send(ListOrders())
    }

    /// The request behind ``listOrders()``.
    public struct ListOrders: Endpoint {
        public typealias Output = [SharedProblem]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders")
        }

        /// The ways in which ``listOrders()`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case gone(Documented<SharedProblem>)
            /// A status from 400 to 499.
            case clientError(status: Int, Documented<SharedProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .gone(try response.failure(named: "gone"))
                case 400...499:
                    .clientError(
                        status: response.status.code, try response.failure(named: "clientError"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .gone(let failure): failure.apiError
                case .clientError(_, let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension SharedErrorsAPI {
    /// `GET /orders/watch`.
    nonisolated(nonsending) public func watchOrders()
        async throws(WatchOrders.Failure) -> EventStream<SharedProblem>
    {
        try await stream(WatchOrders())
    }

    /// The request behind ``watchOrders()``.
    public struct WatchOrders: StreamEndpoint {
        public typealias Output = EventStream<SharedProblem>

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders/watch")
        }

        /// The ways in which ``watchOrders()`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<SharedProblem>)
            /// A status from 400 to 499.
            case clientError(status: Int, Documented<String>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                case 400...499:
                    .clientError(
                        status: response.status.code, try response.failure(named: "clientError"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .clientError(_, let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension SharedErrorsAPI {
    /// `GET /orders/count`.
    nonisolated(nonsending) public func countOrders() async throws(CountOrders.Failure) -> Int {
        try await send(CountOrders())
    }

    /// The request behind ``countOrders()``.
    public struct CountOrders: Endpoint {
        public typealias Output = Int
        public typealias Failure = GetOrder.Failure

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders/count")
        }
    }
}

/// The `SharedProblem` type of ``SharedErrorsAPI``.
public struct SharedProblem: JSONModel {
    public var code: Int

    public init(code: Int) {
        self.code = code
    }

    public init(json: inout JSONReader) throws {
        code = 0
        var object = json.beginObject("code")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: code = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("code", code)
        json.endObject()
    }
}
