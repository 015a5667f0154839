// Generated from ConstantMembers/ConstantMembers.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `ConstantMembersAPI`.
public struct ConstantMembersAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension ConstantMembersAPI {
    /// `POST /pay`.
    nonisolated(nonsending) public func pay(
        body: ConstantMembersPayment
    ) async throws(APIError) -> ConstantMembersPayment {
        try await send(Pay(body: body))
    }

    /// The request behind ``pay(body:)``.
    public struct Pay: Endpoint {
        public typealias Output = ConstantMembersPayment

        public let body: ConstantMembersPayment

        public init(body: ConstantMembersPayment) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/pay")
            request.body(body)
        }
    }
}

extension ConstantMembersAPI {
    /// `POST /sign`.
    nonisolated(nonsending) public func sign(
        text: String
    ) async throws(APIError) -> ConstantMembersMark {
        try await send(Sign(text: text))
    }

    /// The request behind ``sign(text:)``.
    public struct Sign: Endpoint {
        public typealias Output = ConstantMembersMark

        public let text: String

        public init(text: String) {
            self.text = text
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/sign")
            request.body("jsonrpc", "2.0")
            request.body("version", 2)
            request.body("text", text)
        }
    }
}

/// The `ConstantMembersPayment` type of ``ConstantMembersAPI``.
public enum ConstantMembersPayment: JSONModel {
    case constantMembersCard(ConstantMembersCard)
    case constantMembersBank(ConstantMembersBank)
    case constantMembersCash(ConstantMembersCash)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        if let value = try json.attempt(ConstantMembersCard.self) {
            self = .constantMembersCard(value)
            return
        }
        if let value = try json.attempt(ConstantMembersBank.self) {
            self = .constantMembersBank(value)
            return
        }
        if let value = try json.attempt(ConstantMembersCash.self) {
            self = .constantMembersCash(value)
            return
        }
        self = .unknown(try JSONValue(json: &json))
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .constantMembersCard(let value): json.write(value)
        case .constantMembersBank(let value): json.write(value)
        case .constantMembersCash(let value): json.write(value)
        case .unknown(let value): json.write(value)
        }
    }
}

/// The `ConstantMembersCard` type of ``ConstantMembersAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct ConstantMembersCard: JSONModel {
    public var id: String

    public init(id: String) {
        self.id = id
    }

    public init(json: inout JSONReader) throws {
        id = ""
        var object = json.beginObject("type id")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: json.constant("card")
            case 1: id = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("type", "card")
        json.write("id", id)
        json.endObject()
    }
}

/// The `ConstantMembersBank` type of ``ConstantMembersAPI``.
public struct ConstantMembersBank: JSONModel {
    public var id: String
    /// The members that the spec does not name.
    public var others: [String: JSONValue]

    public init(id: String, others: [String: JSONValue] = [:]) {
        self.id = id
        self.others = others
    }

    public init(json: inout JSONReader) throws {
        others = [:]
        id = ""
        var object = json.beginObject("type id verified")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object, others: &others) {
            switch member {
            case 0: json.constant("bank")
            case 1: id = json.string()
            case 2: json.constant(true)
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("type", "bank")
        json.write("id", id)
        json.write("verified", true)
        json.writeOthers(others, besides: "type id verified")
        json.endObject()
    }
}

/// The `ConstantMembersCash` type of ``ConstantMembersAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct ConstantMembersCash: JSONModel {
    public init() {}

    public init(json: inout JSONReader) throws {
        var object = json.beginObject("type rate @id")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: json.constant(3)
            case 1: json.constant(0.5)
            case 2: json.constant(UInt64(18446744073709551615))
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("type", 3)
        json.write("rate", 0.5)
        json.write("@id", UInt64(18446744073709551615))
        json.endObject()
    }
}

/// The `ConstantMembersHead` type of ``ConstantMembersAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct ConstantMembersHead: JSONModel {
    public init() {}

    public init(json: inout JSONReader) throws {
        var object = json.beginObject("jsonrpc version")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: json.constant("2.0")
            case 1: json.constant(2)
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("jsonrpc", "2.0")
        json.write("version", 2)
        json.endObject()
    }
}

/// The `ConstantMembersMark` type of ``ConstantMembersAPI``.
public enum ConstantMembersMark: JSONModel {
    case a(ConstantMembersStar)
    case b(ConstantMembersDot)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        switch try json.discriminator("kind") {
        case "a": self = .a(try ConstantMembersStar(json: &json))
        case "b": self = .b(try ConstantMembersDot(json: &json))
        default: self = .unknown(try JSONValue(json: &json))
        }
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .a(let value): json.write(value, replacing: "kind", by: "a")
        case .b(let value): json.write(value, replacing: "kind", by: "b")
        case .unknown(let value): json.write(value)
        }
    }
}

/// The `ConstantMembersStar` type of ``ConstantMembersAPI``.
public struct ConstantMembersStar: JSONModel {
    public var points: Int

    public init(points: Int) {
        self.points = points
    }

    public init(json: inout JSONReader) throws {
        points = 0
        var object = json.beginObject("kind points")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: json.constant("a")
            case 1: points = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("kind", "a")
        json.write("points", points)
        json.endObject()
    }
}

/// The `ConstantMembersDot` type of ``ConstantMembersAPI``.
public struct ConstantMembersDot: JSONModel {
    public init() {}

    public init(json: inout JSONReader) throws {
        var object = json.beginObject("jsonrpc version kind")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: json.constant("2.0")
            case 1: json.constant(2)
            case 2: json.constant("b")
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("jsonrpc", "2.0")
        json.write("version", 2)
        json.write("kind", "b")
        json.endObject()
    }
}

/// The `ConstantMembersTag` type of ``ConstantMembersAPI``.
public struct ConstantMembersTag: JSONModel {
    public var id: Int

    public init(id: Int) {
        self.id = id
    }

    public init(json: inout JSONReader) throws {
        id = 0
        var object = json.beginObject("kind quoted id")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: json.constant("ConstantMembersCard")
            case 1: json.constant("String")
            case 2: id = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("kind", "ConstantMembersCard")
        json.write("quoted", "String")
        json.write("id", id)
        json.endObject()
    }
}
