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
public struct Everything: Codable, Hashable, Sendable {
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
public struct Empty: Codable, Hashable, Sendable {
    public init() {}
}

/// The `Renamed` type of ``ObjectsAPI``.
public struct Renamed: Codable, Hashable, Sendable {
    /// When it was placed.
    public var placedAt: Date
    public var odd: Int
    public var xRay: Bool
    public var url: URL
    public var httpStatus: Int

    public init(placedAt: Date, odd: Int, xRay: Bool, url: URL, httpStatus: Int) {
        self.placedAt = placedAt
        self.odd = odd
        self.xRay = xRay
        self.url = url
        self.httpStatus = httpStatus
    }

    private enum CodingKeys: String, CodingKey {
        case placedAt = "placed_at"
        case odd = "odd \"name\""
        case xRay = "X-Ray"
        case url = "URL"
        case httpStatus = "HTTPStatus"
    }
}

/// The `Node` type of ``ObjectsAPI``.
public struct Node: Codable, Hashable, Sendable {
    public var name: String
    public var children: [Node]
    public var byName: [String: Node]

    public init(name: String, children: [Node], byName: [String: Node]) {
        self.name = name
        self.children = children
        self.byName = byName
    }
}

/// The `Chain` type of ``ObjectsAPI``.
public struct Chain: Codable, Hashable, Sendable {
    public var next: [Link]

    public init(next: [Link]) {
        self.next = next
    }
}

/// The `Link` type of ``ObjectsAPI``.
public struct Link: Codable, Hashable, Sendable {
    public var back: Chain

    public init(back: Chain) {
        self.back = back
    }
}
