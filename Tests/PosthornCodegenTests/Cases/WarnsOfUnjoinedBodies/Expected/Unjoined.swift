// Generated from WarnsOfUnjoinedBodies/Unjoined.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `UnjoinedAPI`.
public struct UnjoinedAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// What is sent with every endpoint.
    public var common: Common

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, common: Common = Common()) {
        self.configuration = configuration
        self.common = common
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.header("X-Client", common.client)
        request.body("channel", common.channel)
        request.body("app", common.app)
    }

    /// What is sent with every endpoint of ``UnjoinedAPI``.
    public struct Common: Sendable {
        /// Sent as the header `X-Client`.
        ///
        /// The default is `a`.
        public var client: String
        /// Sent as the body field `channel`.
        ///
        /// The default is `web`.
        public var channel: String
        /// Sent as the body field `app`.
        ///
        /// The default is `shop`.
        public var app: String

        /// Creates the common parameters.
        public init(client: String = "a", channel: String = "web", app: String = "shop") {
            self.client = client
            self.channel = channel
            self.app = app
        }
    }
}

extension UnjoinedAPI {
    /// `POST /a`.
    nonisolated(nonsending) public func sendNumbers(body: [Int]) async throws(APIError) {
        try await send(SendNumbers(body: body))
    }

    /// The request behind ``sendNumbers(body:)``.
    public struct SendNumbers: Endpoint {
        public let body: [Int]

        public init(body: [Int]) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/a")
            request.body(body)
        }
    }
}

extension UnjoinedAPI {
    /// `POST /b`.
    nonisolated(nonsending) public func sendKind(body: UnjoinedKind) async throws(APIError) {
        try await send(SendKind(body: body))
    }

    /// The request behind ``sendKind(body:)``.
    public struct SendKind: Endpoint {
        public let body: UnjoinedKind

        public init(body: UnjoinedKind) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/b")
            request.removeCommon(.header("X-Client"))
            request.body(body)
        }
    }
}

extension UnjoinedAPI {
    /// `POST /c`.
    nonisolated(nonsending) public func sendName(body: UnjoinedName) async throws(APIError) {
        try await send(SendName(body: body))
    }

    /// The request behind ``sendName(body:)``.
    public struct SendName: Endpoint {
        public let body: UnjoinedName

        public init(body: UnjoinedName) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/c")
            request.removeCommon(.body("channel"))
            request.body(body)
        }
    }
}

extension UnjoinedAPI {
    /// `POST /d`.
    nonisolated(nonsending) public func sendAll(body: [Int]) async throws(APIError) {
        try await send(SendAll(body: body))
    }

    /// The request behind ``sendAll(body:)``.
    public struct SendAll: Endpoint {
        public let body: [Int]

        public init(body: [Int]) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/d")
            request.removeCommon(.body("channel"))
            request.removeCommon(.body("app"))
            request.body(body)
        }
    }
}

extension UnjoinedAPI {
    /// `POST /e`.
    nonisolated(nonsending) public func sendNothing(body: String) async throws(APIError) {
        try await send(SendNothing(body: body))
    }

    /// The request behind ``sendNothing(body:)``.
    public struct SendNothing: Endpoint {
        public let body: String

        public init(body: String) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/e")
            request.removeCommon()
            request.body(body)
        }
    }
}

extension UnjoinedAPI {
    /// `POST /f`.
    nonisolated(nonsending) public func sendAnything(body: JSONValue) async throws(APIError) {
        try await send(SendAnything(body: body))
    }

    /// The request behind ``sendAnything(body:)``.
    public struct SendAnything: Endpoint {
        public let body: JSONValue

        public init(body: JSONValue) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/f")
            request.body(body)
        }
    }
}

extension UnjoinedAPI {
    /// `POST /g`.
    nonisolated(nonsending) public func sendMap(body: [String: Int]) async throws(APIError) {
        try await send(SendMap(body: body))
    }

    /// The request behind ``sendMap(body:)``.
    public struct SendMap: Endpoint {
        public let body: [String: Int]

        public init(body: [String: Int]) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/g")
            request.body(body)
        }
    }
}

/// The values of `UnjoinedKind`.
public enum UnjoinedKind: OpenEnum {
    case a
    case b
    /// A value that the spec does not list.
    case unknown(String)

    public static var knownCases: [Self] {
        [.a, .b]
    }

    public init(rawValue: String) {
        switch rawValue {
        case "a": self = .a
        case "b": self = .b
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .a: "a"
        case .b: "b"
        case .unknown(let value): value
        }
    }
}

/// The `UnjoinedName` type of ``UnjoinedAPI``.
public struct UnjoinedName: JSONWrapper, ParameterValue {
    /// The value that stands for it on the wire.
    public var value: String

    /// Wraps a value.
    public init(_ value: String) {
        self.value = value
    }
}
