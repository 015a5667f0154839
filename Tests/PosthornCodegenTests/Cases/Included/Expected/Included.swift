// Generated from Included/Included.yaml. Edit the spec, not this file.

public import Foundation
public import Posthorn

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
public final class IncludedStamps: JSONObject, @unchecked Sendable {
    public let createdAt: Date
    public let updatedAt: Date?
    public let state: State

    public init(createdAt: Date, state: State, updatedAt: Date? = nil) {
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.state = state
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        createdAt = json.date("created_at")
        updatedAt = json.valueIfPresent("updated_at", as: .unix)
        let state: State? = json.value("state")
        guard json.finish(object), let state else {
            throw json.takeFailure()
        }
        self.state = state
    }

    public override func write(json: inout JSONWriter) {
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
public final class IncludedOwned: JSONObject, @unchecked Sendable {
    public let createdAt: Date
    public let updatedAt: Date?
    public let state: State
    public let owner: String

    public init(createdAt: Date, state: State, owner: String, updatedAt: Date? = nil) {
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.state = state
        self.owner = owner
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        createdAt = json.date("created_at")
        updatedAt = json.valueIfPresent("updated_at", as: .unix)
        let state: State? = json.value("state")
        owner = json.string("owner")
        guard json.finish(object), let state else {
            throw json.takeFailure()
        }
        self.state = state
    }

    public override func write(json: inout JSONWriter) {
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
public final class IncludedOrder: JSONObject, @unchecked Sendable {
    public let createdAt: Date
    public let updatedAt: Date?
    public let state: State
    public let owner: String
    public let id: Int

    public init(createdAt: Date, state: State, owner: String, id: Int, updatedAt: Date? = nil) {
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.state = state
        self.owner = owner
        self.id = id
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        createdAt = json.date("created_at")
        updatedAt = json.valueIfPresent("updated_at", as: .unix)
        let state: State? = json.value("state")
        owner = json.string("owner")
        id = json.int("id")
        guard json.finish(object), let state else {
            throw json.takeFailure()
        }
        self.state = state
    }

    public override func write(json: inout JSONWriter) {
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
