// Generated from Visibility/Visibility.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore
#if hasFeature(InternalImportsByDefault)
    package import Foundation
#else
    import Foundation
#endif

/// A client of the service `VisibilityAPI`.
public struct VisibilityAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension VisibilityAPI {
    /// The calls of the group `drafts`.
    public var drafts: Drafts { Drafts(api: self) }

    /// The calls of the group `drafts`.
    public struct Drafts: Sendable {
        /// The service that makes the calls.
        public let api: VisibilityAPI
    }
}

extension VisibilityAPI {
    /// Lists the orders.
    ///
    /// `GET /orders`.
    ///
    /// Since version 2.10 of the API.
    nonisolated(nonsending) public func listOrders()
        async throws(ListOrders.Failure) -> [VisibleOrder]
    {
        try await send(ListOrders())
    }

    /// The request behind ``listOrders()``.
    public struct ListOrders: Endpoint {
        public typealias Output = [VisibleOrder]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders")
        }

        /// The ways in which ``listOrders()`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<VisibleProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension VisibilityAPI {
    /// `GET /audit`.
    /// - Parameter after: Not sent when `nil`.
    nonisolated(nonsending) func auditOrders(
        after: Date? = nil
    ) async throws(AuditOrders.Failure) -> [VisibleOrder] {
        try await send(AuditOrders(after: after))
    }

    /// The request behind ``auditOrders(after:)``.
    struct AuditOrders: Endpoint {
        typealias Output = [VisibleOrder]

        let after: Date?

        init(after: Date? = nil) {
            self.after = after
        }

        func build(_ request: inout RequestBuilder) {
            request.method(.get, "/audit")
            request.query("after", after)
        }

        /// The ways in which ``auditOrders(after:)`` fails.
        enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<VisibleProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                default: nil
                }
            }

            var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension VisibilityAPI {
    /// `POST /moves`.
    nonisolated(nonsending) package func moveOrders(url: URL) async throws(MoveOrders.Failure) {
        try await send(MoveOrders(url: url))
    }

    /// The request behind ``moveOrders(url:)``.
    package struct MoveOrders: Endpoint {
        package let url: URL

        package init(url: URL) {
            self.url = url
        }

        package func build(_ request: inout RequestBuilder) {
            request.method(.post, "/moves")
            request.body("url", url)
        }

        /// The ways in which ``moveOrders(url:)`` fails.
        package enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<VisibleProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            package static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                default: nil
                }
            }

            package var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension VisibilityAPI {
    /// Predicts orders.
    ///
    /// `GET /predictions`.
    ///
    /// Since version 3.0 of the API.
    ///
    /// A preview, which may change. Import the module `@_spi(Preview)`.
    @_spi(Preview)
    @available(*, deprecated, message: "Use listOrders.")
    nonisolated(nonsending) public func predictOrders(
        day: String
    ) async throws(PredictOrders.Failure) -> [VisibleOrder] {
        try await send(PredictOrders(day: day))
    }

    /// The request behind ``predictOrders(day:)``.
    @_spi(Preview)
    @available(*, deprecated, message: "Use listOrders.")
    public struct PredictOrders: Endpoint {
        public typealias Output = [VisibleOrder]

        public let day: String

        public init(day: String) {
            self.day = day
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/predictions")
            request.query("day", day)
        }

        /// The ways in which ``predictOrders(day:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<VisibleProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension VisibilityAPI.Drafts {
    /// `GET /drafts`.
    ///
    /// Since version 3.1 of the API.
    ///
    /// A preview, which may change. Import the module `@_spi(Preview)`.
    @_spi(Preview)
    nonisolated(nonsending) public func list() async throws(APIError) -> [VisibleOrder] {
        try await api.send(List())
    }

    /// The request behind ``list()``.
    @_spi(Preview)
    public struct List: Endpoint {
        public static var name: String { "drafts.list" }

        public typealias Output = [VisibleOrder]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/drafts")
        }
    }
}

extension VisibilityAPI.Drafts {
    /// `DELETE /drafts`.
    ///
    /// Since version 3.20 of the API.
    nonisolated(nonsending) func purge() async throws(APIError) {
        try await api.send(Purge())
    }

    /// The request behind ``purge()``.
    struct Purge: Endpoint {
        static var name: String { "drafts.purge" }

        init() {}

        func build(_ request: inout RequestBuilder) {
            request.method(.delete, "/drafts")
        }
    }
}

/// The `VisibleOrder` type of ``VisibilityAPI``.
public struct VisibleOrder: JSONModel {
    public var id: Int

    public init(id: Int) {
        self.id = id
    }

    public init(json: inout JSONReader) throws {
        id = 0
        var object = json.beginObject("id")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.endObject()
    }
}

/// The `VisibleProblem` type of ``VisibilityAPI``.
public struct VisibleProblem: JSONModel {
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
