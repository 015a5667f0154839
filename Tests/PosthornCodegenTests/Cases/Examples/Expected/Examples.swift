// Generated from Examples/Examples.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `ExamplesAPI`.
public struct ExamplesAPI: ExampleService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    private static let envelope: any ResponsePolicy = .envelope(
        code: "code", payload: "data", success: 0)

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.responsePolicy = Self.envelope
    }

    /// A response of each endpoint, for stubs.
    public static var examples: [EndpointExample] {
        var list: [EndpointExample] = []
        list.append(
            EndpointExample(
                "get", json: "{\"id\":7,\"placed\":\"2026-01-02T03:04:05Z\",\"paid\":1,\"note\":\"",
                "say \\\"hi\\\"\",\"total\":\"5\",\"lines\":[]}"))
        list.append(
            EndpointExample(
                "list",
                json: "[{\"id\":1,\"placed\":\"2026-11-01T12:00:00Z\",\"paid\":1,\"total\":",
                "\"1\",\"lines\":[{\"sku\":\"tea\"}]}]"))
        list.append(EndpointExample("remove"))
        list.append(EndpointExample("text", json: "\"plain\""))
        list.append(
            EndpointExample(
                "save",
                json: "{\"id\":1,\"placed\":\"2026-11-01T12:00:00Z\",\"paid\":1,\"total\":\"",
                "1\",\"lines\":[{\"sku\":\"tea\"}]}", status: 201,
                headers: ["Location": "https://example.com/"]))
        list.append(
            EndpointExample(
                "head", json: "{\"last4\":\"0042\",\"kind\":\"card\"}", headers: ["X-Count": "1"]))
        list.append(EndpointExample("bytesCall", bytes: "bytes"))
        list.append(
            EndpointExample(
                "events",
                events: "data: {\"id\":1,\"placed\":\"2026-11-01T12:00:00Z\",\"paid\":1,\"tot",
                "al\":\"1\",\"lines\":[{\"sku\":\"tea\"}]}\n\n"))
        list.append(EndpointExample("lines", lines: "1\n2\n"))
        list.append(EndpointExample("pay", json: "{\"iban\":\"007\",\"kind\":\"bank\"}"))
        list.append(
            EndpointExample(
                "tree",
                json: "{\"name\":\"text\",\"children\":[{\"name\":\"text\",\"children\":[{\"",
                "name\":\"text\",\"children\":[]}]}]}"))
        list.append(
            EndpointExample(
                "forms",
                json: "{\"unix\":1793534400,\"day\":\"2026-11-01\",\"pair\":[1,\"text\"],\"",
                "level\":1,\"word\":\"on\",\"flag\":\"yes\",\"id\":\"123e4567-e89b-42",
                "d3-a456-426614174000\",\"link\":\"https://example.com/\",\"data\":\"",
                "AP8=\",\"wait\":1,\"wrapped\":\"text\",\"any\":null,\"map\":{},\"met",
                "adata\":{\"name\":\"text\"},\"none\":\"text\"}"))
        return list
    }
}

extension ExamplesAPI {
    /// `GET /orders/{id}`.
    nonisolated(nonsending) public func get(id: String) async throws(APIError) -> ExamplesOrder {
        try await send(Get(id: id))
    }

    /// The request behind ``get(id:)``.
    public struct Get: Endpoint {
        public typealias Output = ExamplesOrder

        public let id: String

        public init(id: String) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders/{id}")
            request.path("id", id)
        }
    }
}

extension ExamplesAPI {
    /// `GET /orders`.
    nonisolated(nonsending) public func list() async throws(APIError) -> [ExamplesOrder] {
        try await send(List())
    }

    /// The request behind ``list()``.
    public struct List: Endpoint {
        public typealias Output = [ExamplesOrder]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders")
        }
    }
}

extension ExamplesAPI {
    /// `DELETE /orders/{id}`.
    nonisolated(nonsending) public func remove(id: String) async throws(APIError) {
        try await send(Remove(id: id))
    }

    /// The request behind ``remove(id:)``.
    public struct Remove: Endpoint {
        public let id: String

        public init(id: String) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.delete, "/orders/{id}")
            request.path("id", id)
        }
    }
}

extension ExamplesAPI {
    /// `GET /text`.
    nonisolated(nonsending) public func text() async throws(APIError) -> String {
        try await send(Text())
    }

    /// The request behind ``text()``.
    public struct Text: Endpoint {
        public typealias Output = String

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/text")
            request.responsePolicy = .text
        }
    }
}

extension ExamplesAPI {
    /// `POST /save`.
    nonisolated(nonsending) public func save() async throws(APIError) -> Save.Output {
        try await send(Save())
    }

    /// The request behind ``save()``.
    public struct Save: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/save")
        }

        public static func output(from response: CallResponse) throws -> Output {
            switch response.status.code {
            case 201: try .created(response.value(), location: response.header("Location"))
            case 202: try response.validateEmpty(returning: .accepted)
            default: throw response.unexpectedStatus()
            }
        }

        /// What ``save()`` returns, by the status of the response.
        public enum Output: Sendable {
            /// Status 201.
            case created(ExamplesOrder, location: URL)
            /// Status 202.
            case accepted
        }
    }
}

extension ExamplesAPI {
    /// `GET /head`.
    nonisolated(nonsending) public func head() async throws(APIError) -> Head.Output {
        try await send(Head())
    }

    /// The request behind ``head()``.
    public struct Head: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/head")
        }

        public static func output(from response: CallResponse) throws -> Output {
            try Output(
                value: response.value(), count: response.header("X-Count"),
                note: response.header("X-Note"))
        }

        /// What ``head()`` returns, with header fields of the response.
        public struct Output: Sendable {
            /// The body.
            public var value: ExamplesPay

            /// The header `X-Count`.
            public let count: Int
            /// The header `X-Note`.
            public let note: String?

            public init(value: ExamplesPay, count: Int, note: String? = nil) {
                self.value = value
                self.count = count
                self.note = note
            }
        }
    }
}

extension ExamplesAPI {
    /// `GET /bytes`.
    nonisolated(nonsending) public func bytes() async throws(APIError) -> ByteStream {
        try await stream(BytesCall())
    }

    /// The request behind ``bytes()``.
    public struct BytesCall: StreamEndpoint {
        public typealias Output = ByteStream

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/bytes")
        }
    }
}

extension ExamplesAPI {
    /// `GET /events`.
    nonisolated(nonsending) public func events()
        async throws(APIError) -> EventStream<ExamplesOrder>
    {
        try await stream(Events())
    }

    /// The request behind ``events()``.
    public struct Events: StreamEndpoint {
        public typealias Output = EventStream<ExamplesOrder>

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/events")
            request.responsePolicy = .json
        }
    }
}

extension ExamplesAPI {
    /// `GET /lines`.
    nonisolated(nonsending) public func lines() async throws(APIError) -> LineStream<Int> {
        try await stream(Lines())
    }

    /// The request behind ``lines()``.
    public struct Lines: StreamEndpoint {
        public typealias Output = LineStream<Int>

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/lines")
            request.responsePolicy = .json
        }
    }
}

extension ExamplesAPI {
    /// `GET /pay`.
    nonisolated(nonsending) public func pay() async throws(APIError) -> ExamplesPay {
        try await send(Pay())
    }

    /// The request behind ``pay()``.
    public struct Pay: Endpoint {
        public typealias Output = ExamplesPay

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/pay")
        }
    }
}

extension ExamplesAPI {
    /// `GET /tree`.
    nonisolated(nonsending) public func tree() async throws(APIError) -> ExamplesTree {
        try await send(Tree())
    }

    /// The request behind ``tree()``.
    public struct Tree: Endpoint {
        public typealias Output = ExamplesTree

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/tree")
        }
    }
}

extension ExamplesAPI {
    /// `GET /forms`.
    nonisolated(nonsending) public func forms() async throws(APIError) -> ExamplesForms {
        try await send(Forms())
    }

    /// The request behind ``forms()``.
    public struct Forms: Endpoint {
        public typealias Output = ExamplesForms

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/forms")
        }
    }
}

/// The `ExamplesOrder` type of ``ExamplesAPI``.
public struct ExamplesOrder: JSONModel {
    public var id: Int
    public var placed: Date
    public var paid: Bool
    public var total: Int64
    public var note: String?
    public var lines: [ExamplesLine]

    public init(
        id: Int, placed: Date, paid: Bool, total: Int64, lines: [ExamplesLine], note: String? = nil
    ) {
        self.id = id
        self.placed = placed
        self.paid = paid
        self.total = total
        self.note = note
        self.lines = lines
    }

    public init(json: inout JSONReader) throws {
        id = 0
        var placed: Date?
        var paid: Bool?
        var total: Int64?
        lines = []
        var object = json.beginObject("id placed paid total note? lines")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            case 1: placed = json.value()
            case 2: paid = json.value(as: .int)
            case 3: total = json.value(as: .string)
            case 4: note = json.stringIfPresent()
            case 5: lines = json.array()
            default: break
            }
        }
        guard json.finish(object), let placed, let paid, let total else { throw json.takeFailure() }
        self.placed = placed
        self.paid = paid
        self.total = total
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("placed", placed)
        json.write("paid", paid, as: .int)
        json.write("total", total, as: .string)
        json.writeIfPresent("note", note)
        json.write("lines", lines)
        json.endObject()
    }
}

/// The `ExamplesLine` type of ``ExamplesAPI``.
public struct ExamplesLine: JSONModel {
    public var sku: String
    public var quantity: Int

    public init(sku: String, quantity: Int = 3) {
        self.sku = sku
        self.quantity = quantity
    }

    public init(json: inout JSONReader) throws {
        sku = ""
        quantity = 3
        var object = json.beginObject("sku quantity?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: sku = json.string()
            case 1: quantity = json.intIfPresent() ?? quantity
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("sku", sku)
        json.write("quantity", quantity)
        json.endObject()
    }
}

/// The `ExamplesPay` type of ``ExamplesAPI``.
public enum ExamplesPay: JSONModel {
    case card(ExamplesCard)
    case bank(ExamplesBank)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        switch try json.discriminator("kind") {
        case "card": self = .card(try ExamplesCard(json: &json))
        case "bank": self = .bank(try ExamplesBank(json: &json))
        default: self = .unknown(try JSONValue(json: &json))
        }
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .card(let value): json.write(value, tagged: "kind", "card")
        case .bank(let value): json.write(value, tagged: "kind", "bank")
        case .unknown(let value): json.write(value)
        }
    }
}

/// The `ExamplesCard` type of ``ExamplesAPI``.
public struct ExamplesCard: JSONModel {
    /// For example `0042`.
    public var last4: String

    public init(last4: String) {
        self.last4 = last4
    }

    public init(json: inout JSONReader) throws {
        last4 = ""
        var object = json.beginObject("last4")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: last4 = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("last4", last4)
        json.endObject()
    }
}

/// The `ExamplesBank` type of ``ExamplesAPI``.
public struct ExamplesBank: JSONModel {
    public var iban: String

    public init(iban: String) {
        self.iban = iban
    }

    public init(json: inout JSONReader) throws {
        iban = ""
        var object = json.beginObject("iban")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: iban = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("iban", iban)
        json.endObject()
    }
}

/// The `ExamplesTree` type of ``ExamplesAPI``.
public struct ExamplesTree: JSONModel {
    public var name: String
    public var children: [ExamplesTree]
    @Boxed
    public var parent: ExamplesTree?

    public init(name: String, children: [ExamplesTree], parent: ExamplesTree? = nil) {
        self.name = name
        self.children = children
        self.parent = parent
    }

    public init(json: inout JSONReader) throws {
        name = ""
        children = []
        parent = nil
        var object = json.beginObject("name children parent?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: name = json.string()
            case 1: children = json.array()
            case 2: _parent = json.boxedIfPresent()
            default: break
            }
        }
        try json.endObject(object)
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("name", name)
        json.write("children", children)
        json.writeIfPresent("parent", parent)
        json.endObject()
    }
}

/// The `ExamplesForms` type of ``ExamplesAPI``.
public struct ExamplesForms: JSONModel {
    public var unix: Date
    public var day: Date
    public var pair: ExamplesPair
    public var level: Level
    public var word: Word
    public var flag: Bool
    public var id: UUID
    public var link: URL
    public var data: Data
    public var wait: Duration
    public var wrapped: ExamplesID
    public var any: JSONValue
    public var map: [String: Int]
    public var name: String
    public var none: String?

    public init(
        unix: Date, day: Date, pair: ExamplesPair, level: Level, word: Word, flag: Bool, id: UUID,
        link: URL, data: Data, wait: Duration, wrapped: ExamplesID, any: JSONValue,
        map: [String: Int], name: String, none: String?
    ) {
        self.unix = unix
        self.day = day
        self.pair = pair
        self.level = level
        self.word = word
        self.flag = flag
        self.id = id
        self.link = link
        self.data = data
        self.wait = wait
        self.wrapped = wrapped
        self.any = any
        self.map = map
        self.name = name
        self.none = none
    }

    public init(json: inout JSONReader) throws {
        var unix: Date?
        var day: Date?
        var pair: ExamplesPair?
        var level: Level?
        var word: Word?
        var flag: Bool?
        var id: UUID?
        var link: URL?
        var data: Data?
        var wait: Duration?
        var wrapped: ExamplesID?
        var any: JSONValue?
        map = [:]
        name = ""
        var object = json.beginObject(
            "unix day pair level word flag id link data wait wrapped any map metadata none?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: unix = json.value(as: .unix)
            case 1: day = json.value(as: .day)
            case 2: pair = json.value()
            case 3: level = json.value()
            case 4: word = json.value()
            case 5: flag = json.value(as: .words("yes", "no"))
            case 6: id = json.value()
            case 7: link = json.value()
            case 8: data = json.value()
            case 9: wait = json.value(as: .seconds)
            case 10: wrapped = json.value()
            case 11: any = json.value()
            case 12: map = json.map()
            case 13:
                var object2 = json.beginObject("name")
                while let member2 = json.nextMember(&object2) {
                    switch member2 {
                    case 0: name = json.string()
                    default: break
                    }
                }
                _ = json.finish(object2)
            case 14: none = json.stringIfPresent()
            default: break
            }
        }
        guard json.finish(object), let unix, let day, let pair, let level, let word, let flag,
            let id, let link, let data, let wait, let wrapped, let any
        else {
            throw json.takeFailure()
        }
        self.unix = unix
        self.day = day
        self.pair = pair
        self.level = level
        self.word = word
        self.flag = flag
        self.id = id
        self.link = link
        self.data = data
        self.wait = wait
        self.wrapped = wrapped
        self.any = any
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("unix", unix, as: .unix)
        json.write("day", day, as: .day)
        json.write("pair", pair)
        json.write("level", level)
        json.write("word", word)
        json.write("flag", flag, as: .words("yes", "no"))
        json.write("id", id)
        json.write("link", link)
        json.write("data", data)
        json.write("wait", wait, as: .seconds)
        json.write("wrapped", wrapped)
        json.write("any", any)
        json.write("map", map)
        json.beginObject("metadata")
        json.write("name", name)
        json.endObject()
        json.write("none", none)
        json.endObject()
    }

    /// The values of `level`.
    public enum Level: OpenEnum {
        case low
        case high
        /// A value that the spec does not list.
        case unknown(Int)

        public static var knownCases: [Self] {
            [.low, .high]
        }

        public init(rawValue: Int) {
            switch rawValue {
            case 1: self = .low
            case 2: self = .high
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: Int {
            switch self {
            case .low: 1
            case .high: 2
            case .unknown(let value): value
            }
        }
    }

    /// The values of `word`.
    public enum Word: OpenEnum {
        case on
        case off
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.on, .off]
        }

        public init(rawValue: String) {
            switch rawValue {
            case "on": self = .on
            case "off": self = .off
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .on: "on"
            case .off: "off"
            case .unknown(let value): value
            }
        }
    }
}

/// The `ExamplesPair` type of ``ExamplesAPI``.
public struct ExamplesPair: JSONModel {
    public var first: Int
    public var second: String

    public init(first: Int, second: String) {
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

/// The `ExamplesID` type of ``ExamplesAPI``.
public struct ExamplesID: JSONWrapper, ParameterValue {
    /// The value that stands for it on the wire.
    public var value: String

    /// Wraps a value.
    public init(_ value: String) {
        self.value = value
    }
}
