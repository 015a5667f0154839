// Generated from OneWay/OneWay.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `OneWayAPI`.
public struct OneWayAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension OneWayAPI {
    /// `POST /users`.
    nonisolated(nonsending) public func addUser(
        body: OneWayUser
    ) async throws(APIError) -> OneWayUser {
        try await send(AddUser(body: body))
    }

    /// The request behind ``addUser(body:)``.
    public struct AddUser: Endpoint {
        public typealias Output = OneWayUser

        public let body: OneWayUser

        public init(body: OneWayUser) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/users")
            request.body(body)
        }
    }
}

extension OneWayAPI {
    /// `PATCH /users/{id}`.
    /// - Parameters:
    ///   - password: The new password.
    ///   - hint: Not sent when `nil`.
    ///   - level: The default is `3`.
    nonisolated(nonsending) public func patchUser(
        id: String, name: String, password: String, token: OneWayToken, hint: String? = nil,
        level: Int = 3
    ) async throws(APIError) {
        try await send(
            PatchUser(
                id: id, name: name, password: password, token: token, hint: hint, level: level))
    }

    /// The request behind ``patchUser(id:name:password:token:hint:level:)``.
    public struct PatchUser: Endpoint {
        public let id: String
        public let name: String
        public let password: String
        public let token: OneWayToken
        public let hint: String?
        public let level: Int

        public init(
            id: String, name: String, password: String, token: OneWayToken, hint: String? = nil,
            level: Int = 3
        ) {
            self.id = id
            self.name = name
            self.password = password
            self.token = token
            self.hint = hint
            self.level = level
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.patch, "/users/{id}")
            request.path("id", id)
            request.body("name", name)
            request.check("password", password, length: 1...64)
            request.body("password", password)
            request.body("token", token)
            request.body("hint", hint)
            request.body("level", level)
        }
    }
}

extension OneWayAPI {
    /// `GET /users/events`.
    nonisolated(nonsending) public func watch() async throws(APIError) -> EventStream<OneWayUser> {
        try await stream(Watch())
    }

    /// The request behind ``watch()``.
    public struct Watch: StreamEndpoint {
        public typealias Output = EventStream<OneWayUser>

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/users/events")
        }
    }
}

/// The `OneWayUser` type of ``OneWayAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct OneWayUser: JSONModel {
    /// Set by the server, and never sent.
    public var id: String?
    public var name: String
    /// The new password.
    ///
    /// Only sent, and not read from a response.
    public var password: String?
    /// Set by the server, and never sent.
    public var created: Date?
    /// Only sent, and not read from a response.
    public var token: OneWayToken?
    /// Set by the server, and never sent.
    public var tags: [String]
    /// Only sent, and not read from a response.
    public var hint: String?
    /// Set by the server, and never sent.
    public var seen: FieldPresence<Date>
    /// Only sent, and not read from a response.
    public var level: Int

    public init(
        name: String, password: String, token: OneWayToken, id: String? = nil, created: Date? = nil,
        tags: [String] = [], hint: String? = nil, seen: FieldPresence<Date> = .absent,
        level: Int = 3
    ) {
        self.id = id
        self.name = name
        self.password = password
        self.created = created
        self.token = token
        self.tags = tags
        self.hint = hint
        self.seen = seen
        self.level = level
    }

    public init(json: inout JSONReader) throws {
        name = ""
        tags = []
        seen = .absent
        level = 3
        var object = json.beginObject("id? name password? created? token? tags? hint? seen? level?")
        readMembers(&json, &object)
        if json.isResponse {
            password = nil
            token = nil
            hint = nil
            level = 3
        }
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.stringIfPresent()
            case 1: name = json.string()
            case 2: password = json.stringIfPresent()
            case 3: created = json.valueIfPresent(as: .unix)
            case 4: token = json.valueIfPresent()
            case 5: tags = json.arrayIfPresent() ?? tags
            case 6: hint = json.stringIfPresent()
            case 7: seen = json.presence()
            case 8: level = json.intIfPresent() ?? level
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        if json.checksLimits {
            json.check("password", isSet: password != nil)
            json.check("password", password, length: 1...64)
            json.check("token", isSet: token != nil)
        }
        json.beginObject()
        if !json.isRequest {
            json.writeIfPresent("id", id)
        }
        json.write("name", name)
        json.writeIfPresent("password", password)
        if !json.isRequest {
            json.writeIfPresent("created", created, as: .unix)
        }
        json.writeIfPresent("token", token)
        if !json.isRequest {
            json.write("tags", tags)
        }
        json.writeIfPresent("hint", hint)
        if !json.isRequest {
            json.writeIfPresent("seen", seen)
        }
        json.write("level", level)
        json.endObject()
    }
}

/// The `OneWayToken` type of ``OneWayAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct OneWayToken: JSONModel {
    /// Set by the server, and never sent.
    public var kind: String?
    public var text: String

    public init(text: String, kind: String? = nil) {
        self.kind = kind
        self.text = text
    }

    public init(json: inout JSONReader) throws {
        text = ""
        var object = json.beginObject("kind? text")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: kind = json.stringIfPresent()
            case 1: text = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        if !json.isRequest {
            json.writeIfPresent("kind", kind)
        }
        json.write("text", text)
        json.endObject()
    }
}

/// The `OneWayCoin` type of ``OneWayAPI``.
public struct OneWayCoin: JSONModel {
    public var value: Int

    public init(value: Int) {
        self.value = value
    }

    public init(json: inout JSONReader) throws {
        value = 0
        var object = json.beginObject("value")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: value = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("value", value)
        json.endObject()
    }
}

/// The `OneWayPayment` type of ``OneWayAPI``.
public enum OneWayPayment: JSONModel {
    case token(OneWayToken)
    case coin(OneWayCoin)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        switch try json.discriminator("kind") {
        case "token": self = .token(try OneWayToken(json: &json))
        case "coin": self = .coin(try OneWayCoin(json: &json))
        default: self = .unknown(try JSONValue(json: &json))
        }
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .token(let value): json.write(value, setting: "kind", to: "token")
        case .coin(let value): json.write(value, tagged: "kind", "coin")
        case .unknown(let value): json.write(value)
        }
    }
}
