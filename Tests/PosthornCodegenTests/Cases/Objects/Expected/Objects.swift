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
public final class Everything: JSONModel {
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
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "string": json.read(&string)
            case "bool": json.read(&bool)
            case "int": json.read(&int)
            case "int32": json.read(&int32)
            case "int64": json.read(&int64)
            case "double": json.read(&double)
            case "float": json.read(&float)
            case "decimal": json.read(&decimal)
            case "date": json.read(&date)
            case "uuid": json.read(&uuid)
            case "url": json.read(&url)
            case "list": json.read(&list)
            case "table": json.read(&table)
            case "maybe": json.readIfPresent(&maybe)
            case "mood": json.read(&mood)
            case "moods": json.read(&moods)
            default: json.skip()
            }
        }
        guard json.isIntact, let string, let bool, let int, let int32, let int64, let double,
            let float, let decimal, let date, let uuid, let url, let list, let table, let mood,
            let moods
        else {
            throw json.failure(
                in: object, needing: "string", "bool", "int", "int32", "int64", "double", "float",
                "decimal", "date", "uuid", "url", "list", "table", "mood", "moods")
        }
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
public final class Empty: JSONModel {
    public init() {}

    public init(json: inout JSONReader) throws {
        let object = json.beginObject()
        while json.nextKey() != nil {
            json.skip()
        }
        guard json.isIntact else {
            throw json.failure(in: object)
        }
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        json.endObject()
    }
}

/// The `Renamed` type of ``ObjectsAPI``.
public final class Renamed: JSONModel {
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
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "placed_at": json.read(&placedAt)
            case "odd \"name\"": json.read(&odd)
            case "X-Ray": json.read(&xRay)
            case "URL": json.read(&url)
            case "HTTPStatus": json.read(&httpStatus)
            default: json.skip()
            }
        }
        guard json.isIntact, let placedAt, let odd, let xRay, let url, let httpStatus else {
            throw json.failure(
                in: object, needing: "placed_at", "odd \"name\"", "X-Ray", "URL", "HTTPStatus")
        }
        self.placedAt = placedAt
        self.odd = odd
        self.xRay = xRay
        self.url = url
        self.httpStatus = httpStatus
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
public final class Node: JSONModel {
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
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "name": json.read(&name)
            case "children": json.read(&children)
            case "byName": json.read(&byName)
            default: json.skip()
            }
        }
        guard json.isIntact, let name, let children, let byName else {
            throw json.failure(in: object, needing: "name", "children", "byName")
        }
        self.name = name
        self.children = children
        self.byName = byName
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
public final class Chain: JSONModel {
    public let next: [Link]

    public init(next: [Link]) {
        self.next = next
    }

    public init(json: inout JSONReader) throws {
        var next: [Link]?
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "next": json.read(&next)
            default: json.skip()
            }
        }
        guard json.isIntact, let next else {
            throw json.failure(in: object, needing: "next")
        }
        self.next = next
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("next", next)
        json.endObject()
    }
}

/// The `Link` type of ``ObjectsAPI``.
public final class Link: JSONModel {
    public let back: Chain

    public init(back: Chain) {
        self.back = back
    }

    public init(json: inout JSONReader) throws {
        var back: Chain?
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "back": json.read(&back)
            default: json.skip()
            }
        }
        guard json.isIntact, let back else {
            throw json.failure(in: object, needing: "back")
        }
        self.back = back
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("back", back)
        json.endObject()
    }
}
