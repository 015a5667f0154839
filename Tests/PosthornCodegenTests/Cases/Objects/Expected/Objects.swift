// Generated from Objects/Objects.yaml. Edit the spec, not this file.

public import Foundation
public import Posthorn

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
    public let string: String
    public let bool: Bool
    public let int: Int
    public let int32: Int32
    public let int64: Int64
    public let double: Double
    public let float: Float
    public let decimal: Decimal
    public let date: Date
    public let uuid: UUID
    public let url: URL
    public let list: [[Int]]
    public let table: [String: [String: Bool]]
    public let maybe: Date?
    /// How it went.
    public let mood: Mood
    public let moods: [Moods]

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
        var string: String?
        var bool: Bool?
        var int: Int?
        var int32: Int32?
        var int64: Int64?
        var double: Double?
        var float: Float?
        var decimal: Decimal?
        var date: Date?
        var uuid: UUID?
        var url: URL?
        var list: [[Int]]?
        var table: [String: [String: Bool]]?
        var maybe: Date?
        var mood: Mood?
        var moods: [Moods]?
        try json.beginObject()
        while let key = try json.nextKey() {
            switch key {
            case "string": try json.read(&string)
            case "bool": try json.read(&bool)
            case "int": try json.read(&int)
            case "int32": try json.read(&int32)
            case "int64": try json.read(&int64)
            case "double": try json.read(&double)
            case "float": try json.read(&float)
            case "decimal": try json.read(&decimal)
            case "date": try json.read(&date)
            case "uuid": try json.read(&uuid)
            case "url": try json.read(&url)
            case "list": try json.read(&list)
            case "table": try json.read(&table)
            case "maybe": try json.readIfPresent(&maybe)
            case "mood": try json.read(&mood)
            case "moods": try json.read(&moods)
            default: try json.skip()
            }
        }
        self.string = try json.require(string, "string")
        self.bool = try json.require(bool, "bool")
        self.int = try json.require(int, "int")
        self.int32 = try json.require(int32, "int32")
        self.int64 = try json.require(int64, "int64")
        self.double = try json.require(double, "double")
        self.float = try json.require(float, "float")
        self.decimal = try json.require(decimal, "decimal")
        self.date = try json.require(date, "date")
        self.uuid = try json.require(uuid, "uuid")
        self.url = try json.require(url, "url")
        self.list = try json.require(list, "list")
        self.table = try json.require(table, "table")
        self.maybe = maybe
        self.mood = try json.require(mood, "mood")
        self.moods = try json.require(moods, "moods")
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("string", string)
        try json.write("bool", bool)
        try json.write("int", int)
        try json.write("int32", int32)
        try json.write("int64", int64)
        try json.write("double", double)
        try json.write("float", float)
        try json.write("decimal", decimal)
        try json.write("date", date)
        try json.write("uuid", uuid)
        try json.write("url", url)
        try json.write("list", list)
        try json.write("table", table)
        try json.writeIfPresent("maybe", maybe)
        try json.write("mood", mood)
        try json.write("moods", moods)
        json.endObject()
    }

    /// The values of `mood`.
    public enum Mood: OpenEnum {
        case good
        case bad
        /// A value that the spec does not list.
        case unknown(String)

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
        try json.beginObject()
        while try json.nextKey() != nil {
            try json.skip()
        }
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        json.endObject()
    }
}

/// The `Renamed` type of ``ObjectsAPI``.
public struct Renamed: JSONModel {
    /// When it was placed.
    public let placedAt: Date
    public let odd: Int
    public let xRay: Bool
    public let url: URL
    public let httpStatus: Int

    public init(placedAt: Date, odd: Int, xRay: Bool, url: URL, httpStatus: Int) {
        self.placedAt = placedAt
        self.odd = odd
        self.xRay = xRay
        self.url = url
        self.httpStatus = httpStatus
    }

    public init(json: inout JSONReader) throws {
        var placedAt: Date?
        var odd: Int?
        var xRay: Bool?
        var url: URL?
        var httpStatus: Int?
        try json.beginObject()
        while let key = try json.nextKey() {
            switch key {
            case "placed_at": try json.read(&placedAt)
            case "odd \"name\"": try json.read(&odd)
            case "X-Ray": try json.read(&xRay)
            case "URL": try json.read(&url)
            case "HTTPStatus": try json.read(&httpStatus)
            default: try json.skip()
            }
        }
        self.placedAt = try json.require(placedAt, "placed_at")
        self.odd = try json.require(odd, "odd \"name\"")
        self.xRay = try json.require(xRay, "X-Ray")
        self.url = try json.require(url, "URL")
        self.httpStatus = try json.require(httpStatus, "HTTPStatus")
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("placed_at", placedAt)
        try json.write("odd \"name\"", odd)
        try json.write("X-Ray", xRay)
        try json.write("URL", url)
        try json.write("HTTPStatus", httpStatus)
        json.endObject()
    }
}

/// The `Node` type of ``ObjectsAPI``.
public struct Node: JSONModel {
    public let name: String
    public let children: [Node]
    public let byName: [String: Node]

    public init(name: String, children: [Node], byName: [String: Node]) {
        self.name = name
        self.children = children
        self.byName = byName
    }

    public init(json: inout JSONReader) throws {
        var name: String?
        var children: [Node]?
        var byName: [String: Node]?
        try json.beginObject()
        while let key = try json.nextKey() {
            switch key {
            case "name": try json.read(&name)
            case "children": try json.read(&children)
            case "byName": try json.read(&byName)
            default: try json.skip()
            }
        }
        self.name = try json.require(name, "name")
        self.children = try json.require(children, "children")
        self.byName = try json.require(byName, "byName")
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("name", name)
        try json.write("children", children)
        try json.write("byName", byName)
        json.endObject()
    }
}

/// The `Chain` type of ``ObjectsAPI``.
public struct Chain: JSONModel {
    public let next: [Link]

    public init(next: [Link]) {
        self.next = next
    }

    public init(json: inout JSONReader) throws {
        var next: [Link]?
        try json.beginObject()
        while let key = try json.nextKey() {
            switch key {
            case "next": try json.read(&next)
            default: try json.skip()
            }
        }
        self.next = try json.require(next, "next")
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("next", next)
        json.endObject()
    }
}

/// The `Link` type of ``ObjectsAPI``.
public struct Link: JSONModel {
    public let back: Chain

    public init(back: Chain) {
        self.back = back
    }

    public init(json: inout JSONReader) throws {
        var back: Chain?
        try json.beginObject()
        while let key = try json.nextKey() {
            switch key {
            case "back": try json.read(&back)
            default: try json.skip()
            }
        }
        self.back = try json.require(back, "back")
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("back", back)
        json.endObject()
    }
}
