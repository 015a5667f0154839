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
public final class IncludedStamps: JSONModel {
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
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "created_at": json.read(&createdAt)
            case "updated_at": json.readIfPresent(&updatedAt, as: .unix)
            case "state": json.read(&state)
            default: json.skip()
            }
        }
        guard json.isIntact, let createdAt, let state else {
            throw json.failure(in: object, needing: "created_at", "state")
        }
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.state = state
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
public final class IncludedOwned: JSONModel {
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
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "created_at": json.read(&createdAt)
            case "updated_at": json.readIfPresent(&updatedAt, as: .unix)
            case "state": json.read(&state)
            case "owner": json.read(&owner)
            default: json.skip()
            }
        }
        guard json.isIntact, let createdAt, let state, let owner else {
            throw json.failure(in: object, needing: "created_at", "state", "owner")
        }
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.state = state
        self.owner = owner
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
public final class IncludedOrder: JSONModel {
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
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "created_at": json.read(&createdAt)
            case "updated_at": json.readIfPresent(&updatedAt, as: .unix)
            case "state": json.read(&state)
            case "owner": json.read(&owner)
            case "id": json.read(&id)
            default: json.skip()
            }
        }
        guard json.isIntact, let createdAt, let state, let owner, let id else {
            throw json.failure(in: object, needing: "created_at", "state", "owner", "id")
        }
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.state = state
        self.owner = owner
        self.id = id
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
