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
public struct IncludedStamps: JSONModel {
    public let createdAt: Date
    public let updatedAt: Date?
    public let state: State

    public init(createdAt: Date, state: State, updatedAt: Date? = nil) {
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.state = state
    }

    public init(json: inout JSONReader) throws {
        var createdAt: Date?
        var updatedAt: Date?
        var state: State?
        try json.beginObject()
        while let key = try json.nextKey() {
            switch key {
            case "created_at": try json.read(&createdAt)
            case "updated_at": try json.readIfPresent(&updatedAt, as: .unix)
            case "state": try json.read(&state)
            default: try json.skip()
            }
        }
        self.createdAt = try json.require(createdAt, "created_at")
        self.updatedAt = updatedAt
        self.state = try json.require(state, "state")
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("created_at", createdAt)
        try json.writeIfPresent("updated_at", updatedAt, as: .unix)
        try json.write("state", state)
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
public struct IncludedOwned: JSONModel {
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

    public init(json: inout JSONReader) throws {
        var createdAt: Date?
        var updatedAt: Date?
        var state: State?
        var owner: String?
        try json.beginObject()
        while let key = try json.nextKey() {
            switch key {
            case "created_at": try json.read(&createdAt)
            case "updated_at": try json.readIfPresent(&updatedAt, as: .unix)
            case "state": try json.read(&state)
            case "owner": try json.read(&owner)
            default: try json.skip()
            }
        }
        self.createdAt = try json.require(createdAt, "created_at")
        self.updatedAt = updatedAt
        self.state = try json.require(state, "state")
        self.owner = try json.require(owner, "owner")
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("created_at", createdAt)
        try json.writeIfPresent("updated_at", updatedAt, as: .unix)
        try json.write("state", state)
        try json.write("owner", owner)
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
public struct IncludedOrder: JSONModel {
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

    public init(json: inout JSONReader) throws {
        var createdAt: Date?
        var updatedAt: Date?
        var state: State?
        var owner: String?
        var id: Int?
        try json.beginObject()
        while let key = try json.nextKey() {
            switch key {
            case "created_at": try json.read(&createdAt)
            case "updated_at": try json.readIfPresent(&updatedAt, as: .unix)
            case "state": try json.read(&state)
            case "owner": try json.read(&owner)
            case "id": try json.read(&id)
            default: try json.skip()
            }
        }
        self.createdAt = try json.require(createdAt, "created_at")
        self.updatedAt = updatedAt
        self.state = try json.require(state, "state")
        self.owner = try json.require(owner, "owner")
        self.id = try json.require(id, "id")
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("created_at", createdAt)
        try json.writeIfPresent("updated_at", updatedAt, as: .unix)
        try json.write("state", state)
        try json.write("owner", owner)
        try json.write("id", id)
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
