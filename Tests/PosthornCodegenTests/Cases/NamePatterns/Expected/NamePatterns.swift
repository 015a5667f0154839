// Generated from NamePatterns/NamePatterns.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `NamePatternsAPI`.
public struct NamePatternsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// What is sent with every endpoint.
    public var common: Common
    /// The credentials that the spec names.
    public var auth: Auth

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, common: Common, auth: Auth) {
        self.configuration = configuration
        self.common = common
        self.auth = auth
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.auth = .header("X-Key", credential: "key")
        request.query("app", "shop")
        request.header("X-App", common.app)
    }

    /// Finds the credential that an endpoint names.
    public func credential(named name: String) -> Credential? {
        switch name {
        case "key": auth.key
        default: nil
        }
    }

    /// What is sent with every endpoint of ``NamePatternsAPI``.
    public struct Common: Sendable {
        /// Sent as the header `X-App`.
        public var app: String

        /// Creates the common parameters.
        public init(app: String) {
            self.app = app
        }
    }

    /// The credentials of ``NamePatternsAPI``; their values are bound here and never in the spec.
    public struct Auth: Sendable {
        /// Sent as the header `X-Key`.
        public var key: Credential

        /// Creates the set of credentials.
        public init(key: Credential) {
            self.key = key
        }
    }
}

extension NamePatternsAPI {
    /// `PUT /objects/{key}`.
    /// - Parameters:
    ///   - amzMetaOwner: Not sent when `nil`.
    ///   - amzMeta: The metadata. The default is empty.
    nonisolated(nonsending) public func put(
        key: String, text: String, amzMetaOwner: String? = nil, amzMeta: [String: String] = [:]
    ) async throws(Put.Failure) -> Put.Output {
        try await send(Put(key: key, text: text, amzMetaOwner: amzMetaOwner, amzMeta: amzMeta))
    }

    /// The request behind ``put(key:text:amzMetaOwner:amzMeta:)``.
    public struct Put: Endpoint {
        public let key: String
        public let amzMetaOwner: String?
        public let amzMeta: [String: String]
        public let text: String

        public init(
            key: String, text: String, amzMetaOwner: String? = nil, amzMeta: [String: String] = [:]
        ) {
            self.key = key
            self.amzMetaOwner = amzMetaOwner
            self.amzMeta = amzMeta
            self.text = text
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/objects/{key}")
            request.responsePolicy = .raw
            request.path("key", key)
            request.header("x-amz-meta-owner", amzMetaOwner)
            request.check("x-amz-meta-*", amzMeta, length: 0...10)
            request.header(prefix: "x-amz-meta-", amzMeta, besides: ["x-amz-meta-owner"])
            request.body("text", text)
        }

        public static func output(from response: CallResponse) throws -> Output {
            try Output(
                value: response.value(), amzMetaOwner: response.header("x-amz-meta-owner"),
                amzMeta: response.header(prefix: "X-Amz-Meta-", besides: ["x-amz-meta-owner"]))
        }

        /// What ``put(key:text:amzMetaOwner:amzMeta:)`` returns, with header fields of the
        /// response.
        public struct Output: Sendable {
            /// The body.
            public var value: String

            /// The header `x-amz-meta-owner`.
            public let amzMetaOwner: String?
            /// The header `X-Amz-Meta-*`.
            public let amzMeta: [String: String]

            public init(value: String, amzMetaOwner: String? = nil, amzMeta: [String: String]) {
                self.value = value
                self.amzMetaOwner = amzMetaOwner
                self.amzMeta = amzMeta
            }
        }

        /// The ways in which ``put(key:text:amzMetaOwner:amzMeta:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 409.
            case conflict(Documented<Void>, count: [String: Int])
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 409:
                    try .conflict(
                        response.failure(named: "conflict"),
                        count: response.header(prefix: "X-Count-"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .conflict(let failure, _): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension NamePatternsAPI {
    /// `HEAD /objects/{key}`.
    /// - Parameter others: Not sent when `nil`.
    nonisolated(nonsending) public func head(
        key: String, others: [String: Level]? = nil
    ) async throws(APIError) -> Head.Output {
        try await send(Head(key: key, others: others))
    }

    /// The request behind ``head(key:others:)``.
    public struct Head: Endpoint {
        public let key: String
        public let others: [String: Level]?

        public init(key: String, others: [String: Level]? = nil) {
            self.key = key
            self.others = others
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.head, "/objects/{key}")
            request.path("key", key)
            request.header(prefix: "X-", others, besides: ["X-App", "X-Key"])
        }

        public static var addsWildcardToAccept: Bool { true }

        public static func output(from response: CallResponse) throws -> Output {
            switch response.status.code {
            case 200:
                try response.validateEmpty(
                    returning: .ok(metadata: response.header(prefix: "x-amz-meta-")))
            default: throw response.unexpectedStatus()
            }
        }

        /// What ``head(key:others:)`` returns, by the status of the response.
        public enum Output: Sendable {
            /// Status 200.
            case ok(metadata: [String: Int])
        }
    }
}

extension NamePatternsAPI {
    /// `GET /objects`.
    /// - Parameter filterID: Not sent when `nil`.
    nonisolated(nonsending) public func list(
        filter: [String: String], filterID: Int? = nil
    ) async throws(APIError) {
        try await send(List(filter: filter, filterID: filterID))
    }

    /// The request behind ``list(filter:filterID:)``.
    public struct List: Endpoint {
        public let filterID: Int?
        public let filter: [String: String]

        public init(filter: [String: String], filterID: Int? = nil) {
            self.filterID = filterID
            self.filter = filter
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/objects")
            request.query("filter-id", filterID)
            request.query(prefix: "filter-", filter, besides: ["filter-id"])
        }
    }
}

extension NamePatternsAPI {
    /// `GET /search{?sort}`.
    /// - Parameter limit: The default is `10`.
    nonisolated(nonsending) public func find(
        sort: String, filters: [String: [String]], limit: Int = 10
    ) async throws(APIError) {
        try await send(Find(sort: sort, filters: filters, limit: limit))
    }

    /// The request behind ``find(sort:filters:limit:)``.
    public struct Find: Endpoint {
        public let sort: String
        public let limit: Int
        public let filters: [String: [String]]

        public init(sort: String, filters: [String: [String]], limit: Int = 10) {
            self.sort = sort
            self.limit = limit
            self.filters = filters
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/search{?sort}")
            request.path("sort", sort)
            request.query("limit", limit)
            request.query(
                prefix: "", filters, besides: ["limit", "app", "sort"],
                style: .form(explode: false))
        }
    }
}

/// The values of `Level`.
public enum Level: OpenEnum {
    case low
    case high
    /// A value that the spec does not list.
    case unknown(String)

    public static var knownCases: [Self] {
        [.low, .high]
    }

    public init(rawValue: String) {
        switch rawValue {
        case "low": self = .low
        case "high": self = .high
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .low: "low"
        case .high: "high"
        case .unknown(let value): value
        }
    }
}
