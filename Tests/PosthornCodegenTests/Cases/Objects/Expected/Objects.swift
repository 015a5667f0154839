// Generated from Objects/Objects.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `ObjectsAPI`.
public struct ObjectsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

/// The `Everything` type of ``ObjectsAPI``.
public struct Everything: JSONModel {
    public var string: String
    public var bool: Bool
    public var int: Int
    public var int32: Int32
    public var int64: Int64
    public var double: Double
    public var float: Float
    public var decimal: Decimal
    public var date: Date
    public var uuid: UUID
    public var url: URL
    public var list: [[Int]]
    public var table: [String: [String: Bool]]
    public var maybe: Date?
    /// How it went.
    public var mood: Mood
    public var moods: [Moods]

    public init(
        string: String, bool: Bool, int: Int, int32: Int32, int64: Int64, double: Double,
        float: Float, decimal: Decimal, date: Date, uuid: UUID, url: URL, list: [[Int]],
        table: [String: [String: Bool]], mood: Mood, moods: [Moods], maybe: Date? = nil
    ) {
        self.string = string
        self.bool = bool
        self.int = int
        self.int32 = int32
        self.int64 = int64
        self.double = double
        self.float = float
        self.decimal = decimal
        self.date = date
        self.uuid = uuid
        self.url = url
        self.list = list
        self.table = table
        self.maybe = maybe
        self.mood = mood
        self.moods = moods
    }

    public init(json: inout JSONReader) throws {
        string = ""
        bool = false
        int = 0
        var int32: Int32?
        var int64: Int64?
        double = 0
        var float: Float?
        var decimal: Decimal?
        var date: Date?
        var uuid: UUID?
        var url: URL?
        list = []
        table = [:]
        var mood: Mood?
        moods = []
        var object = json.beginObject(
            """
            string bool int int32 int64 double float decimal date uuid url list table maybe? mood
            moods
            """)
        while let member = json.nextMember(&object) {
            switch member {
            case 0: string = json.string()
            case 1: bool = json.bool()
            case 2: int = json.int()
            case 3: int32 = json.value()
            case 4: int64 = json.value()
            case 5: double = json.double()
            case 6: float = json.value()
            case 7: decimal = json.value()
            case 8: date = json.value()
            case 9: uuid = json.value()
            case 10: url = json.value()
            case 11: list = json.array()
            case 12: table = json.map()
            case 13: maybe = json.valueIfPresent()
            case 14: mood = json.value()
            case 15: moods = json.array()
            default: break
            }
        }
        guard json.finish(object), let int32, let int64, let float, let decimal, let date, let uuid,
            let url, let mood
        else {
            throw json.takeFailure()
        }
        self.int32 = int32
        self.int64 = int64
        self.float = float
        self.decimal = decimal
        self.date = date
        self.uuid = uuid
        self.url = url
        self.mood = mood
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("string", string)
        json.write("bool", bool)
        json.write("int", int)
        json.write("int32", int32)
        json.write("int64", int64)
        json.write("double", double)
        json.write("float", float)
        json.write("decimal", decimal)
        json.write("date", date)
        json.write("uuid", uuid)
        json.write("url", url)
        json.write("list", list)
        json.write("table", table)
        json.writeIfPresent("maybe", maybe)
        json.write("mood", mood)
        json.write("moods", moods)
        json.endObject()
    }

    /// The values of `mood`.
    public enum Mood: OpenEnum {
        case good
        case bad
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.good, .bad]
        }

        public init(rawValue: String) {
            switch rawValue {
            case "good": self = .good
            case "bad": self = .bad
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .good: "good"
            case .bad: "bad"
            case .unknown(let value): value
            }
        }
    }

    /// The values of `moods`.
    public enum Moods: OpenEnum {
        case happy
        case sad
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.happy, .sad]
        }

        public init(rawValue: String) {
            switch rawValue {
            case "happy": self = .happy
            case "sad": self = .sad
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .happy: "happy"
            case .sad: "sad"
            case .unknown(let value): value
            }
        }
    }
}

/// The `Empty` type of ``ObjectsAPI``.
public struct Empty: JSONModel {
    public init() {}

    public init(json: inout JSONReader) throws {
        try json.endObject(json.beginObject(""))
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.endObject()
    }
}

/// The `Renamed` type of ``ObjectsAPI``.
public struct Renamed: JSONModel {
    /// When it was placed.
    public var placedAt: Date
    public var odd: Int
    public var ray: Bool
    public var url: URL
    public var httpStatus: Int

    public init(placedAt: Date, odd: Int, ray: Bool, url: URL, httpStatus: Int) {
        self.placedAt = placedAt
        self.odd = odd
        self.ray = ray
        self.url = url
        self.httpStatus = httpStatus
    }

    public init(json: inout JSONReader) throws {
        var placedAt: Date?
        odd = 0
        ray = false
        var url: URL?
        httpStatus = 0
        var object = json.beginObject("placed_at odd\\ \"name\" X-Ray URL HTTPStatus")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: placedAt = json.value()
            case 1: odd = json.int()
            case 2: ray = json.bool()
            case 3: url = json.value()
            case 4: httpStatus = json.int()
            default: break
            }
        }
        guard json.finish(object), let placedAt, let url else { throw json.takeFailure() }
        self.placedAt = placedAt
        self.url = url
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("placed_at", placedAt)
        json.write("odd \"name\"", odd)
        json.write("X-Ray", ray)
        json.write("URL", url)
        json.write("HTTPStatus", httpStatus)
        json.endObject()
    }
}

/// The `Node` type of ``ObjectsAPI``.
public struct Node: JSONModel {
    public var name: String
    public var children: [Node]
    public var byName: [String: Node]

    public init(name: String, children: [Node], byName: [String: Node]) {
        self.name = name
        self.children = children
        self.byName = byName
    }

    public init(json: inout JSONReader) throws {
        name = ""
        children = []
        byName = [:]
        var object = json.beginObject("name children byName")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: name = json.string()
            case 1: children = json.array()
            case 2: byName = json.map()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("name", name)
        json.write("children", children)
        json.write("byName", byName)
        json.endObject()
    }
}

/// The `Chain` type of ``ObjectsAPI``.
public struct Chain: JSONModel {
    public var next: [Link]

    public init(next: [Link]) {
        self.next = next
    }

    public init(json: inout JSONReader) throws {
        next = []
        var object = json.beginObject("next")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: next = json.array()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("next", next)
        json.endObject()
    }
}

/// The `Link` type of ``ObjectsAPI``.
public struct Link: JSONModel {
    public var back: Chain

    public init(back: Chain) {
        self.back = back
    }

    public init(json: inout JSONReader) throws {
        var back: Chain?
        var object = json.beginObject("back")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: back = json.value()
            default: break
            }
        }
        guard json.finish(object), let back else { throw json.takeFailure() }
        self.back = back
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("back", back)
        json.endObject()
    }
}
