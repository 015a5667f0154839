// Generated from SharedMembers/SharedMembers.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `SharedMembersAPI`.
public struct SharedMembersAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension SharedMembersAPI {
    /// `GET /sync`.
    nonisolated(nonsending) public func sync() async throws(APIError) -> [SharedEvent] {
        try await send(Sync())
    }

    /// The request behind ``sync()``.
    public struct Sync: Endpoint {
        public typealias Output = [SharedEvent]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/sync")
        }
    }
}

extension SharedMembersAPI {
    /// `GET /steps`.
    nonisolated(nonsending) public func steps() async throws(APIError) -> [SharedStep] {
        try await send(Steps())
    }

    /// The request behind ``steps()``.
    public struct Steps: Endpoint {
        public typealias Output = [SharedStep]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/steps")
        }
    }
}

extension SharedMembersAPI {
    /// `POST /silences`.
    nonisolated(nonsending) public func silence(
        body: SharedPostable
    ) async throws(APIError) -> SharedGettable {
        try await send(Silence(body: body))
    }

    /// The request behind ``silence(body:)``.
    public struct Silence: Endpoint {
        public typealias Output = SharedGettable

        public let body: SharedPostable

        public init(body: SharedPostable) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/silences")
            request.body(body)
        }
    }
}

/// The `SharedEvent` type of ``SharedMembersAPI``.
public enum SharedEvent: JSONModel {
    case message(SharedMessage)
    case name(SharedName)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)
    /// A value that can't be read as its type, and why.
    case malformed(JSONValue, JSONError)

    public init(json: inout JSONReader) throws {
        self = try json.keepingMalformed(Self.malformed) {
            switch try $0.discriminator("type") {
            case "message": .message(try SharedMessage(json: &$0))
            case "name": .name(try SharedName(json: &$0))
            default: .unknown(try JSONValue(json: &$0))
            }
        }
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .message(let value): json.write(value, tagged: "type", "message")
        case .name(let value): json.write(value, replacing: "type", by: "name")
        case .unknown(let value): json.write(value)
        case .malformed(let value, _): json.write(value)
        }
    }

    /// The members of ``SharedHead``, which all cases have; `nil` for another value that lacks one
    /// of them.
    public var sharedHead: (any SharedHeadMembers)? {
        switch self {
        case .message(let value): value
        case .name(let value): value
        case .unknown(let value): try? value.decode(SharedHead.self)
        case .malformed(let value, _): try? value.decode(SharedHead.self)
        }
    }

    /// The member `event_id` of all cases.
    public var eventID: String? { sharedHead?.eventID }
    /// When it was sent.
    public var sent: Date? { sharedHead?.sent }
    /// The member `unsigned` of all cases.
    public var unsigned: JSONValue? { sharedHead?.unsigned }
}

/// The `SharedHead` type of ``SharedMembersAPI``.
public struct SharedHead: JSONModel, SharedHeadMembers {
    public var eventID: String
    /// When it was sent.
    public var sent: Date
    public var unsigned: JSONValue?

    public init(eventID: String, sent: Date, unsigned: JSONValue? = nil) {
        self.eventID = eventID
        self.sent = sent
        self.unsigned = unsigned
    }

    public init(json: inout JSONReader) throws {
        eventID = ""
        var sent: Date?
        var object = json.beginObject("event_id sent unsigned?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: eventID = json.string()
            case 1: sent = json.value(as: .unix)
            case 2: unsigned = json.valueIfPresent()
            default: break
            }
        }
        guard json.finish(object), let sent else { throw json.takeFailure() }
        self.sent = sent
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("event_id", eventID)
        json.write("sent", sent, as: .unix)
        json.writeIfPresent("unsigned", unsigned)
        json.endObject()
    }
}

/// The members of ``SharedHead``, which other types include.
public protocol SharedHeadMembers: Sendable {
    var eventID: String { get }
    /// When it was sent.
    var sent: Date { get }
    var unsigned: JSONValue? { get }
}

/// The `SharedMessage` type of ``SharedMembersAPI``.
public struct SharedMessage: JSONModel, SharedHeadMembers {
    public var eventID: String
    /// When it was sent.
    public var sent: Date
    public var unsigned: JSONValue?
    public var body: String

    public init(eventID: String, sent: Date, body: String, unsigned: JSONValue? = nil) {
        self.eventID = eventID
        self.sent = sent
        self.unsigned = unsigned
        self.body = body
    }

    public init(json: inout JSONReader) throws {
        eventID = ""
        var sent: Date?
        body = ""
        var object = json.beginObject("event_id sent unsigned? body")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: eventID = json.string()
            case 1: sent = json.value(as: .unix)
            case 2: unsigned = json.valueIfPresent()
            case 3: body = json.string()
            default: break
            }
        }
        guard json.finish(object), let sent else { throw json.takeFailure() }
        self.sent = sent
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("event_id", eventID)
        json.write("sent", sent, as: .unix)
        json.writeIfPresent("unsigned", unsigned)
        json.write("body", body)
        json.endObject()
    }
}

/// The `SharedName` type of ``SharedMembersAPI``.
public struct SharedName: JSONModel, SharedHeadMembers {
    public var eventID: String
    /// When it was sent.
    public var sent: Date
    public var unsigned: JSONValue?
    public var room: String
    public var type: String
    public var title: String

    public init(
        eventID: String, sent: Date, room: String, type: String, title: String,
        unsigned: JSONValue? = nil
    ) {
        self.eventID = eventID
        self.sent = sent
        self.unsigned = unsigned
        self.room = room
        self.type = type
        self.title = title
    }

    public init(json: inout JSONReader) throws {
        eventID = ""
        var sent: Date?
        room = ""
        type = ""
        title = ""
        var object = json.beginObject("event_id sent unsigned? room type title")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: eventID = json.string()
            case 1: sent = json.value(as: .unix)
            case 2: unsigned = json.valueIfPresent()
            case 3: room = json.string()
            case 4: type = json.string()
            case 5: title = json.string()
            default: break
            }
        }
        guard json.finish(object), let sent else { throw json.takeFailure() }
        self.sent = sent
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("event_id", eventID)
        json.write("sent", sent, as: .unix)
        json.writeIfPresent("unsigned", unsigned)
        json.write("room", room)
        json.write("type", type)
        json.write("title", title)
        json.endObject()
    }
}

/// The `SharedRoom` type of ``SharedMembersAPI``.
public struct SharedRoom: JSONModel, SharedHeadMembers {
    public var eventID: String
    /// When it was sent.
    public var sent: Date
    public var unsigned: JSONValue?
    public var room: String

    public init(eventID: String, sent: Date, room: String, unsigned: JSONValue? = nil) {
        self.eventID = eventID
        self.sent = sent
        self.unsigned = unsigned
        self.room = room
    }

    public init(json: inout JSONReader) throws {
        eventID = ""
        var sent: Date?
        room = ""
        var object = json.beginObject("event_id sent unsigned? room")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: eventID = json.string()
            case 1: sent = json.value(as: .unix)
            case 2: unsigned = json.valueIfPresent()
            case 3: room = json.string()
            default: break
            }
        }
        guard json.finish(object), let sent else { throw json.takeFailure() }
        self.sent = sent
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("event_id", eventID)
        json.write("sent", sent, as: .unix)
        json.writeIfPresent("unsigned", unsigned)
        json.write("room", room)
        json.endObject()
    }
}

/// The `SharedStep` type of ``SharedMembersAPI``.
public enum SharedStep: JSONModel {
    case sharedText(SharedText)
    case sharedImage(SharedImage)

    public init(json: inout JSONReader) throws {
        if let value = try json.attempt(SharedText.self) {
            self = .sharedText(value)
            return
        }
        if let value = try json.attempt(SharedImage.self) {
            self = .sharedImage(value)
            return
        }
        throw json.noTypeFits()
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .sharedText(let value): json.write(value)
        case .sharedImage(let value): json.write(value)
        }
    }

    /// The members of ``SharedStepHead``, which all cases have.
    public var sharedStepHead: any SharedStepHeadMembers {
        switch self {
        case .sharedText(let value): value
        case .sharedImage(let value): value
        }
    }

    /// The member `id` of all cases.
    public var id: Int { sharedStepHead.id }
    /// The member `note` of all cases.
    public var note: String? { sharedStepHead.note }
    /// The member `mark` of all cases.
    public var mark: FieldPresence<String> { sharedStepHead.mark }
}

/// The `SharedStepHead` type of ``SharedMembersAPI``.
public struct SharedStepHead: JSONModel, SharedStepHeadMembers {
    public var id: Int
    public var note: String?
    public var mark: FieldPresence<String>

    public init(id: Int, note: String?, mark: FieldPresence<String> = .absent) {
        self.id = id
        self.note = note
        self.mark = mark
    }

    public init(json: inout JSONReader) throws {
        id = 0
        mark = .absent
        var object = json.beginObject("id note? mark?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            case 1: note = json.stringIfPresent()
            case 2: mark = json.presence()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("note", note)
        json.writeIfPresent("mark", mark)
        json.endObject()
    }
}

/// The members of ``SharedStepHead``, which other types include.
public protocol SharedStepHeadMembers: Sendable {
    var id: Int { get }
    var note: String? { get }
    var mark: FieldPresence<String> { get }
}

/// The `SharedText` type of ``SharedMembersAPI``.
public struct SharedText: JSONModel, SharedStepHeadMembers {
    public var id: Int
    public var note: String?
    public var mark: FieldPresence<String>
    public var text: String

    public init(id: Int, note: String?, text: String, mark: FieldPresence<String> = .absent) {
        self.id = id
        self.note = note
        self.mark = mark
        self.text = text
    }

    public init(json: inout JSONReader) throws {
        id = 0
        mark = .absent
        text = ""
        var object = json.beginObject("id note? mark? text")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            case 1: note = json.stringIfPresent()
            case 2: mark = json.presence()
            case 3: text = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("note", note)
        json.writeIfPresent("mark", mark)
        json.write("text", text)
        json.endObject()
    }
}

/// The `SharedImage` type of ``SharedMembersAPI``.
public struct SharedImage: JSONModel, SharedStepHeadMembers {
    public var id: Int
    public var note: String?
    public var mark: FieldPresence<String>
    public var url: URL

    public init(id: Int, note: String?, url: URL, mark: FieldPresence<String> = .absent) {
        self.id = id
        self.note = note
        self.mark = mark
        self.url = url
    }

    public init(json: inout JSONReader) throws {
        id = 0
        mark = .absent
        var url: URL?
        var object = json.beginObject("id note? mark? url")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            case 1: note = json.stringIfPresent()
            case 2: mark = json.presence()
            case 3: url = json.value()
            default: break
            }
        }
        guard json.finish(object), let url else { throw json.takeFailure() }
        self.url = url
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("note", note)
        json.writeIfPresent("mark", mark)
        json.write("url", url)
        json.endObject()
    }
}

/// The `SharedSilence` type of ``SharedMembersAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct SharedSilence: JSONModel {
    public var matchers: [String]
    public var startsAt: Date
    public var comment: String

    public init(matchers: [String], startsAt: Date, comment: String) {
        self.matchers = matchers
        self.startsAt = startsAt
        self.comment = comment
    }

    public init(json: inout JSONReader) throws {
        matchers = []
        var startsAt: Date?
        comment = ""
        var object = json.beginObject("matchers starts_at comment")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: matchers = json.array()
            case 1: startsAt = json.value()
            case 2: comment = json.string()
            default: break
            }
        }
        guard json.finish(object), let startsAt else { throw json.takeFailure() }
        self.startsAt = startsAt
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("matchers", matchers)
        json.write("starts_at", startsAt)
        json.write("comment", comment)
        json.endObject()
    }
}

/// The `SharedPostable` type of ``SharedMembersAPI``.
public struct SharedPostable: JSONModel {
    public var matchers: [String]
    public var startsAt: Date
    public var comment: String
    public var id: String?

    public init(matchers: [String], startsAt: Date, comment: String, id: String? = nil) {
        self.matchers = matchers
        self.startsAt = startsAt
        self.comment = comment
        self.id = id
    }

    public init(json: inout JSONReader) throws {
        matchers = []
        var startsAt: Date?
        comment = ""
        var object = json.beginObject("matchers starts_at comment id?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: matchers = json.array()
            case 1: startsAt = json.value()
            case 2: comment = json.string()
            case 3: id = json.stringIfPresent()
            default: break
            }
        }
        guard json.finish(object), let startsAt else { throw json.takeFailure() }
        self.startsAt = startsAt
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("matchers", matchers)
        json.write("starts_at", startsAt)
        json.write("comment", comment)
        json.writeIfPresent("id", id)
        json.endObject()
    }
}

/// The `SharedGettable` type of ``SharedMembersAPI``.
public struct SharedGettable: JSONModel {
    public var matchers: [String]
    public var startsAt: Date
    public var comment: String
    public var id: String
    public var status: String

    public init(matchers: [String], startsAt: Date, comment: String, id: String, status: String) {
        self.matchers = matchers
        self.startsAt = startsAt
        self.comment = comment
        self.id = id
        self.status = status
    }

    public init(json: inout JSONReader) throws {
        matchers = []
        var startsAt: Date?
        comment = ""
        id = ""
        status = ""
        var object = json.beginObject("matchers starts_at comment id status")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: matchers = json.array()
            case 1: startsAt = json.value()
            case 2: comment = json.string()
            case 3: id = json.string()
            case 4: status = json.string()
            default: break
            }
        }
        guard json.finish(object), let startsAt else { throw json.takeFailure() }
        self.startsAt = startsAt
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("matchers", matchers)
        json.write("starts_at", startsAt)
        json.write("comment", comment)
        json.write("id", id)
        json.write("status", status)
        json.endObject()
    }
}
