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
public final class Everything: JSONObject, @unchecked Sendable {
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

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        string = json.string("string")
        bool = json.bool("bool")
        int = json.int("int")
        let int32: Int32? = json.value("int32")
        let int64: Int64? = json.value("int64")
        double = json.double("double")
        let float: Float? = json.value("float")
        decimal = json.decimal("decimal")
        date = json.date("date")
        uuid = json.uuid("uuid")
        url = json.url("url")
        list = json.array("list")
        table = json.map("table")
        maybe = json.dateIfPresent("maybe")
        let mood: Mood? = json.value("mood")
        moods = json.array("moods")
        guard json.finish(object), let int32, let int64, let float, let mood else {
            throw json.takeFailure()
        }
        self.int32 = int32
        self.int64 = int64
        self.float = float
        self.mood = mood
    }

    public override func write(json: inout JSONWriter) {
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
public final class Empty: JSONObject, @unchecked Sendable {
    public override init() {}

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        try json.endObject(object)
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.endObject()
    }
}

/// The `Renamed` type of ``ObjectsAPI``.
public final class Renamed: JSONObject, @unchecked Sendable {
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

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject(hasEscapedNames: true)
        placedAt = json.date("placed_at")
        odd = json.int("odd \"name\"")
        xRay = json.bool("X-Ray")
        url = json.url("URL")
        httpStatus = json.int("HTTPStatus")
        try json.endObject(object)
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("placed_at", placedAt)
        json.write("odd \"name\"", odd)
        json.write("X-Ray", xRay)
        json.write("URL", url)
        json.write("HTTPStatus", httpStatus)
        json.endObject()
    }
}

/// The `Node` type of ``ObjectsAPI``.
public final class Node: JSONObject, @unchecked Sendable {
    public let name: String
    public let children: [Node]
    public let byName: [String: Node]

    public init(name: String, children: [Node], byName: [String: Node]) {
        self.name = name
        self.children = children
        self.byName = byName
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        name = json.string("name")
        children = json.array("children")
        byName = json.map("byName")
        try json.endObject(object)
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("name", name)
        json.write("children", children)
        json.write("byName", byName)
        json.endObject()
    }
}

/// The `Chain` type of ``ObjectsAPI``.
public final class Chain: JSONObject, @unchecked Sendable {
    public let next: [Link]

    public init(next: [Link]) {
        self.next = next
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        next = json.array("next")
        try json.endObject(object)
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("next", next)
        json.endObject()
    }
}

/// The `Link` type of ``ObjectsAPI``.
public final class Link: JSONObject, @unchecked Sendable {
    public let back: Chain

    public init(back: Chain) {
        self.back = back
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        let back: Chain? = json.value("back")
        guard json.finish(object), let back else {
            throw json.takeFailure()
        }
        self.back = back
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("back", back)
        json.endObject()
    }
}
