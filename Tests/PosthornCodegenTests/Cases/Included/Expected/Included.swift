// Generated from Included/Included.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `IncludedAPI`.
public struct IncludedAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

/// The `IncludedStamps` type of ``IncludedAPI``.
public struct IncludedStamps: JSONModel {
    public var createdAt: Date
    public var updatedAt: Date?
    public var state: State

    public init(createdAt: Date, state: State, updatedAt: Date? = nil) {
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.state = state
    }

    public init(json: inout JSONReader) throws {
        var createdAt: Date?
        var state: State?
        var object = json.beginObject("created_at updated_at? state")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: createdAt = json.value()
            case 1: updatedAt = json.valueIfPresent(as: .unix)
            case 2: state = json.value()
            default: break
            }
        }
        guard json.finish(object), let createdAt, let state else { throw json.takeFailure() }
        self.createdAt = createdAt
        self.state = state
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("created_at", createdAt)
        json.writeIfPresent("updated_at", updatedAt, as: .unix)
        json.write("state", state)
        json.endObject()
    }

    /// The values of `state`.
    public enum State: OpenEnum {
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

/// The `IncludedOwned` type of ``IncludedAPI``.
public struct IncludedOwned: JSONModel {
    public var createdAt: Date
    public var updatedAt: Date?
    public var state: State
    public var owner: String

    public init(createdAt: Date, state: State, owner: String, updatedAt: Date? = nil) {
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.state = state
        self.owner = owner
    }

    public init(json: inout JSONReader) throws {
        var createdAt: Date?
        var state: State?
        owner = ""
        var object = json.beginObject("created_at updated_at? state owner")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: createdAt = json.value()
            case 1: updatedAt = json.valueIfPresent(as: .unix)
            case 2: state = json.value()
            case 3: owner = json.string()
            default: break
            }
        }
        guard json.finish(object), let createdAt, let state else { throw json.takeFailure() }
        self.createdAt = createdAt
        self.state = state
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("created_at", createdAt)
        json.writeIfPresent("updated_at", updatedAt, as: .unix)
        json.write("state", state)
        json.write("owner", owner)
        json.endObject()
    }

    /// The values of `state`.
    public enum State: OpenEnum {
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

/// The `IncludedOrder` type of ``IncludedAPI``.
public struct IncludedOrder: JSONModel {
    public var createdAt: Date
    public var updatedAt: Date?
    public var state: State
    public var owner: String
    public var id: Int

    public init(createdAt: Date, state: State, owner: String, id: Int, updatedAt: Date? = nil) {
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.state = state
        self.owner = owner
        self.id = id
    }

    public init(json: inout JSONReader) throws {
        var createdAt: Date?
        var state: State?
        owner = ""
        id = 0
        var object = json.beginObject("created_at updated_at? state owner id")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: createdAt = json.value()
            case 1: updatedAt = json.valueIfPresent(as: .unix)
            case 2: state = json.value()
            case 3: owner = json.string()
            case 4: id = json.int()
            default: break
            }
        }
        guard json.finish(object), let createdAt, let state else { throw json.takeFailure() }
        self.createdAt = createdAt
        self.state = state
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("created_at", createdAt)
        json.writeIfPresent("updated_at", updatedAt, as: .unix)
        json.write("state", state)
        json.write("owner", owner)
        json.write("id", id)
        json.endObject()
    }

    /// The values of `state`.
    public enum State: OpenEnum {
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
