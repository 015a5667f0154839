// Generated from UnionTags/UnionTags.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `UnionTagsAPI`.
public struct UnionTagsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension UnionTagsAPI {
    /// `POST /components`.
    nonisolated(nonsending) public func place(
        body: UnionTagsComponent
    ) async throws(APIError) -> [UnionTagsComponent] {
        try await send(Place(body: body))
    }

    /// The request behind ``place(body:)``.
    public struct Place: Endpoint {
        public typealias Output = [UnionTagsComponent]

        public let body: UnionTagsComponent

        public init(body: UnionTagsComponent) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/components")
            request.body(body)
        }
    }
}

extension UnionTagsAPI {
    /// `GET /changes`.
    nonisolated(nonsending) public func changes() async throws(APIError) -> [UnionTagsChange] {
        try await send(Changes())
    }

    /// The request behind ``changes()``.
    public struct Changes: Endpoint {
        public typealias Output = [UnionTagsChange]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/changes")
        }
    }
}

extension UnionTagsAPI {
    /// `POST /notes`.
    nonisolated(nonsending) public func notify(
        body: UnionTagsNote
    ) async throws(APIError) -> UnionTagsNote {
        try await send(Notify(body: body))
    }

    /// The request behind ``notify(body:)``.
    public struct Notify: Endpoint {
        public typealias Output = UnionTagsNote

        public let body: UnionTagsNote

        public init(body: UnionTagsNote) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/notes")
            request.body(body)
        }
    }
}

extension UnionTagsAPI {
    /// `POST /generate`.
    nonisolated(nonsending) public func generate(
        body: UnionTagsPiece
    ) async throws(APIError) -> LineStream<UnionTagsPiece> {
        try await stream(Generate(body: body))
    }

    /// The request behind ``generate(body:)``.
    public struct Generate: StreamEndpoint {
        public typealias Output = LineStream<UnionTagsPiece>

        public let body: UnionTagsPiece

        public init(body: UnionTagsPiece) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/generate")
            request.body(body)
        }
    }
}

/// The `UnionTagsComponent` type of ``UnionTagsAPI``.
public enum UnionTagsComponent: JSONModel {
    case unionTagsRow(UnionTagsRow)
    case unionTagsButton(UnionTagsButton)
    case menu(UnionTagsSelect)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        switch try json.integerDiscriminator("type") {
        case 1: self = .unionTagsRow(try UnionTagsRow(json: &json))
        case 2: self = .unionTagsButton(try UnionTagsButton(json: &json))
        case 3, 5, 6: self = .menu(try UnionTagsSelect(json: &json))
        default: self = .unknown(try JSONValue(json: &json))
        }
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .unionTagsRow(let value): json.write(value, tagged: "type", 1)
        case .unionTagsButton(let value): json.write(value, replacing: ["type"], by: [2])
        case .menu(let value): json.write(value, replacing: ["type"], by: [3, 5, 6])
        case .unknown(let value): json.write(value)
        }
    }
}

/// The `UnionTagsRow` type of ``UnionTagsAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct UnionTagsRow: JSONModel {
    public var components: [UnionTagsComponent]

    public init(components: [UnionTagsComponent]) {
        self.components = components
    }

    public init(json: inout JSONReader) throws {
        components = []
        var object = json.beginObject("components")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: components = json.array()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("components", components)
        json.endObject()
    }
}

/// The `UnionTagsButton` type of ``UnionTagsAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct UnionTagsButton: JSONModel {
    public var type: Int
    public var label: String

    public init(type: Int, label: String) {
        self.type = type
        self.label = label
    }

    public init(json: inout JSONReader) throws {
        type = 0
        label = ""
        var object = json.beginObject("type label")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: type = json.int()
            case 1: label = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("type", type)
        json.write("label", label)
        json.endObject()
    }
}

/// The `UnionTagsSelect` type of ``UnionTagsAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct UnionTagsSelect: JSONModel {
    public var type: TypeValue
    public var options: [String]?

    public init(type: TypeValue, options: [String]? = nil) {
        self.type = type
        self.options = options
    }

    public init(json: inout JSONReader) throws {
        var type: TypeValue?
        var object = json.beginObject("type options?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: type = json.value()
            case 1: options = json.arrayIfPresent()
            default: break
            }
        }
        guard json.finish(object), let type else { throw json.takeFailure() }
        self.type = type
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("type", type)
        json.writeIfPresent("options", options)
        json.endObject()
    }

    /// The values of `type`.
    public enum TypeValue: OpenEnum {
        case text
        case user
        case role
        /// A value that the spec does not list.
        case unknown(Int)

        public static var knownCases: [Self] {
            [.text, .user, .role]
        }

        public init(rawValue: Int) {
            switch rawValue {
            case 3: self = .text
            case 5: self = .user
            case 6: self = .role
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: Int {
            switch self {
            case .text: 3
            case .user: 5
            case .role: 6
            case .unknown(let value): value
            }
        }
    }
}

/// The `UnionTagsChange` type of ``UnionTagsAPI``.
public enum UnionTagsChange: JSONModel {
    case unionTagsWrite(UnionTagsWrite)
    case deleted(UnionTagsRemoval)
    case other(UnionTagsOther)

    public init(json: inout JSONReader) throws {
        switch try json.discriminator("action") {
        case "created", "updated": self = .unionTagsWrite(try UnionTagsWrite(json: &json))
        case "deleted": self = .deleted(try UnionTagsRemoval(json: &json))
        case "a | b": self = .other(try UnionTagsOther(json: &json))
        default: throw json.unlisted("'created', 'updated', 'deleted' or 'a | b'", at: "action")
        }
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .unionTagsWrite(let value):
            json.write(value, replacing: ["action"], by: ["created", "updated"])
        case .deleted(let value): json.write(value, tagged: "action", "deleted")
        case .other(let value): json.write(value, replacing: "action", by: "a | b")
        }
    }
}

/// The `UnionTagsWrite` type of ``UnionTagsAPI``.
public struct UnionTagsWrite: JSONModel {
    public var action: Action
    public var path: String

    public init(action: Action, path: String) {
        self.action = action
        self.path = path
    }

    public init(json: inout JSONReader) throws {
        var action: Action?
        path = ""
        var object = json.beginObject("action path")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: action = json.value()
            case 1: path = json.string()
            default: break
            }
        }
        guard json.finish(object), let action else { throw json.takeFailure() }
        self.action = action
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("action", action)
        json.write("path", path)
        json.endObject()
    }

    /// The values of `action`.
    public enum Action: OpenEnum {
        case created
        case updated
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.created, .updated]
        }

        public init(rawValue: String) {
            switch rawValue {
            case "created": self = .created
            case "updated": self = .updated
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .created: "created"
            case .updated: "updated"
            case .unknown(let value): value
            }
        }
    }
}

/// The `UnionTagsRemoval` type of ``UnionTagsAPI``.
public struct UnionTagsRemoval: JSONModel {
    public var path: String

    public init(path: String) {
        self.path = path
    }

    public init(json: inout JSONReader) throws {
        path = ""
        var object = json.beginObject("path")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: path = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("path", path)
        json.endObject()
    }
}

/// The `UnionTagsOther` type of ``UnionTagsAPI``.
public struct UnionTagsOther: JSONModel {
    public var action: String

    public init(action: String) {
        self.action = action
    }

    public init(json: inout JSONReader) throws {
        action = ""
        var object = json.beginObject("action")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: action = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("action", action)
        json.endObject()
    }
}

/// The `UnionTagsNote` type of ``UnionTagsAPI``.
public enum UnionTagsNote: JSONModel {
    case mail(UnionTagsMail)
    case unionTagsCall(UnionTagsCall)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        switch try json.discriminator("meta", "kind") {
        case "mail": self = .mail(try UnionTagsMail(json: &json))
        case "call", "text": self = .unionTagsCall(try UnionTagsCall(json: &json))
        default: self = .unknown(try JSONValue(json: &json))
        }
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .mail(let value): json.write(value, replacing: ["meta", "kind"], by: ["mail"])
        case .unionTagsCall(let value):
            json.write(value, replacing: ["meta", "kind"], by: ["call", "text"])
        case .unknown(let value): json.write(value)
        }
    }
}

/// The `UnionTagsMail` type of ``UnionTagsAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct UnionTagsMail: JSONModel {
    public var meta: Meta
    public var to: String

    public init(meta: Meta, to: String) {
        self.meta = meta
        self.to = to
    }

    public init(json: inout JSONReader) throws {
        var meta: Meta?
        to = ""
        var object = json.beginObject("meta to")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: meta = json.value()
            case 1: to = json.string()
            default: break
            }
        }
        guard json.finish(object), let meta else { throw json.takeFailure() }
        self.meta = meta
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("meta", meta)
        json.write("to", to)
        json.endObject()
    }

    /// The values of `meta`.
    public struct Meta: JSONModel {
        public var kind: String
        public var id: Int?

        public init(kind: String, id: Int? = nil) {
            self.kind = kind
            self.id = id
        }

        public init(json: inout JSONReader) throws {
            kind = ""
            var object = json.beginObject("kind id?")
            readMembers(&json, &object)
            try json.endObject(object)
        }

        @inline(never)
        private mutating func readMembers(
            _ json: inout JSONReader, _ object: inout JSONReader.Object
        ) {
            while let member = json.nextMember(&object) {
                switch member {
                case 0: kind = json.string()
                case 1: id = json.intIfPresent()
                default: break
                }
            }
        }

        public func write(json: inout JSONWriter) {
            json.beginObject()
            json.write("kind", kind)
            json.writeIfPresent("id", id)
            json.endObject()
        }
    }
}

/// The `UnionTagsCall` type of ``UnionTagsAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct UnionTagsCall: JSONModel {
    public var number: String
    public var meta: UnionTagsMeta

    public init(number: String, meta: UnionTagsMeta) {
        self.number = number
        self.meta = meta
    }

    public init(json: inout JSONReader) throws {
        number = ""
        var meta: UnionTagsMeta?
        var object = json.beginObject("number meta")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: number = json.string()
            case 1: meta = json.value()
            default: break
            }
        }
        guard json.finish(object), let meta else { throw json.takeFailure() }
        self.meta = meta
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("number", number)
        json.write("meta", meta)
        json.endObject()
    }
}

/// The `UnionTagsMeta` type of ``UnionTagsAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct UnionTagsMeta: JSONModel {
    public var id: Int
    public var kind: Kind

    public init(id: Int, kind: Kind) {
        self.id = id
        self.kind = kind
    }

    public init(json: inout JSONReader) throws {
        id = 0
        var kind: Kind?
        var object = json.beginObject("id kind")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            case 1: kind = json.value()
            default: break
            }
        }
        guard json.finish(object), let kind else { throw json.takeFailure() }
        self.kind = kind
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("kind", kind)
        json.endObject()
    }

    /// The values of `kind`.
    public enum Kind: OpenEnum {
        case call
        case text
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.call, .text]
        }

        public init(rawValue: String) {
            switch rawValue {
            case "call": self = .call
            case "text": self = .text
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .call: "call"
            case .text: "text"
            case .unknown(let value): value
            }
        }
    }
}

/// The `UnionTagsPiece` type of ``UnionTagsAPI``.
public enum UnionTagsPiece: JSONModel {
    case unionTagsLast(UnionTagsLast)
    case unionTagsPart(UnionTagsPart)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        switch try json.boolDiscriminator("done") {
        case true: self = .unionTagsLast(try UnionTagsLast(json: &json))
        case false: self = .unionTagsPart(try UnionTagsPart(json: &json))
        default: self = .unknown(try JSONValue(json: &json))
        }
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .unionTagsLast(let value): json.write(value, replacing: ["done"], by: [true])
        case .unionTagsPart(let value): json.write(value, tagged: "done", false)
        case .unknown(let value): json.write(value)
        }
    }
}

/// The `UnionTagsLast` type of ``UnionTagsAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct UnionTagsLast: JSONModel {
    public var done: Bool
    public var reason: String

    public init(done: Bool, reason: String) {
        self.done = done
        self.reason = reason
    }

    public init(json: inout JSONReader) throws {
        done = false
        reason = ""
        var object = json.beginObject("done reason")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: done = json.bool()
            case 1: reason = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("done", done)
        json.write("reason", reason)
        json.endObject()
    }
}

/// The `UnionTagsPart` type of ``UnionTagsAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct UnionTagsPart: JSONModel {
    public var text: String

    public init(text: String) {
        self.text = text
    }

    public init(json: inout JSONReader) throws {
        text = ""
        var object = json.beginObject("text")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: text = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("text", text)
        json.endObject()
    }
}
