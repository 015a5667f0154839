// Generated from Unions/Unions.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `UnionsAPI`.
public struct UnionsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension UnionsAPI {
    /// `POST /pay`.
    nonisolated(nonsending) public func pay(
        body: UnionsPayment
    ) async throws(APIError) -> UnionsResult {
        try await send(Pay(body: body))
    }

    /// The request behind ``pay(body:)``.
    public struct Pay: Endpoint {
        public typealias Output = UnionsResult

        public let body: UnionsPayment

        public init(body: UnionsPayment) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/pay")
            request.body(body)
        }
    }
}

extension UnionsAPI {
    /// `GET /moments`.
    nonisolated(nonsending) public func moments() async throws(APIError) -> [UnionsMoment] {
        try await send(Moments())
    }

    /// The request behind ``moments()``.
    public struct Moments: Endpoint {
        public typealias Output = [UnionsMoment]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/moments")
        }
    }
}

/// A way to pay.
public enum UnionsPayment: JSONModel {
    case card(UnionsCard)
    case bank(UnionsBank)
    case wire(UnionsWire)
    case noneValue(UnionsEmpty)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        switch try json.discriminator("kind") {
        case "card": self = .card(try UnionsCard(json: &json))
        case "bank": self = .bank(try UnionsBank(json: &json))
        case "wire": self = .wire(try UnionsWire(json: &json))
        case "none": self = .noneValue(try UnionsEmpty(json: &json))
        default: self = .unknown(try JSONValue(json: &json))
        }
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .card(let value): json.write(value, tagged: "kind", "card")
        case .bank(let value): json.write(value, replacing: "kind", by: "bank")
        case .wire(let value): json.write(value, replacing: "kind", by: "wire")
        case .noneValue(let value): json.write(value, tagged: "kind", "none")
        case .unknown(let value): json.write(value)
        }
    }
}

/// The `UnionsCard` type of ``UnionsAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct UnionsCard: JSONModel {
    public var number: String

    public init(number: String) {
        self.number = number
    }

    public init(json: inout JSONReader) throws {
        number = ""
        var object = json.beginObject("number")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: number = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("number", number)
        json.endObject()
    }
}

/// The `UnionsBank` type of ``UnionsAPI``.
public struct UnionsBank: JSONModel {
    public var kind: String
    public var iban: String

    public init(kind: String, iban: String) {
        self.kind = kind
        self.iban = iban
    }

    public init(json: inout JSONReader) throws {
        kind = ""
        iban = ""
        var object = json.beginObject("kind iban")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: kind = json.string()
            case 1: iban = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("kind", kind)
        json.write("iban", iban)
        json.endObject()
    }
}

/// The `UnionsWire` type of ``UnionsAPI``.
public struct UnionsWire: JSONModel {
    public var sums: [Int]
    public var note: String?
    public var kind: Kind

    public init(sums: [Int], kind: Kind, note: String? = nil) {
        self.sums = sums
        self.note = note
        self.kind = kind
    }

    public init(json: inout JSONReader) throws {
        sums = []
        var kind: Kind?
        var object = json.beginObject("sums note? kind")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: sums = json.array()
            case 1: note = json.stringIfPresent()
            case 2: kind = json.value()
            default: break
            }
        }
        guard json.finish(object), let kind else { throw json.takeFailure() }
        self.kind = kind
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("sums", sums)
        json.writeIfPresent("note", note)
        json.write("kind", kind)
        json.endObject()
    }

    /// The values of `kind`.
    public enum Kind: OpenEnum {
        case wire
        case cheque
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.wire, .cheque]
        }

        public init(rawValue: String) {
            switch rawValue {
            case "wire": self = .wire
            case "cheque": self = .cheque
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .wire: "wire"
            case .cheque: "cheque"
            case .unknown(let value): value
            }
        }
    }
}

/// The `UnionsEmpty` type of ``UnionsAPI``.
public struct UnionsEmpty: JSONModel {
    public init() {}

    public init(json: inout JSONReader) throws {
        try json.endObject(json.beginObject(""))
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.endObject()
    }
}

/// The `UnionsMoment` type of ``UnionsAPI``.
public enum UnionsMoment: JSONModel {
    case at(Date)
    case days([Date])
    case print(Data)
    case text(String)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        if let value = try json.attempt(Date.self, as: .unix) {
            self = .at(value)
            return
        }
        if let value = try json.attempt([Date].self, as: .day) {
            self = .days(value)
            return
        }
        if let value = try json.attempt(Data.self, as: .hex) {
            self = .print(value)
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
        case .at(let value): json.write(value, as: .unix)
        case .days(let value): json.write(value, as: .day)
        case .print(let value): json.write(value, as: .hex)
        case .text(let value): json.write(value)
        case .unknown(let value): json.write(value)
        }
    }
}

/// The `UnionsResult` type of ``UnionsAPI``.
public enum UnionsResult: JSONModel {
    case one(UnionsCard)
    case many([UnionsCard])
    case text(String)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        if let value = try json.attempt(UnionsCard.self) {
            self = .one(value)
            return
        }
        if let value = try json.attempt([UnionsCard].self) {
            self = .many(value)
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
        case .one(let value): json.write(value)
        case .many(let value): json.write(value)
        case .text(let value): json.write(value)
        case .unknown(let value): json.write(value)
        }
    }
}
