// Generated from WarnsOfReplacedObjects/Replaced.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore
import PosthornFormats

/// A client of the service `ReplacedAPI`.
public struct ReplacedAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension ReplacedAPI {
    /// `GET /config/{id}`.
    nonisolated(nonsending) public func getConfig(
        id: Int
    ) async throws(APIError) -> ReplacedConfig {
        try await send(GetConfig(id: id))
    }

    /// The request behind ``getConfig(id:)``.
    public struct GetConfig: Endpoint {
        public typealias Output = ReplacedConfig

        public let id: Int

        public init(id: Int) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/config/{id}")
            request.path("id", id)
        }
    }
}

extension ReplacedAPI {
    /// `PUT /config/{name}`.
    nonisolated(nonsending) public func putConfig(
        name: String, body: ReplacedConfig
    ) async throws(APIError) {
        try await send(PutConfig(name: name, body: body))
    }

    /// The request behind ``putConfig(name:body:)``.
    public struct PutConfig: Endpoint {
        public let name: String
        public let body: ReplacedConfig

        public init(name: String, body: ReplacedConfig) {
            self.name = name
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/config/{name}")
            request.path("name", name)
            request.body(body)
        }
    }
}

extension ReplacedAPI {
    /// `GET /users{?page}`.
    nonisolated(nonsending) public func listUsers(
        page: String
    ) async throws(APIError) -> [ReplacedUser] {
        try await send(ListUsers(page: page))
    }

    /// The request behind ``listUsers(page:)``.
    public struct ListUsers: Endpoint {
        public typealias Output = [ReplacedUser]

        public let page: String

        public init(page: String) {
            self.page = page
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/users{?page}")
            request.path("page", page)
        }
    }
}

extension ReplacedAPI {
    /// `PUT /users`.
    nonisolated(nonsending) public func putUsers(body: [ReplacedUser]) async throws(APIError) {
        try await send(PutUsers(body: body))
    }

    /// The request behind ``putUsers(body:)``.
    public struct PutUsers: Endpoint {
        public let body: [ReplacedUser]

        public init(body: [ReplacedUser]) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/users")
            request.body(body)
        }
    }
}

extension ReplacedAPI {
    /// `PUT /config/{id}`.
    nonisolated(nonsending) public func mergeConfig(
        id: String, theme: String
    ) async throws(APIError) {
        try await send(MergeConfig(id: id, theme: theme))
    }

    /// The request behind ``mergeConfig(id:theme:)``.
    public struct MergeConfig: Endpoint {
        public let id: String
        public let theme: String

        public init(id: String, theme: String) {
            self.id = id
            self.theme = theme
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/config/{id}")
            request.path("id", id)
            request.body("theme", theme)
        }
    }
}

extension ReplacedAPI {
    /// `GET /other`.
    nonisolated(nonsending) public func getOther() async throws(APIError) -> ReplacedUser {
        try await send(GetOther())
    }

    /// The request behind ``getOther()``.
    public struct GetOther: Endpoint {
        public typealias Output = ReplacedUser

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/other")
        }
    }
}

extension ReplacedAPI {
    /// `PUT /other`.
    nonisolated(nonsending) public func putOther(body: ReplacedConfig) async throws(APIError) {
        try await send(PutOther(body: body))
    }

    /// The request behind ``putOther(body:)``.
    public struct PutOther: Endpoint {
        public let body: ReplacedConfig

        public init(body: ReplacedConfig) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/other")
            request.body(body)
        }
    }
}

extension ReplacedAPI {
    /// `PATCH /other`.
    nonisolated(nonsending) public func patchOther(body: ReplacedUser) async throws(APIError) {
        try await send(PatchOther(body: body))
    }

    /// The request behind ``patchOther(body:)``.
    public struct PatchOther: Endpoint {
        public let body: ReplacedUser

        public init(body: ReplacedUser) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.patch, "/other")
            request.body(body)
        }
    }
}

extension ReplacedAPI {
    /// `GET /name`.
    nonisolated(nonsending) public func getName() async throws(APIError) -> ReplacedName {
        try await send(GetName())
    }

    /// The request behind ``getName()``.
    public struct GetName: Endpoint {
        public typealias Output = ReplacedName

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/name")
        }
    }
}

extension ReplacedAPI {
    /// `PUT /name`.
    nonisolated(nonsending) public func putName(body: ReplacedName) async throws(APIError) {
        try await send(PutName(body: body))
    }

    /// The request behind ``putName(body:)``.
    public struct PutName: Endpoint {
        public let body: ReplacedName

        public init(body: ReplacedName) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/name")
            request.body(body)
        }
    }
}

extension ReplacedAPI {
    /// `GET /tags`.
    nonisolated(nonsending) public func getTags() async throws(APIError) -> ReplacedTags {
        try await send(GetTags())
    }

    /// The request behind ``getTags()``.
    public struct GetTags: Endpoint {
        public typealias Output = ReplacedTags

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/tags")
            request.responsePolicy = .xml
        }
    }
}

extension ReplacedAPI {
    /// `PUT /tags`.
    nonisolated(nonsending) public func putTags(body: ReplacedTags) async throws(APIError) {
        try await send(PutTags(body: body))
    }

    /// The request behind ``putTags(body:)``.
    public struct PutTags: Endpoint {
        public let body: ReplacedTags

        public init(body: ReplacedTags) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/tags")
            request.serializer = .xml(root: "ReplacedTags", mediaType: "application/xml")
            request.body(body)
        }
    }
}

/// The `ReplacedConfig` type of ``ReplacedAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct ReplacedConfig: JSONModel {
    public var theme: String

    public init(theme: String) {
        self.theme = theme
    }

    public init(json: inout JSONReader) throws {
        theme = ""
        var object = json.beginObject("theme")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: theme = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("theme", theme)
        json.endObject()
    }
}

/// The `ReplacedUser` type of ``ReplacedAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct ReplacedUser: JSONModel {
    public var name: ReplacedName

    public init(name: ReplacedName) {
        self.name = name
    }

    public init(json: inout JSONReader) throws {
        var name: ReplacedName?
        var object = json.beginObject("name")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: name = json.value()
            default: break
            }
        }
        guard json.finish(object), let name else { throw json.takeFailure() }
        self.name = name
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("name", name)
        json.endObject()
    }
}

/// The `ReplacedName` type of ``ReplacedAPI``.
public struct ReplacedName: JSONWrapper, ParameterValue {
    /// The value that stands for it on the wire.
    public var value: String

    /// Wraps a value.
    public init(_ value: String) {
        self.value = value
    }
}

/// The `ReplacedTags` type of ``ReplacedAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct ReplacedTags: JSONModel {
    public var tag: [String]

    public init(tag: [String]) {
        self.tag = tag
    }

    public init(json: inout JSONReader) throws {
        tag = []
        var object = json.beginObject("tag")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: tag = json.array()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("tag", tag)
        json.endObject()
    }
}
