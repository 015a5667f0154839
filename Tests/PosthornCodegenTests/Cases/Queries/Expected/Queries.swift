// Generated from Queries/Queries.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `QueriesAPI`.
public struct QueriesAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension QueriesAPI {
    /// `GET /search`.
    /// - Parameters:
    ///   - page: The default is `1`.
    ///   - small: The default is `-5`.
    ///   - big: Not sent when `nil`.
    ///   - ratio: The default is `0.5`.
    ///   - precise: The default is `1e3`.
    ///   - price: The default is `4.20`.
    ///   - whole: The default is `12`.
    ///   - since: Not sent when `nil`.
    ///   - id: Not sent when `nil`.
    ///   - origin: Not sent when `nil`.
    ///   - filterName: Not sent when `nil`.
    ///   - top: Not sent when `nil`.
    ///   - sort: The default is `desc`.
    ///   - kinds: Not sent when `nil`.
    ///   - ids: The default is empty.
    ///   - order: The default is `created_at`.
    nonisolated(nonsending) public func search(
        q: String, exact: Bool, fields: [QueriesField], page: Int = 1, small: Int32 = -5,
        big: Int64? = nil, ratio: Double = 0.5, precise: Float = 1e3,
        price: Decimal = DefaultValue.decimal("4.20"), whole: Decimal = DefaultValue.decimal("12"),
        since: Date? = nil, id: UUID? = nil, origin: URL? = nil, filterName: String? = nil,
        top: Int? = nil, sort: Search.Sort = .desc, kinds: [Search.Kinds]? = nil, ids: [Int] = [],
        order: QueriesField = .createdAt
    ) async throws(APIError) {
        try await send(
            Search(
                q: q, exact: exact, fields: fields, page: page, small: small, big: big,
                ratio: ratio, precise: precise, price: price, whole: whole, since: since, id: id,
                origin: origin, filterName: filterName, top: top, sort: sort, kinds: kinds,
                ids: ids, order: order))
    }

    /// The request behind
    /// ``search(q:exact:fields:page:small:big:ratio:precise:price:whole:since:id:origin:filterName:top:sort:kinds:ids:order:)``.
    public struct Search: Endpoint {
        public let q: String
        public let exact: Bool
        public let page: Int
        public let small: Int32
        public let big: Int64?
        public let ratio: Double
        public let precise: Float
        public let price: Decimal
        public let whole: Decimal
        public let since: Date?
        public let id: UUID?
        public let origin: URL?
        public let filterName: String?
        public let top: Int?
        public let sort: Sort
        public let fields: [QueriesField]
        public let kinds: [Kinds]?
        public let ids: [Int]
        public let order: QueriesField

        public init(
            q: String, exact: Bool, fields: [QueriesField], page: Int = 1, small: Int32 = -5,
            big: Int64? = nil, ratio: Double = 0.5, precise: Float = 1e3,
            price: Decimal = DefaultValue.decimal("4.20"),
            whole: Decimal = DefaultValue.decimal("12"), since: Date? = nil, id: UUID? = nil,
            origin: URL? = nil, filterName: String? = nil, top: Int? = nil, sort: Sort = .desc,
            kinds: [Kinds]? = nil, ids: [Int] = [], order: QueriesField = .createdAt
        ) {
            self.q = q
            self.exact = exact
            self.page = page
            self.small = small
            self.big = big
            self.ratio = ratio
            self.precise = precise
            self.price = price
            self.whole = whole
            self.since = since
            self.id = id
            self.origin = origin
            self.filterName = filterName
            self.top = top
            self.sort = sort
            self.fields = fields
            self.kinds = kinds
            self.ids = ids
            self.order = order
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/search")
            request.query("q", q)
            request.query("exact", exact)
            request.query("page", page)
            request.query("small", small)
            request.query("big", big)
            request.query("ratio", ratio)
            request.query("precise", precise)
            request.query("price", price)
            request.query("whole", whole)
            request.query("since", since)
            request.query("id", id)
            request.query("origin", origin)
            request.query("filter[name]", filterName)
            request.query("$top", top)
            request.query("sort", sort)
            request.query("fields", fields)
            request.query("kinds", kinds)
            request.query("IDs", ids)
            request.query("order", order)
        }

        /// The values of `sort`.
        public enum Sort: OpenEnum {
            case asc
            case desc
            /// A value that the spec does not list.
            case unknown(String)

            public static var knownCases: [Self] {
                [.asc, .desc]
            }

            public init(rawValue: String) {
                switch rawValue {
                case "asc": self = .asc
                case "desc": self = .desc
                default: self = .unknown(rawValue)
                }
            }

            public var rawValue: String {
                switch self {
                case .asc: "asc"
                case .desc: "desc"
                case .unknown(let value): value
                }
            }
        }

        /// The values of `kinds`.
        public enum Kinds: OpenEnum {
            case small
            case large
            /// A value that the spec does not list.
            case unknown(String)

            public static var knownCases: [Self] {
                [.small, .large]
            }

            public init(rawValue: String) {
                switch rawValue {
                case "small": self = .small
                case "large": self = .large
                default: self = .unknown(rawValue)
                }
            }

            public var rawValue: String {
                switch self {
                case .small: "small"
                case .large: "large"
                case .unknown(let value): value
                }
            }
        }
    }
}

/// The values of `QueriesField`.
public enum QueriesField: OpenEnum {
    case name
    case createdAt
    case httpStatus
    case inProgress
    /// A value that the spec does not list.
    case unknown(String)

    public static var knownCases: [Self] {
        [.name, .createdAt, .httpStatus, .inProgress]
    }

    public init(rawValue: String) {
        switch rawValue {
        case "name": self = .name
        case "created_at": self = .createdAt
        case "HTTPStatus": self = .httpStatus
        case "IN_PROGRESS": self = .inProgress
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .name: "name"
        case .createdAt: "created_at"
        case .httpStatus: "HTTPStatus"
        case .inProgress: "IN_PROGRESS"
        case .unknown(let value): value
        }
    }
}
