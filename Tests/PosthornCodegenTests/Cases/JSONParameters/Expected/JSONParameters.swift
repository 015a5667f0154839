// Generated from JSONParameters/JSONParameters.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `JSONParametersAPI`.
public struct JSONParametersAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.query(flag: "beta")
    }
}

extension JSONParametersAPI {
    /// `GET /search`.
    /// - Parameters:
    ///   - scope: Not sent when `nil`.
    ///   - sort: The default is `name`.
    ///   - days: Not sent when `nil`.
    ///   - mode: Not sent when `nil`.
    nonisolated(nonsending) public func search(
        filter: Filter, scope: Scope? = nil, sort: [String] = ["name"], days: [Date]? = nil,
        mode: String? = nil
    ) async throws(APIError) {
        try await send(Search(filter: filter, scope: scope, sort: sort, days: days, mode: mode))
    }

    /// The request behind ``search(filter:scope:sort:days:mode:)``.
    public struct Search: Endpoint {
        public let filter: Filter
        public let scope: Scope?
        public let sort: [String]
        public let days: [Date]?
        public let mode: String?

        public init(
            filter: Filter, scope: Scope? = nil, sort: [String] = ["name"], days: [Date]? = nil,
            mode: String? = nil
        ) {
            self.filter = filter
            self.scope = scope
            self.sort = sort
            self.days = days
            self.mode = mode
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/search")
            request.hideValues("filter", "pin")
            request.query("filter", json: filter)
            request.query("scope", json: scope)
            request.query("sort", json: sort)
            request.query("days", json: days, as: .day)
            request.query("mode", mode)
        }
    }
}

extension JSONParametersAPI {
    /// `POST /ask`.
    /// - Parameters:
    ///   - filter: Not sent when `nil`.
    ///   - tag: Not sent when `nil`.
    ///   - plain: Not sent when `nil`.
    nonisolated(nonsending) public func ask(
        tags: [Tag], filters: [Filter], note: String, filter: Filter? = nil, tag: Tag? = nil,
        plain: [Int]? = nil
    ) async throws(APIError) {
        try await send(
            Ask(tags: tags, filters: filters, note: note, filter: filter, tag: tag, plain: plain))
    }

    /// The request behind ``ask(tags:filters:note:filter:tag:plain:)``.
    public struct Ask: Endpoint {
        public let filter: Filter?
        public let tags: [Tag]
        public let tag: Tag?
        public let plain: [Int]?
        public let filters: [Filter]
        public let note: String

        public init(
            tags: [Tag], filters: [Filter], note: String, filter: Filter? = nil, tag: Tag? = nil,
            plain: [Int]? = nil
        ) {
            self.filter = filter
            self.tags = tags
            self.tag = tag
            self.plain = plain
            self.filters = filters
            self.note = note
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/ask")
            request.hideValues("filter", "filters", "pin")
            request.query("filter", json: filter)
            request.query("tags", json: tags)
            request.query("tag", tag)
            request.query("plain", encoding: plain, style: .form(explode: false))
            request.form("filters", json: filters)
            request.form("note", note)
        }
    }
}

extension JSONParametersAPI {
    /// `GET /objects/{key}`.
    /// - Parameters:
    ///   - versions: The default is `false`.
    ///   - isDry: Nothing is changed. Deprecated. The default is `false`.
    nonisolated(nonsending) public func acl(
        key: String, versions: Bool = false, isDry: Bool = false
    ) async throws(APIError) {
        try await send(Acl(key: key, versions: versions, isDry: isDry))
    }

    /// The request behind ``acl(key:versions:isDry:)``.
    public struct Acl: Endpoint {
        public let key: String
        public let versions: Bool
        public let isDry: Bool

        public init(key: String, versions: Bool = false, isDry: Bool = false) {
            self.key = key
            self.versions = versions
            self.isDry = isDry
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/objects/{key}")
            request.path("key", key)
            request.query(flag: "acl")
            request.query(flag: "versions", versions)
            request.query(flag: "dry-run", isDry)
        }
    }
}

/// The `Filter` type of ``JSONParametersAPI``.
public struct Filter: JSONModel {
    public var name: String?
    /// Hidden wherever the value is shown.
    @Secret
    public var pin: String?
    public var since: Date?

    public init(name: String? = nil, pin: String? = nil, since: Date? = nil) {
        self.name = name
        self.pin = pin
        self.since = since
    }

    public init(json: inout JSONReader) throws {
        pin = nil
        var object = json.beginObject("name? pin? since?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: name = json.stringIfPresent()
            case 1: pin = json.stringIfPresent()
            case 2: since = json.valueIfPresent(as: .unix)
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.writeIfPresent("name", name)
        if !json.hides("pin") {
            json.writeIfPresent("pin", pin)
        }
        json.writeIfPresent("since", since, as: .unix)
        json.endObject()
    }
}

/// The `Scope` type of ``JSONParametersAPI``.
public enum Scope: JSONModel {
    case string(String)
    case stringArray([String])
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        if let value = try json.attempt(String.self) {
            self = .string(value)
            return
        }
        if let value = try json.attempt([String].self) {
            self = .stringArray(value)
            return
        }
        self = .unknown(try JSONValue(json: &json))
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .string(let value): json.write(value)
        case .stringArray(let value): json.write(value)
        case .unknown(let value): json.write(value)
        }
    }
}

/// The values of `Tag`.
public enum Tag: OpenEnum {
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
