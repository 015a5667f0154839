// Generated from LossyLists/LossyLists.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `LossyAPI`.
public struct LossyAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension LossyAPI {
    /// `GET /sync`.
    nonisolated(nonsending) public func sync() async throws(APIError) -> LossySync {
        try await send(Sync())
    }

    /// The request behind ``sync()``.
    public struct Sync: Endpoint {
        public typealias Output = LossySync

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/sync")
        }
    }
}

extension LossyAPI {
    /// `GET /events`.
    nonisolated(nonsending) public func events() async throws(APIError) -> [LossyEvent] {
        try await send(Events())
    }

    /// The request behind ``events()``.
    public struct Events: Endpoint {
        public typealias Output = [LossyEvent]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/events")
        }

        public static func output(from response: CallResponse) throws -> Output {
            try response.lossyList()
        }
    }
}

extension LossyAPI {
    /// `GET /poll`.
    nonisolated(nonsending) public func poll() async throws(APIError) -> Poll.Output {
        try await send(Poll())
    }

    /// The request behind ``poll()``.
    public struct Poll: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/poll")
            request.acceptedStatuses = [304]
        }

        public static func output(from response: CallResponse) throws -> Output {
            switch response.status.code {
            case 200: try .ok(response.lossyList(), eTag: response.header("ETag"))
            case 304: .notModified
            default: throw response.unexpectedStatus()
            }
        }

        /// What ``poll()`` returns, by the status of the response.
        public enum Output: Sendable {
            /// Status 200.
            case ok([LossyEvent], eTag: String)
            /// Status 304.
            case notModified
        }
    }
}

/// The `LossySync` type of ``LossyAPI``.
public struct LossySync: JSONModel {
    public var rooms: [String: LossyRoom]
    public var days: [Date]

    public init(rooms: [String: LossyRoom], days: [Date] = []) {
        self.rooms = rooms
        self.days = days
    }

    public init(json: inout JSONReader) throws {
        rooms = [:]
        days = []
        var object = json.beginObject("rooms days?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: rooms = json.lossyMap()
            case 1: days = json.lossyArrayIfPresent(as: .day) ?? days
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("rooms", rooms)
        json.write("days", days, as: .day)
        json.endObject()
    }
}

/// The `LossyRoom` type of ``LossyAPI``.
public struct LossyRoom: JSONModel {
    public var events: [LossyEvent]?

    public init(events: [LossyEvent]? = nil) {
        self.events = events
    }

    public init(json: inout JSONReader) throws {
        var object = json.beginObject("events?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: events = json.lossyArrayIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.writeIfPresent("events", events)
        json.endObject()
    }
}

/// The `LossyEvent` type of ``LossyAPI``.
public struct LossyEvent: JSONModel {
    public var id: Int
    public var sender: String

    public init(id: Int, sender: String) {
        self.id = id
        self.sender = sender
    }

    public init(json: inout JSONReader) throws {
        id = 0
        sender = ""
        var object = json.beginObject("id sender")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            case 1: sender = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("sender", sender)
        json.endObject()
    }
}
