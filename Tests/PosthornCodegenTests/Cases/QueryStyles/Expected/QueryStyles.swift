// Generated from QueryStyles/QueryStyles.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `QueryStylesAPI`.
public struct QueryStylesAPI: APIService {
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
        request.query("lang", encoding: common.lang, style: .form(explode: false))
    }

    /// What is sent with every endpoint of ``QueryStylesAPI``.
    public struct Common: Sendable {
        /// Sent as the query parameter `lang`.
        ///
        /// Not sent when `nil`.
        public var lang: [String]?

        /// Creates the common parameters.
        public init(lang: [String]? = nil) {
            self.lang = lang
        }
    }
}

extension QueryStylesAPI {
    /// `GET /search`.
    /// - Parameters:
    ///   - tags: Not sent when `nil`.
    ///   - filter: Not sent when `nil`.
    ///   - at: Not sent when `nil`.
    ///   - exact: The default is `true`.
    nonisolated(nonsending) public func search(
        q: String, bounds: [String: Double], ids: [Int], days: [Date], nested: [QueryStylesFilter],
        tags: [String]? = nil, filter: QueryStylesFilter? = nil, at: Date? = nil, exact: Bool = true
    ) async throws(APIError) {
        try await send(
            Search(
                q: q, bounds: bounds, ids: ids, days: days, nested: nested, tags: tags,
                filter: filter, at: at, exact: exact))
    }

    /// The request behind ``search(q:bounds:ids:days:nested:tags:filter:at:exact:)``.
    public struct Search: Endpoint {
        public let q: String
        public let tags: [String]?
        public let filter: QueryStylesFilter?
        public let bounds: [String: Double]
        public let ids: [Int]
        public let days: [Date]
        public let at: Date?
        public let exact: Bool
        public let nested: [QueryStylesFilter]

        public init(
            q: String, bounds: [String: Double], ids: [Int], days: [Date],
            nested: [QueryStylesFilter], tags: [String]? = nil, filter: QueryStylesFilter? = nil,
            at: Date? = nil, exact: Bool = true
        ) {
            self.q = q
            self.tags = tags
            self.filter = filter
            self.bounds = bounds
            self.ids = ids
            self.days = days
            self.at = at
            self.exact = exact
            self.nested = nested
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/search")
            request.queryStyle = .brackets
            request.query("q", q)
            request.query("tags", tags)
            request.query("filter", encoding: filter)
            request.query("bounds", encoding: bounds, style: .deepObject)
            request.query("ids", encoding: ids, style: .pipeDelimited)
            request.query("days", days, as: .day, style: .form(explode: false))
            request.query("at", at, as: .unix)
            request.query("exact", encoding: exact, style: .afNetworking)
            request.query("nested", encoding: nested, style: .indexed)
        }
    }
}

extension QueryStylesAPI {
    /// `GET /plain`.
    nonisolated(nonsending) public func plain(
        filter: QueryStylesFilter, kinds: [QueryStylesKind]
    ) async throws(APIError) {
        try await send(Plain(filter: filter, kinds: kinds))
    }

    /// The request behind ``plain(filter:kinds:)``.
    public struct Plain: Endpoint {
        public let filter: QueryStylesFilter
        public let kinds: [QueryStylesKind]

        public init(filter: QueryStylesFilter, kinds: [QueryStylesKind]) {
            self.filter = filter
            self.kinds = kinds
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/plain")
            request.query("filter", encoding: filter, style: .form())
            request.query("kinds", encoding: kinds, style: .spaceDelimited)
        }
    }
}

extension QueryStylesAPI {
    /// `POST /send`.
    /// - Parameters:
    ///   - filter: Not sent when `nil`.
    ///   - days: Not sent when `nil`.
    nonisolated(nonsending) public func submit(
        name: String, list: [Int], filter: QueryStylesFilter? = nil, days: [Date]? = nil
    ) async throws(APIError) {
        try await send(Submit(name: name, list: list, filter: filter, days: days))
    }

    /// The request behind ``submit(name:list:filter:days:)``.
    public struct Submit: Endpoint {
        public let name: String
        public let list: [Int]
        public let filter: QueryStylesFilter?
        public let days: [Date]?

        public init(
            name: String, list: [Int], filter: QueryStylesFilter? = nil, days: [Date]? = nil
        ) {
            self.name = name
            self.list = list
            self.filter = filter
            self.days = days
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/send")
            request.queryStyle = .indexed
            request.form("name", name)
            request.form("list", list)
            request.form("filter", encoding: filter)
            request.form("days", days, as: .day, style: .pipeDelimited)
        }
    }
}

/// The `QueryStylesFilter` type of ``QueryStylesAPI``.
public struct QueryStylesFilter: JSONModel {
    public var userName: String
    public var since: Date?
    public var kinds: [QueryStylesKind]?

    public init(userName: String, since: Date? = nil, kinds: [QueryStylesKind]? = nil) {
        self.userName = userName
        self.since = since
        self.kinds = kinds
    }

    public init(json: inout JSONReader) throws {
        userName = ""
        var object = json.beginObject("user_name since? kinds?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: userName = json.string()
            case 1: since = json.valueIfPresent(as: .unix)
            case 2: kinds = json.arrayIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("user_name", userName)
        json.writeIfPresent("since", since, as: .unix)
        json.writeIfPresent("kinds", kinds)
        json.endObject()
    }
}

/// The values of `QueryStylesKind`.
public enum QueryStylesKind: OpenEnum {
    case book
    case record
    /// A value that the spec does not list.
    case unknown(String)

    public static var knownCases: [Self] {
        [.book, .record]
    }

    public init(rawValue: String) {
        switch rawValue {
        case "book": self = .book
        case "record": self = .record
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .book: "book"
        case .record: "record"
        case .unknown(let value): value
        }
    }
}
