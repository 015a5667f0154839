// Generated from LongObjects/LongObjects.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `LongObjectsAPI`.
public struct LongObjectsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension LongObjectsAPI {
    /// `PUT /devices/{id}`.
    nonisolated(nonsending) public func putDevice(
        id: Int, body: LongObjectsDevice
    ) async throws(APIError) -> LongObjectsDevice {
        try await send(PutDevice(id: id, body: body))
    }

    /// The request behind ``putDevice(id:body:)``.
    public struct PutDevice: Endpoint {
        public typealias Output = LongObjectsDevice

        public let id: Int
        public let body: LongObjectsDevice

        public init(id: Int, body: LongObjectsDevice) {
            self.id = id
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/devices/{id}")
            request.path("id", id)
            request.body(body)
        }
    }
}

extension LongObjectsAPI {
    /// `POST /notes`.
    /// - Parameter name: Not sent when `nil`.
    nonisolated(nonsending) public func addNote(
        base: Int, type: String, doc: String, enum: AddNote.Enum, fields: [String],
        name: String? = nil
    ) async throws(APIError) {
        try await send(
            AddNote(base: base, type: type, doc: doc, enum: `enum`, fields: fields, name: name))
    }

    /// The request behind ``addNote(base:type:doc:enum:fields:name:)``.
    public struct AddNote: Endpoint {
        public let base: Int
        public let type: String
        public let name: String?
        public let doc: String
        public let `enum`: Enum
        public let fields: [String]

        public init(
            base: Int, type: String, doc: String, enum: Enum, fields: [String], name: String? = nil
        ) {
            self.base = base
            self.type = type
            self.name = name
            self.doc = doc
            self.enum = `enum`
            self.fields = fields
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/notes")
            request.body("base", base)
            request.body("type", type)
            request.body("name", name)
            request.body("doc", doc)
            request.body("enum", `enum`)
            request.body("fields", fields)
        }

        /// The values of `enum`.
        public enum Enum: OpenEnum {
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
    }
}

/// The `LongObjectsBase` type of ``LongObjectsAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct LongObjectsBase: JSONModel {
    public var base: Int

    public init(base: Int) {
        self.base = base
    }

    public init(json: inout JSONReader) throws {
        base = 0
        var object = json.beginObject("base")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: base = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("base", base)
        json.endObject()
    }
}

/// One machine.
///
/// Deprecated: Use a node.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct LongObjectsDevice: JSONModel {
    public var base: Int
    public var type: String
    /// What it is called.
    public var name: String
    public var doc: String
    public var `enum`: Enum
    public var oneOf: Int
    public var wraps: Bool
    public var swift: Int
    public var includes: [String]
    public var fields: [String]
    /// One of them.
    public var example: Example

    public init(
        base: Int, type: String, name: String, doc: String, enum: Enum, oneOf: Int, wraps: Bool,
        swift: Int, includes: [String], fields: [String], example: Example
    ) {
        self.base = base
        self.type = type
        self.name = name
        self.doc = doc
        self.enum = `enum`
        self.oneOf = oneOf
        self.wraps = wraps
        self.swift = swift
        self.includes = includes
        self.fields = fields
        self.example = example
    }

    public init(json: inout JSONReader) throws {
        base = 0
        type = ""
        name = ""
        doc = ""
        var `enum`: Enum?
        oneOf = 0
        wraps = false
        swift = 0
        includes = []
        fields = []
        var example: Example?
        var object = json.beginObject(
            "base type name doc enum oneOf wraps swift includes fields example")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: base = json.int()
            case 1: type = json.string()
            case 2: name = json.string()
            case 3: doc = json.string()
            case 4: `enum` = json.value()
            case 5: oneOf = json.int()
            case 6: wraps = json.bool()
            case 7: swift = json.int()
            case 8: includes = json.array()
            case 9: fields = json.array()
            case 10: example = json.value()
            default: break
            }
        }
        guard json.finish(object), let `enum`, let example else { throw json.takeFailure() }
        self.enum = `enum`
        self.example = example
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("base", base)
        json.write("type", type)
        json.write("name", name)
        json.write("doc", doc)
        json.write("enum", `enum`)
        json.write("oneOf", oneOf)
        json.write("wraps", wraps)
        json.write("swift", swift)
        json.write("includes", includes)
        json.write("fields", fields)
        json.write("example", example)
        json.endObject()
    }

    /// The values of `enum`.
    public enum Enum: OpenEnum {
        case red
        case green
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.red, .green]
        }

        public init(rawValue: String) {
            switch rawValue {
            case "red": self = .red
            case "green": self = .green
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .red: "red"
            case .green: "green"
            case .unknown(let value): value
            }
        }
    }

    /// The values of `example`.
    public struct Example: JSONModel {
        public var type: String
        public var name: Int?

        public init(type: String, name: Int? = nil) {
            self.type = type
            self.name = name
        }

        public init(json: inout JSONReader) throws {
            type = ""
            var object = json.beginObject("type name?")
            readMembers(&json, &object)
            try json.endObject(object)
        }

        @inline(never)
        private mutating func readMembers(
            _ json: inout JSONReader, _ object: inout JSONReader.Object
        ) {
            while let member = json.nextMember(&object) {
                switch member {
                case 0: type = json.string()
                case 1: name = json.intIfPresent()
                default: break
                }
            }
        }

        public func write(json: inout JSONWriter) {
            json.beginObject()
            json.write("type", type)
            json.writeIfPresent("name", name)
            json.endObject()
        }
    }
}

/// The `LongObjectsPlace` type of ``LongObjectsAPI``.
public struct LongObjectsPlace: JSONModel {
    public var `enum`: String
    public var oneOf: Int
    public var fields: [String]
    public var address: Address

    public init(enum: String, oneOf: Int, fields: [String], address: Address) {
        self.enum = `enum`
        self.oneOf = oneOf
        self.fields = fields
        self.address = address
    }

    public init(json: inout JSONReader) throws {
        `enum` = ""
        oneOf = 0
        fields = []
        var address: Address?
        var object = json.beginObject("enum oneOf fields address")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: `enum` = json.string()
            case 1: oneOf = json.int()
            case 2: fields = json.array()
            case 3: address = json.value()
            default: break
            }
        }
        guard json.finish(object), let address else { throw json.takeFailure() }
        self.address = address
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("enum", `enum`)
        json.write("oneOf", oneOf)
        json.write("fields", fields)
        json.write("address", address)
        json.endObject()
    }

    /// The values of `address`.
    public struct Address: JSONModel {
        public var type: String
        public var name: String
        public var doc: String
        public var street: String

        public init(type: String, name: String, doc: String, street: String) {
            self.type = type
            self.name = name
            self.doc = doc
            self.street = street
        }

        public init(json: inout JSONReader) throws {
            type = ""
            name = ""
            doc = ""
            street = ""
            var object = json.beginObject("type name doc street")
            readMembers(&json, &object)
            try json.endObject(object)
        }

        @inline(never)
        private mutating func readMembers(
            _ json: inout JSONReader, _ object: inout JSONReader.Object
        ) {
            while let member = json.nextMember(&object) {
                switch member {
                case 0: type = json.string()
                case 1: name = json.string()
                case 2: doc = json.string()
                case 3: street = json.string()
                default: break
                }
            }
        }

        public func write(json: inout JSONWriter) {
            json.beginObject()
            json.write("type", type)
            json.write("name", name)
            json.write("doc", doc)
            json.write("street", street)
            json.endObject()
        }
    }
}

/// What was.
///
/// Deprecated.
public enum LongObjectsOld: OpenEnum {
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
