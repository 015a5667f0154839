// Generated from Others/Others.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `OthersAPI`.
public struct OthersAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension OthersAPI {
    /// `GET /config`.
    nonisolated(nonsending) public func getConfig() async throws(APIError) -> OthersConfig {
        try await send(GetConfig())
    }

    /// The request behind ``getConfig()``.
    public struct GetConfig: Endpoint {
        public typealias Output = OthersConfig

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/config")
        }
    }
}

extension OthersAPI {
    /// `PUT /config`.
    nonisolated(nonsending) public func putConfig(body: OthersConfig) async throws(APIError) {
        try await send(PutConfig(body: body))
    }

    /// The request behind ``putConfig(body:)``.
    public struct PutConfig: Endpoint {
        public let body: OthersConfig

        public init(body: OthersConfig) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/config")
            request.body(body)
        }
    }
}

extension OthersAPI {
    /// `POST /pay`.
    nonisolated(nonsending) public func pay(
        body: OthersPayment
    ) async throws(APIError) -> OthersPayment {
        try await send(Pay(body: body))
    }

    /// The request behind ``pay(body:)``.
    public struct Pay: Endpoint {
        public typealias Output = OthersPayment

        public let body: OthersPayment

        public init(body: OthersPayment) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/pay")
            request.body(body)
        }
    }
}

/// The configuration.
public struct OthersConfig: JSONModel {
    public var version: Int
    public var note: String?
    /// The user interface.
    public var gui: Gui
    /// The members that the spec does not name.
    public var others: [String: JSONValue]

    public init(version: Int, gui: Gui, note: String? = nil, others: [String: JSONValue] = [:]) {
        self.version = version
        self.note = note
        self.gui = gui
        self.others = others
    }

    public init(json: inout JSONReader) throws {
        others = [:]
        version = 0
        var gui: Gui?
        var object = json.beginObject("version note? gui")
        while let member = json.nextMember(&object, others: &others) {
            switch member {
            case 0: version = json.int()
            case 1: note = json.stringIfPresent()
            case 2: gui = json.value()
            default: break
            }
        }
        guard json.finish(object), let gui else { throw json.takeFailure() }
        self.gui = gui
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("version", version)
        json.writeIfPresent("note", note)
        json.write("gui", gui)
        json.writeOthers(others, besides: "version note? gui")
        json.endObject()
    }

    /// The values of `gui`.
    public struct Gui: JSONModel {
        public var port: Int
        /// The members that the spec does not name.
        public var others: [String: JSONValue]

        public init(port: Int, others: [String: JSONValue] = [:]) {
            self.port = port
            self.others = others
        }

        public init(json: inout JSONReader) throws {
            others = [:]
            port = 0
            var object = json.beginObject("port")
            readMembers(&json, &object)
            try json.endObject(object)
        }

        @inline(never)
        private mutating func readMembers(
            _ json: inout JSONReader, _ object: inout JSONReader.Object
        ) {
            while let member = json.nextMember(&object, others: &others) {
                switch member {
                case 0: port = json.int()
                default: break
                }
            }
        }

        public func write(json: inout JSONWriter) {
            json.beginObject()
            json.write("port", port)
            json.writeOthers(others, besides: "port")
            json.endObject()
        }
    }
}

/// The `OthersCounts` type of ``OthersAPI``.
public struct OthersCounts: JSONModel {
    /// The members that the spec does not name.
    public var others: [String: Int]

    public init(others: [String: Int] = [:]) {
        self.others = others
    }

    public init(json: inout JSONReader) throws {
        others = [:]
        var object = json.beginObject("")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while json.nextMember(&object, others: &others) != nil {}
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.writeOthers(others, besides: "")
        json.endObject()
    }
}

/// The `OthersDates` type of ``OthersAPI``.
public struct OthersDates: JSONModel {
    public var others: Bool
    /// By their names.
    public var dates: [String: Date]

    public init(others: Bool, dates: [String: Date] = [:]) {
        self.others = others
        self.dates = dates
    }

    public init(json: inout JSONReader) throws {
        dates = [:]
        others = false
        var object = json.beginObject("others")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object, others: &dates, as: .unix) {
            switch member {
            case 0: others = json.bool()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("others", others)
        json.writeOthers(dates, as: .unix, besides: "others")
        json.endObject()
    }
}

/// The `OthersBase` type of ``OthersAPI``.
public struct OthersBase: JSONModel {
    public var id: String
    /// The members that the spec does not name.
    public var others: [String: Int?]

    public init(id: String, others: [String: Int?] = [:]) {
        self.id = id
        self.others = others
    }

    public init(json: inout JSONReader) throws {
        others = [:]
        id = ""
        var object = json.beginObject("id")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object, others: &others) {
            switch member {
            case 0: id = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.writeOthers(others, besides: "id")
        json.endObject()
    }
}

/// The `OthersSub` type of ``OthersAPI``.
public struct OthersSub: JSONModel {
    public var id: String
    /// The members that the spec does not name.
    public var others: [String: Int?]
    public var json: Int
    public var object: [OthersSub]?

    public init(id: String, json: Int, others: [String: Int?] = [:], object: [OthersSub]? = nil) {
        self.id = id
        self.others = others
        self.json = json
        self.object = object
    }

    public init(json: inout JSONReader) throws {
        others = [:]
        id = ""
        self.json = 0
        var objectValue = json.beginObject("id json object?")
        readMembers(&json, &objectValue)
        try json.endObject(objectValue)
    }

    @inline(never)
    private mutating func readMembers(
        _ json: inout JSONReader, _ objectValue: inout JSONReader.Object
    ) {
        while let member = json.nextMember(&objectValue, others: &others) {
            switch member {
            case 0: id = json.string()
            case 1: self.json = json.int()
            case 2: self.object = json.arrayIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("json", self.json)
        json.writeIfPresent("object", object)
        json.writeOthers(others, besides: "id json object?")
        json.endObject()
    }
}

/// The `OthersPayment` type of ``OthersAPI``.
public enum OthersPayment: JSONModel {
    case card(OthersCard)
    case bank(OthersBank)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        switch try json.discriminator("kind") {
        case "card": self = .card(try OthersCard(json: &json))
        case "bank": self = .bank(try OthersBank(json: &json))
        default: self = .unknown(try JSONValue(json: &json))
        }
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .card(let value): json.write(value, setting: "kind", to: "card")
        case .bank(let value): json.write(value, replacing: "kind", by: "bank")
        case .unknown(let value): json.write(value)
        }
    }
}

/// The `OthersCard` type of ``OthersAPI``.
public struct OthersCard: JSONModel {
    public var number: Int
    /// The members that the spec does not name.
    public var others: [String: JSONValue]

    public init(number: Int, others: [String: JSONValue] = [:]) {
        self.number = number
        self.others = others
    }

    public init(json: inout JSONReader) throws {
        others = [:]
        number = 0
        var object = json.beginObject("number")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object, others: &others) {
            switch member {
            case 0: number = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("number", number)
        json.writeOthers(others, besides: "number")
        json.endObject()
    }
}

/// The `OthersBank` type of ``OthersAPI``.
public struct OthersBank: JSONModel {
    public var kind: String
    /// The members that the spec does not name.
    public var others: [String: JSONValue]

    public init(kind: String, others: [String: JSONValue] = [:]) {
        self.kind = kind
        self.others = others
    }

    public init(json: inout JSONReader) throws {
        others = [:]
        kind = ""
        var object = json.beginObject("kind")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object, others: &others) {
            switch member {
            case 0: kind = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("kind", kind)
        json.writeOthers(others, besides: "kind")
        json.endObject()
    }
}
