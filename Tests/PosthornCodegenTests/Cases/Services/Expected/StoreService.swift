// Generated from Services/Store/StoreService.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `StoreAPI`.
public struct StoreAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension StoreAPI {
    /// `GET /events`.
    nonisolated(nonsending) public func watchEvents() async throws(APIError) -> EventStream<Event> {
        try await stream(WatchEvents())
    }

    /// The request behind ``watchEvents()``.
    public struct WatchEvents: StreamEndpoint {
        public typealias Output = EventStream<Event>

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/events")
        }
    }
}

/// The `Event` type of ``StoreAPI``.
public enum Event: JSONModel {
    case note(NoteEvent)
    case order(OrderEvent)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        switch try json.discriminator("kind") {
        case "note": self = .note(try NoteEvent(json: &json))
        case "order": self = .order(try OrderEvent(json: &json))
        default: self = .unknown(try JSONValue(json: &json))
        }
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .note(let value): json.write(value, tagged: "kind", "note")
        case .order(let value): json.write(value, tagged: "kind", "order")
        case .unknown(let value): json.write(value)
        }
    }

    /// The members of ``Head``, which all cases have; `nil` for another value that lacks one of
    /// them.
    public var head: (any StoreAPI.HeadMembers)? {
        switch self {
        case .note(let value): value
        case .order(let value): value
        case .unknown(let value): try? value.decode(StoreAPI.Head.self)
        }
    }

    /// The member `id` of all cases.
    public var id: Int? { head?.id }
    /// The member `place` of all cases.
    public var place: StorePlace? { head?.place }

    /// The members of ``ServicesHead``, which all cases have; `nil` for another value that lacks
    /// one of them.
    public var servicesHead: (any ServicesHeadMembers)? {
        switch self {
        case .note(let value): value
        case .order(let value): value
        case .unknown(let value): try? value.decode(ServicesHead.self)
        }
    }

    /// The member `sent_at` of all cases.
    public var sentAt: Date? { servicesHead?.sentAt }
}

/// The `NoteEvent` type of ``StoreAPI``.
public struct NoteEvent: JSONModel, StoreAPI.HeadMembers, ServicesHeadMembers {
    public var id: Int
    public var place: StorePlace
    public var sentAt: Date
    public var note: ServicesNote

    public init(id: Int, place: StorePlace, sentAt: Date, note: ServicesNote) {
        self.id = id
        self.place = place
        self.sentAt = sentAt
        self.note = note
    }

    public init(json: inout JSONReader) throws {
        id = 0
        var place: StorePlace?
        var sentAt: Date?
        var note: ServicesNote?
        var object = json.beginObject("id place sent_at note")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            case 1: place = json.value()
            case 2: sentAt = json.value()
            case 3: note = json.value()
            default: break
            }
        }
        guard json.finish(object), let place, let sentAt, let note else { throw json.takeFailure() }
        self.place = place
        self.sentAt = sentAt
        self.note = note
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("place", place)
        json.write("sent_at", sentAt)
        json.write("note", note)
        json.endObject()
    }
}

/// The `OrderEvent` type of ``StoreAPI``.
public struct OrderEvent: JSONModel, StoreAPI.HeadMembers, ServicesHeadMembers {
    public var id: Int
    public var place: StorePlace
    public var sentAt: Date
    public var order: StoreAPI.Order

    public init(id: Int, place: StorePlace, sentAt: Date, order: StoreAPI.Order) {
        self.id = id
        self.place = place
        self.sentAt = sentAt
        self.order = order
    }

    public init(json: inout JSONReader) throws {
        id = 0
        var place: StorePlace?
        var sentAt: Date?
        var order: StoreAPI.Order?
        var object = json.beginObject("id place sent_at order")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            case 1: place = json.value()
            case 2: sentAt = json.value()
            case 3: order = json.value()
            default: break
            }
        }
        guard json.finish(object), let place, let sentAt, let order else {
            throw json.takeFailure()
        }
        self.place = place
        self.sentAt = sentAt
        self.order = order
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("place", place)
        json.write("sent_at", sentAt)
        json.write("order", order)
        json.endObject()
    }
}

extension StoreAPI {
    /// The `Head` type of ``StoreAPI``.
    ///
    /// Reading ignores members that the spec does not name, so that a value that you read, change
    /// and send lacks them.
    public struct Head: JSONModel, StoreAPI.HeadMembers {
        public var id: Int
        public var place: StorePlace

        public init(id: Int, place: StorePlace) {
            self.id = id
            self.place = place
        }

        public init(json: inout JSONReader) throws {
            id = 0
            var place: StorePlace?
            var object = json.beginObject("id place")
            while let member = json.nextMember(&object) {
                switch member {
                case 0: id = json.int()
                case 1: place = json.value()
                default: break
                }
            }
            guard json.finish(object), let place else { throw json.takeFailure() }
            self.place = place
        }

        public func write(json: inout JSONWriter) {
            json.beginObject()
            json.write("id", id)
            json.write("place", place)
            json.endObject()
        }
    }

    /// The members of ``Head``, which other types include.
    public protocol HeadMembers: Sendable {
        var id: Int { get }
        var place: StorePlace { get }
    }
}

/// The values of `StorePlace`.
public enum StorePlace: OpenEnum {
    case left
    case right
    /// A value that the spec does not list.
    case unknown(String)

    public static var knownCases: [Self] {
        [.left, .right]
    }

    public init(rawValue: String) {
        switch rawValue {
        case "left": self = .left
        case "right": self = .right
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .left: "left"
        case .right: "right"
        case .unknown(let value): value
        }
    }
}
