// Generated from Tuples/Tuples.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `TuplesAPI`.
public struct TuplesAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension TuplesAPI {
    /// `GET /query`.
    nonisolated(nonsending) public func query() async throws(APIError) -> TuplesSeries {
        try await send(Query())
    }

    /// The request behind ``query()``.
    public struct Query: Endpoint {
        public typealias Output = TuplesSeries

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/query")
        }
    }
}

extension TuplesAPI {
    /// `POST /samples`.
    nonisolated(nonsending) public func add(
        body: [TuplesSample]
    ) async throws(APIError) -> [TuplesPoint] {
        try await send(Add(body: body))
    }

    /// The request behind ``add(body:)``.
    public struct Add: Endpoint {
        public typealias Output = [TuplesPoint]

        public let body: [TuplesSample]

        public init(body: [TuplesSample]) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/samples")
            request.body(body)
        }
    }
}

/// The `TuplesSeries` type of ``TuplesAPI``.
public struct TuplesSeries: JSONModel {
    public var values: [TuplesSample]
    /// Where it begins.
    public var corner: Corner?
    public var start: TuplesSample

    public init(
        values: [TuplesSample], corner: Corner? = nil,
        start: TuplesSample = .init(time: DefaultValue.date("1.5", .unix), value: "x")
    ) {
        self.values = values
        self.corner = corner
        self.start = start
    }

    public init(json: inout JSONReader) throws {
        values = []
        start = .init(time: DefaultValue.date("1.5", .unix), value: "x")
        var object = json.beginObject("values corner? start?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: values = json.array()
            case 1: corner = json.valueIfPresent()
            case 2: start = json.valueIfPresent() ?? start
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("values", values)
        json.writeIfPresent("corner", corner)
        json.write("start", start)
        json.endObject()
    }

    /// The values of `corner`.
    public struct Corner: JSONModel {
        public var first: Int
        public var second: Int?

        public init(first: Int, second: Int?) {
            self.first = first
            self.second = second
        }

        public init(json: inout JSONReader) throws {
            var elements = try json.beginTuple(2)
            first = try json.element(&elements)
            second = try json.element(&elements)
            try json.endTuple(&elements)
        }

        public func write(json: inout JSONWriter) {
            json.beginTuple()
            json.writeElement(first)
            json.writeElement(second)
            json.endTuple()
        }
    }
}

/// A value at a time.
public struct TuplesSample: JSONModel {
    public var time: Date
    public var value: String

    public init(time: Date, value: String) {
        self.time = time
        self.value = value
    }

    public init(json: inout JSONReader) throws {
        var elements = try json.beginTuple(2)
        time = try json.element(&elements, as: .unix)
        value = try json.element(&elements)
        try json.endTuple(&elements)
    }

    public func write(json: inout JSONWriter) {
        json.beginTuple()
        json.writeElement(time, as: .unix)
        json.writeElement(value)
        json.endTuple()
    }
}

/// The `TuplesPoint` type of ``TuplesAPI``.
public struct TuplesPoint: JSONModel {
    public var first: Int64
    /// How much.
    public var level: Level
    public var third: [TuplesPoint]
    public var json: String
    public var fifth: Bool
    public var dates: [Date]

    public init(
        first: Int64, level: Level, third: [TuplesPoint], json: String, fifth: Bool,
        dates: [Date] = []
    ) {
        self.first = first
        self.level = level
        self.third = third
        self.json = json
        self.fifth = fifth
        self.dates = dates
    }

    public init(json: inout JSONReader) throws {
        var elements = try json.beginTuple(5)
        first = try json.element(&elements, as: .string)
        level = try json.element(&elements)
        third = try json.element(&elements)
        self.json = try json.element(&elements)
        fifth = try json.element(&elements)
        dates = try json.rest(&elements, as: .millis)
    }

    public func write(json: inout JSONWriter) {
        if json.checksLimits {
            json.check("fourth", self.json, length: 1...3)
        }
        json.beginTuple()
        json.writeElement(first, as: .string)
        json.writeElement(level)
        json.writeElement(third)
        json.writeElement(self.json)
        json.writeElement(fifth)
        json.writeElements(dates, as: .millis)
        json.endTuple()
    }

    /// The values of `second`.
    public enum Level: OpenEnum {
        case low
        case high
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.low, .high]
        }

        public init(rawValue: String) {
            switch rawValue {
            case "low": self = .low
            case "high": self = .high
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .low: "low"
            case .high: "high"
            case .unknown(let value): value
            }
        }
    }
}

/// The `TuplesLoose` type of ``TuplesAPI``.
public struct TuplesLoose: JSONModel {
    public var first: String
    public var rest: [JSONValue]

    public init(first: String, rest: [JSONValue] = []) {
        self.first = first
        self.rest = rest
    }

    public init(json: inout JSONReader) throws {
        var elements = try json.beginTuple(1)
        first = try json.element(&elements)
        rest = try json.rest(&elements)
    }

    public func write(json: inout JSONWriter) {
        json.beginTuple()
        json.writeElement(first)
        json.writeElements(rest)
        json.endTuple()
    }
}

/// The `TuplesMember` type of ``TuplesAPI``.
public struct TuplesMember: JSONModel {
    public var tuple: [Int]
    public var rest2: String

    public init(tuple: [Int], rest2: String) {
        self.tuple = tuple
        self.rest2 = rest2
    }

    public init(json: inout JSONReader) throws {
        tuple = []
        rest2 = ""
        var object = json.beginObject("tuple rest2")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: tuple = json.array()
            case 1: rest2 = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("tuple", tuple)
        json.write("rest2", rest2)
        json.endObject()
    }
}

/// The `TuplesChoice` type of ``TuplesAPI``.
public enum TuplesChoice: JSONModel {
    case pair(TuplesSample)
    case text(String)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        if let value = try json.attempt(TuplesSample.self) {
            self = .pair(value)
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
        case .pair(let value): json.write(value)
        case .text(let value): json.write(value)
        case .unknown(let value): json.write(value)
        }
    }
}
