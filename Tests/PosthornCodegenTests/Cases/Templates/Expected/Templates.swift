// Generated from Templates/Templates.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `TemplatesAPI`.
public struct TemplatesAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension TemplatesAPI {
    /// `GET /files/{+path}`.
    /// - Parameter path: With its folders.
    nonisolated(nonsending) public func getFile(path: String) async throws(APIError) {
        try await send(GetFile(path: path))
    }

    /// The request behind ``getFile(path:)``.
    public struct GetFile: Endpoint {
        public let path: String

        public init(path: String) {
            self.path = path
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/files/{+path}")
            request.path("path", path)
        }
    }
}

extension TemplatesAPI {
    /// `GET /files/{+link}`.
    /// - Parameter link: As a listing has it.
    nonisolated(nonsending) public func getLinked(link: EncodedPath) async throws(APIError) {
        try await send(GetLinked(link: link))
    }

    /// The request behind ``getLinked(link:)``.
    public struct GetLinked: Endpoint {
        public let link: EncodedPath

        public init(link: EncodedPath) {
            self.link = link
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/files/{+link}")
            request.path("link", link)
        }
    }
}

extension TemplatesAPI {
    /// `GET /parts{/steps*}`.
    nonisolated(nonsending) public func getPart(steps: [String]) async throws(APIError) {
        try await send(GetPart(steps: steps))
    }

    /// The request behind ``getPart(steps:)``.
    public struct GetPart: Endpoint {
        public let steps: [String]

        public init(steps: [String]) {
            self.steps = steps
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/parts{/steps*}")
            request.path("steps", steps)
        }
    }
}

extension TemplatesAPI {
    /// `GET /some{/numbers*}{.ext}{;version}`.
    /// - Parameters:
    ///   - ext: Not sent when `nil`.
    ///   - version: Not sent when `nil`.
    nonisolated(nonsending) public func getSome(
        numbers: [Int], ext: String? = nil, version: Int? = nil
    ) async throws(APIError) {
        try await send(GetSome(numbers: numbers, ext: ext, version: version))
    }

    /// The request behind ``getSome(numbers:ext:version:)``.
    public struct GetSome: Endpoint {
        public let numbers: [Int]
        public let ext: String?
        public let version: Int?

        public init(numbers: [Int], ext: String? = nil, version: Int? = nil) {
            self.numbers = numbers
            self.ext = ext
            self.version = version
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/some{/numbers*}{.ext}{;version}")
            request.path("numbers", numbers)
            request.path("ext", ext)
            request.path("version", version)
        }
    }
}

extension TemplatesAPI {
    /// `GET /search{?q,page,filter*,from}{&more*}`.
    /// - Parameters:
    ///   - page: Not sent when `nil`.
    ///   - filter: Not sent when `nil`.
    ///   - from: Not sent when `nil`.
    ///   - more: Not sent when `nil`.
    ///   - limit: The default is `50`.
    nonisolated(nonsending) public func search(
        q: String, page: Int? = nil, filter: [String: String]? = nil, from: Date? = nil,
        more: [TemplatesKind]? = nil, limit: Int = 50
    ) async throws(APIError) {
        try await send(
            Search(q: q, page: page, filter: filter, from: from, more: more, limit: limit))
    }

    /// The request behind ``search(q:page:filter:from:more:limit:)``.
    public struct Search: Endpoint {
        public let q: String
        public let page: Int?
        public let filter: [String: String]?
        public let from: Date?
        public let more: [TemplatesKind]?
        public let limit: Int

        public init(
            q: String, page: Int? = nil, filter: [String: String]? = nil, from: Date? = nil,
            more: [TemplatesKind]? = nil, limit: Int = 50
        ) {
            self.q = q
            self.page = page
            self.filter = filter
            self.from = from
            self.more = more
            self.limit = limit
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/search{?q,page,filter*,from}{&more*}")
            request.path("q", q)
            request.path("page", page)
            request.path("filter", filter)
            request.path("from", from, as: .unix)
            request.path("more", more)
            request.query("limit", limit)
        }
    }
}

extension TemplatesAPI {
    /// `GET /by/{id:1,id2}`.
    nonisolated(nonsending) public func getPrefix(id: String, id2: String) async throws(APIError) {
        try await send(GetPrefix(id: id, id2: id2))
    }

    /// The request behind ``getPrefix(id:id2:)``.
    public struct GetPrefix: Endpoint {
        public let id: String
        public let id2: String

        public init(id: String, id2: String) {
            self.id = id
            self.id2 = id2
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/by/{id:1,id2}")
            request.path("id", id)
            request.path("id2", id2)
        }
    }
}

extension TemplatesAPI {
    /// `GET /versions/{v:3}/{name}`.
    nonisolated(nonsending) public func getVersion(v: String, name: String) async throws(APIError) {
        try await send(GetVersion(v: v, name: name))
    }

    /// The request behind ``getVersion(v:name:)``.
    public struct GetVersion: Endpoint {
        public let v: String
        public let name: String

        public init(v: String, name: String) {
            self.v = v
            self.name = name
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/versions/{v:3}/{name}")
            request.path("v", v)
            request.path("name", name)
        }
    }
}

/// The values of `TemplatesKind`.
public enum TemplatesKind: OpenEnum {
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
