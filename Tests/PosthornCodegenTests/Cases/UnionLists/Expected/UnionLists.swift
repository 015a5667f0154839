// Generated from UnionLists/UnionLists.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `UnionListsAPI`.
public struct UnionListsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension UnionListsAPI {
    /// `POST /pay`.
    nonisolated(nonsending) public func pay(
        body: UnionListsPayment
    ) async throws(APIError) -> UnionListsValue {
        try await send(Pay(body: body))
    }

    /// The request behind ``pay(body:)``.
    public struct Pay: Endpoint {
        public typealias Output = UnionListsValue

        public let body: UnionListsPayment

        public init(body: UnionListsPayment) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/pay")
            request.body(body)
        }
    }
}

extension UnionListsAPI {
    /// `GET /list`.
    nonisolated(nonsending) public func list() async throws(APIError) -> UnionListsPage {
        try await send(List())
    }

    /// The request behind ``list()``.
    public struct List: Endpoint {
        public typealias Output = UnionListsPage

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/list")
        }
    }
}

/// The `UnionListsPage` type of ``UnionListsAPI``.
public struct UnionListsPage: JSONModel {
    public var payments: [UnionListsPayment]
    public var choices: [UnionListsChoice]?
    public var members: [UnionListsMember]?

    public init(
        payments: [UnionListsPayment], choices: [UnionListsChoice]? = nil,
        members: [UnionListsMember]? = nil
    ) {
        self.payments = payments
        self.choices = choices
        self.members = members
    }

    public init(json: inout JSONReader) throws {
        payments = []
        var object = json.beginObject("payments choices? members?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: payments = json.array()
            case 1: choices = json.arrayIfPresent()
            case 2: members = json.arrayIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("payments", payments)
        json.writeIfPresent("choices", choices)
        json.writeIfPresent("members", members)
        json.endObject()
    }
}

/// The `UnionListsMember` type of ``UnionListsAPI``.
public enum UnionListsMember: JSONModel {
    case known(UnionListsCard)
    case raw(UnionListsRaw)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        if let value = try json.attempt(UnionListsCard.self) {
            self = .known(value)
            return
        }
        if let value = try json.attempt(UnionListsRaw.self) {
            self = .raw(value)
            return
        }
        self = .unknown(try JSONValue(json: &json))
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .known(let value): json.write(value)
        case .raw(let value): json.write(value)
        case .unknown(let value): json.write(value)
        }
    }
}

/// The `UnionListsRaw` type of ``UnionListsAPI``.
public struct UnionListsRaw: JSONWrapper {
    /// The value that stands for it on the wire.
    public var value: JSONValue

    /// Wraps a value.
    public init(_ value: JSONValue) {
        self.value = value
    }
}

/// The `UnionListsPayment` type of ``UnionListsAPI``.
public enum UnionListsPayment: JSONModel {
    case unionListsCard(UnionListsCard)
    case unionListsBank(UnionListsBank)
    case string(String)

    public init(json: inout JSONReader) throws {
        if let value = try json.attempt(UnionListsCard.self) {
            self = .unionListsCard(value)
            return
        }
        if let value = try json.attempt(UnionListsBank.self) {
            self = .unionListsBank(value)
            return
        }
        if let value = try json.attempt(String.self) {
            self = .string(value)
            return
        }
        throw json.noTypeFits()
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .unionListsCard(let value): json.write(value)
        case .unionListsBank(let value): json.write(value)
        case .string(let value): json.write(value)
        }
    }
}

/// The `UnionListsCard` type of ``UnionListsAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct UnionListsCard: JSONModel {
    public var number: String
    public var holder: Holder?

    public init(number: String, holder: Holder? = nil) {
        self.number = number
        self.holder = holder
    }

    public init(json: inout JSONReader) throws {
        number = ""
        var object = json.beginObject("number holder?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: number = json.string()
            case 1: holder = json.valueIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("number", number)
        json.writeIfPresent("holder", holder)
        json.endObject()
    }

    /// The values of `holder`.
    public struct Holder: JSONModel {
        public var given: String

        public init(given: String) {
            self.given = given
        }

        public init(json: inout JSONReader) throws {
            given = ""
            var object = json.beginObject("given")
            readMembers(&json, &object)
            try json.endObject(object)
        }

        @inline(never)
        private mutating func readMembers(
            _ json: inout JSONReader, _ object: inout JSONReader.Object
        ) {
            while let member = json.nextMember(&object) {
                switch member {
                case 0: given = json.string()
                default: break
                }
            }
        }

        public func write(json: inout JSONWriter) {
            json.beginObject()
            json.write("given", given)
            json.endObject()
        }
    }
}

/// The `UnionListsBank` type of ``UnionListsAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct UnionListsBank: JSONModel {
    public var iban: String
    public var since: Date

    public init(iban: String, since: Date) {
        self.iban = iban
        self.since = since
    }

    public init(json: inout JSONReader) throws {
        iban = ""
        var since: Date?
        var object = json.beginObject("iban since")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: iban = json.string()
            case 1: since = json.value(as: .day)
            default: break
            }
        }
        guard json.finish(object), let since else { throw json.takeFailure() }
        self.since = since
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("iban", iban)
        json.write("since", since, as: .day)
        json.endObject()
    }
}

/// The `UnionListsValue` type of ``UnionListsAPI``.
public enum UnionListsValue: JSONModel {
    case bool(Bool)
    case int(Int)
    case double(Double)
    case date(Date)
    case string(String)
    case stringArray([String])
    case intArrayArray([[Int]])
    case doubleMap([String: Double])
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        if let value = try json.attempt(Bool.self) {
            self = .bool(value)
            return
        }
        if let value = try json.attempt(Int.self) {
            self = .int(value)
            return
        }
        if let value = try json.attempt(Double.self) {
            self = .double(value)
            return
        }
        if let value = try json.attempt(Date.self) {
            self = .date(value)
            return
        }
        if let value = try json.attempt(String.self) {
            self = .string(value)
            return
        }
        if let value = try json.attempt([String].self) {
            self = .stringArray(value)
            return
        }
        if let value = try json.attempt([[Int]].self) {
            self = .intArrayArray(value)
            return
        }
        if let value = try json.attempt([String: Double].self) {
            self = .doubleMap(value)
            return
        }
        self = .unknown(try JSONValue(json: &json))
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .bool(let value): json.write(value)
        case .int(let value): json.write(value)
        case .double(let value): json.write(value)
        case .date(let value): json.write(value)
        case .string(let value): json.write(value)
        case .stringArray(let value): json.write(value)
        case .intArrayArray(let value): json.write(value)
        case .doubleMap(let value): json.write(value)
        case .unknown(let value): json.write(value)
        }
    }
}

/// The `UnionListsChoice` type of ``UnionListsAPI``.
public enum UnionListsChoice: JSONModel {
    case card(UnionListsCard)
    case bank(UnionListsBank)

    public init(json: inout JSONReader) throws {
        switch try json.discriminator("kind") {
        case "card": self = .card(try UnionListsCard(json: &json))
        case "bank": self = .bank(try UnionListsBank(json: &json))
        default: throw json.unlisted("'card' or 'bank'", at: "kind")
        }
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .card(let value): json.write(value, tagged: "kind", "card")
        case .bank(let value): json.write(value, tagged: "kind", "bank")
        }
    }
}
