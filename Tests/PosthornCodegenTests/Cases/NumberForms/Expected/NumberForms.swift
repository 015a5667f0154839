// Generated from NumberForms/NumberForms.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `NumberFormsAPI`.
public struct NumberFormsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// What is sent with every endpoint.
    public var common: Common

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, common: Common) {
        self.configuration = configuration
        self.common = common
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.body("session", common.session, as: .string)
        request.body("seen", common.seen, as: .day)
    }

    /// What is sent with every endpoint of ``NumberFormsAPI``.
    public struct Common: Sendable {
        /// Sent as the body field `session`.
        public var session: Int64
        /// Sent as the body field `seen`.
        ///
        /// Not sent when `nil`.
        public var seen: [Date]?

        /// Creates the common parameters.
        public init(session: Int64, seen: [Date]? = nil) {
            self.session = session
            self.seen = seen
        }
    }
}

extension NumberFormsAPI {
    /// `PUT /keys/{lease}{/parts*}`.
    /// - Parameters:
    ///   - revision: Not sent when `nil`.
    ///   - size: Not sent when `nil`.
    ///   - limit: The default is `10`.
    ///   - total: Not sent when `.absent`.
    nonisolated(nonsending) public func put(
        lease: Int64, parts: [Int64], ids: [UInt64], least: UInt64, filter: [String: Int64],
        member: MemberID, sizeHint: UInt64, mark: Int, ttl: Int64, weights: [Double],
        revision: Int64? = nil, size: UInt64? = nil, limit: Int = 10,
        total: FieldPresence<Decimal> = .absent
    ) async throws(APIError) -> KeyRange {
        try await send(
            Put(
                lease: lease, parts: parts, ids: ids, least: least, filter: filter, member: member,
                sizeHint: sizeHint, mark: mark, ttl: ttl, weights: weights, revision: revision,
                size: size, limit: limit, total: total))
    }

    /// The request behind
    /// ``put(lease:parts:ids:least:filter:member:sizeHint:mark:ttl:weights:revision:size:limit:total:)``.
    public struct Put: Endpoint {
        public typealias Output = KeyRange

        public let lease: Int64
        public let parts: [Int64]
        public let revision: Int64?
        public let ids: [UInt64]
        public let least: UInt64
        public let filter: [String: Int64]
        public let member: MemberID
        public let sizeHint: UInt64
        public let mark: Int
        public let ttl: Int64
        public let size: UInt64?
        public let limit: Int
        public let weights: [Double]
        public let total: FieldPresence<Decimal>

        public init(
            lease: Int64, parts: [Int64], ids: [UInt64], least: UInt64, filter: [String: Int64],
            member: MemberID, sizeHint: UInt64, mark: Int, ttl: Int64, weights: [Double],
            revision: Int64? = nil, size: UInt64? = nil, limit: Int = 10,
            total: FieldPresence<Decimal> = .absent
        ) {
            self.lease = lease
            self.parts = parts
            self.revision = revision
            self.ids = ids
            self.least = least
            self.filter = filter
            self.member = member
            self.sizeHint = sizeHint
            self.mark = mark
            self.ttl = ttl
            self.size = size
            self.limit = limit
            self.weights = weights
            self.total = total
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/keys/{lease}{/parts*}")
            request.path("lease", lease)
            request.path("parts", parts)
            request.query("revision", revision)
            request.query("ids", ids)
            request.query("least", least)
            request.query("filter", encoding: filter, style: .deepObject)
            request.query("member", member)
            request.header("X-Size", sizeHint)
            request.cookie("mark", mark)
            request.body("ttl", ttl, as: .string)
            request.body("size", size, as: .string)
            request.check("limit", limit, range: 1...100)
            request.body("limit", limit, as: .string)
            request.body("weights", weights, as: .string)
            request.body("total", total, as: .string)
        }
    }
}

extension NumberFormsAPI {
    /// `POST /submit`.
    nonisolated(nonsending) public func submit(count: Int64, ids: [UInt64]) async throws(APIError) {
        try await send(Submit(count: count, ids: ids))
    }

    /// The request behind ``submit(count:ids:)``.
    public struct Submit: Endpoint {
        public let count: Int64
        public let ids: [UInt64]

        public init(count: Int64, ids: [UInt64]) {
            self.count = count
            self.ids = ids
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/submit")
            request.form("count", count)
            request.form("ids", ids)
        }
    }
}

extension NumberFormsAPI {
    /// `POST /attach`.
    nonisolated(nonsending) public func attach(
        count: Int64, ids: [UInt64], table: [String: Int32]
    ) async throws(APIError) {
        try await send(Attach(count: count, ids: ids, table: table))
    }

    /// The request behind ``attach(count:ids:table:)``.
    public struct Attach: Endpoint {
        public let count: Int64
        public let ids: [UInt64]
        public let table: [String: Int32]

        public init(count: Int64, ids: [UInt64], table: [String: Int32]) {
            self.count = count
            self.ids = ids
            self.table = table
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/attach")
            request.part("count", count)
            request.part("ids", ids)
            request.part("table", json: table, as: .string)
        }
    }
}

extension NumberFormsAPI {
    /// `PUT /all`.
    nonisolated(nonsending) public func replace(body: [Int64]) async throws(APIError) {
        try await send(Replace(body: body))
    }

    /// The request behind ``replace(body:)``.
    public struct Replace: Endpoint {
        public let body: [Int64]

        public init(body: [Int64]) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/all")
            request.removeCommon()
            request.body(body, as: .string)
        }
    }
}

extension NumberFormsAPI {
    /// `GET /keys`.
    /// - Parameter cursor: Not sent when `nil`.
    nonisolated(nonsending) public func list(
        cursor: Int64? = nil
    ) async throws(APIError) -> KeyPage {
        try await send(List(cursor: cursor))
    }

    /// The request behind ``list(cursor:)``.
    public struct List: PagedEndpoint {
        public typealias Output = KeyPage

        public var cursor: Int64?

        public init(cursor: Int64? = nil) {
            self.cursor = cursor
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/keys")
            request.query("cursor", cursor)
        }

        public static func items(of page: KeyPage) -> [KeyRange] {
            page.keys
        }

        public func next(after page: APIResponse<KeyPage>) -> NextPage<Self> {
            .cursor(page.value.next, into: \.cursor, of: self)
        }
    }
}

extension NumberFormsAPI {
    /// `GET /head`.
    nonisolated(nonsending) public func head() async throws(APIError) -> Head.Output {
        try await send(Head())
    }

    /// The request behind ``head()``.
    public struct Head: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/head")
        }

        public static var addsWildcardToAccept: Bool { true }

        public static func output(from response: CallResponse) throws -> Output {
            try response.validateEmpty()
            return try Output(
                revision: response.header("X-Revision"), size: response.header("X-Size"))
        }

        /// What ``head()`` returns, with header fields of the response.
        public struct Output: Sendable {
            /// The header `X-Revision`.
            public let revision: Int64
            /// The header `X-Size`.
            public let size: UInt64?

            public init(revision: Int64, size: UInt64? = nil) {
                self.revision = revision
                self.size = size
            }
        }
    }
}

/// The `KeyPage` type of ``NumberFormsAPI``.
public struct KeyPage: JSONModel {
    public var keys: [KeyRange]
    public var next: Int64?

    public init(keys: [KeyRange], next: Int64? = nil) {
        self.keys = keys
        self.next = next
    }

    public init(json: inout JSONReader) throws {
        keys = []
        var object = json.beginObject("keys next?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: keys = json.array()
            case 1: next = json.valueIfPresent(as: .string)
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("keys", keys)
        json.writeIfPresent("next", next, as: .string)
        json.endObject()
    }
}

/// The `KeyRange` type of ``NumberFormsAPI``.
public struct KeyRange: JSONModel {
    public var revision: Int64
    public var size: UInt64
    public var count: UInt64?
    public var lease: Int64
    public var owner: Int64?
    public var price: Decimal
    public var counts: [String: Int32]
    public var peer: Peer
    public var id: MemberID

    public init(
        revision: Int64, size: UInt64, owner: Int64?, price: Decimal, counts: [String: Int32],
        peer: Peer, id: MemberID, count: UInt64? = nil, lease: Int64 = 0
    ) {
        self.revision = revision
        self.size = size
        self.count = count
        self.lease = lease
        self.owner = owner
        self.price = price
        self.counts = counts
        self.peer = peer
        self.id = id
    }

    public init(json: inout JSONReader) throws {
        var revision: Int64?
        var size: UInt64?
        lease = 0
        var price: Decimal?
        var counts: [String: Int32]?
        var peer: Peer?
        var id: MemberID?
        var object = json.beginObject("revision size count? lease? owner? price counts peer id")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: revision = json.value(as: .string)
            case 1: size = json.value()
            case 2: count = json.valueIfPresent(as: .string)
            case 3: lease = json.valueIfPresent(as: .string) ?? lease
            case 4: owner = json.valueIfPresent(as: .string)
            case 5: price = json.value(as: .string)
            case 6: counts = json.value(as: .string)
            case 7: peer = json.value()
            case 8: id = json.value()
            default: break
            }
        }
        guard json.finish(object), let revision, let size, let price, let counts, let peer, let id
        else {
            throw json.takeFailure()
        }
        self.revision = revision
        self.size = size
        self.price = price
        self.counts = counts
        self.peer = peer
        self.id = id
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("revision", revision, as: .string)
        json.write("size", size)
        json.writeIfPresent("count", count, as: .string)
        json.write("lease", lease, as: .string)
        json.write("owner", owner, as: .string)
        json.write("price", price, as: .string)
        json.write("counts", counts, as: .string)
        json.write("peer", peer)
        json.write("id", id)
        json.endObject()
    }
}

/// The `Peer` type of ``NumberFormsAPI``.
public enum Peer: JSONModel {
    case number(Float)
    case text(String)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        if let value = try json.attempt(Float.self, as: .string) {
            self = .number(value)
            return
        }
        if let value = try json.attempt(String.self) {
            self = .text(value)
            return
        }
        self = .unknown(try JSONValue(json: &json))
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .number(let value): json.write(value, as: .string)
        case .text(let value): json.write(value)
        case .unknown(let value): json.write(value)
        }
    }
}

/// The `MemberID` type of ``NumberFormsAPI``.
public struct MemberID: JSONWrapper, ParameterValue {
    /// The value that stands for it on the wire.
    public var value: UInt64

    /// Wraps a value.
    public init(_ value: UInt64) {
        self.value = value
    }

    public init(json: inout JSONReader) throws {
        value = try UInt64(json: &json, as: .string)
    }

    public func write(json: inout JSONWriter) throws {
        try value.write(json: &json, as: .string)
    }
}
