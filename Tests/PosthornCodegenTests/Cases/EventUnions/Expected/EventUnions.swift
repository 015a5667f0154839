// Generated from EventUnions/EventUnions.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `EventUnionsAPI`.
public struct EventUnionsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension EventUnionsAPI {
    /// `POST /chat`.
    nonisolated(nonsending) public func chat(
        prompt: String
    ) async throws(APIError) -> EventStream<EventUnionsChat> {
        try await stream(Chat(prompt: prompt))
    }

    /// The request behind ``chat(prompt:)``.
    public struct Chat: StreamEndpoint {
        public typealias Output = EventStream<EventUnionsChat>

        public let prompt: String

        public init(prompt: String) {
            self.prompt = prompt
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/chat")
            request.body("prompt", prompt)
        }

        public static var endMarker: JSONValue? { ["event": "message_stop"] }
    }
}

extension EventUnionsAPI {
    /// `POST /complete`.
    nonisolated(nonsending) public func complete(
        prompt: String
    ) async throws(APIError) -> EventStream<EventUnionsChunk> {
        try await stream(Complete(prompt: prompt))
    }

    /// The request behind ``complete(prompt:)``.
    public struct Complete: StreamEndpoint {
        public typealias Output = EventStream<EventUnionsChunk>

        public let prompt: String

        public init(prompt: String) {
            self.prompt = prompt
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/complete")
            request.body("prompt", prompt)
        }

        public static var endMarker: JSONValue? { "[DONE]" }
    }
}

extension EventUnionsAPI {
    /// `POST /generate`.
    nonisolated(nonsending) public func generate(
        prompt: String
    ) async throws(APIError) -> LineStream<EventUnionsLine> {
        try await stream(Generate(prompt: prompt))
    }

    /// The request behind ``generate(prompt:)``.
    public struct Generate: StreamEndpoint {
        public typealias Output = LineStream<EventUnionsLine>

        public let prompt: String

        public init(prompt: String) {
            self.prompt = prompt
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/generate")
            request.body("prompt", prompt)
        }

        public static var endMarker: JSONValue? { ["by": "done", "value": true] }
    }
}

extension EventUnionsAPI {
    /// `GET /log`.
    nonisolated(nonsending) public func log()
        async throws(APIError) -> LineStream<EventUnionsChunk>
    {
        try await stream(Log())
    }

    /// The request behind ``log()``.
    public struct Log: StreamEndpoint {
        public typealias Output = LineStream<EventUnionsChunk>

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/log")
        }

        public static var endMarker: JSONValue? { "END" }
    }
}

extension EventUnionsAPI {
    /// `GET /watch`.
    nonisolated(nonsending) public func watch()
        async throws(APIError) -> EventStream<EventUnionsClosed>
    {
        try await stream(Watch())
    }

    /// The request behind ``watch()``.
    public struct Watch: StreamEndpoint {
        public typealias Output = EventStream<EventUnionsClosed>

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/watch")
        }

        public static var endMarker: JSONValue? { ["event": ["removed", "message"]] }
    }
}

/// The `EventUnionsChat` type of ``EventUnionsAPI``.
public enum EventUnionsChat: JSONEvent {
    case messageStart(EventUnionsStart)
    case eventUnionsDelta(EventUnionsDelta)
    case ping(JSONValue)
    case messageStop(JSONValue)
    case at(Date)
    /// The name and the data of an event that the spec does not list.
    case unknown(String, JSONValue)
    /// The name and the data of an event that can't be read, and why.
    case malformed(String, JSONValue, JSONError)

    public init(event: String, json: inout JSONReader) throws {
        self = try json.keepingMalformedEvent({ .malformed(event, $0, $1) }) {
            switch event {
            case "message_start": .messageStart(try EventUnionsStart(json: &$0))
            case "content_delta", "tool_delta": .eventUnionsDelta(try EventUnionsDelta(json: &$0))
            case "ping": .ping(try $0.eventData())
            case "message_stop": .messageStop(try $0.eventData())
            case "at": .at(try Date(json: &$0, as: .unix))
            default: .unknown(event, try $0.eventData())
            }
        }
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .messageStart(let value): json.write(value, event: "message_start")
        case .eventUnionsDelta(let value): json.write(value, event: "content_delta")
        case .ping(let value): json.write(value, event: "ping")
        case .messageStop(let value): json.write(value, event: "message_stop")
        case .at(let value): json.write(value, as: .unix, event: "at")
        case .unknown(let event, let value): json.write(value, event: event)
        case .malformed(let event, let value, _): json.write(value, event: event)
        }
    }
}

/// The `EventUnionsStart` type of ``EventUnionsAPI``.
public struct EventUnionsStart: JSONModel {
    public var id: String

    public init(id: String) {
        self.id = id
    }

    public init(json: inout JSONReader) throws {
        id = ""
        var object = json.beginObject("id")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.endObject()
    }
}

/// The `EventUnionsDelta` type of ``EventUnionsAPI``.
public struct EventUnionsDelta: JSONModel {
    public var text: String

    public init(text: String) {
        self.text = text
    }

    public init(json: inout JSONReader) throws {
        text = ""
        var object = json.beginObject("text")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: text = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("text", text)
        json.endObject()
    }
}

/// The `EventUnionsChunk` type of ``EventUnionsAPI``.
public struct EventUnionsChunk: JSONModel {
    public var text: String

    public init(text: String) {
        self.text = text
    }

    public init(json: inout JSONReader) throws {
        text = ""
        var object = json.beginObject("text")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: text = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("text", text)
        json.endObject()
    }
}

/// The `EventUnionsLine` type of ``EventUnionsAPI``.
public enum EventUnionsLine: JSONModel {
    case text(EventUnionsText)
    case usage(EventUnionsUsage)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        switch try json.discriminator("kind") {
        case "text": self = .text(try EventUnionsText(json: &json))
        case "usage": self = .usage(try EventUnionsUsage(json: &json))
        default: self = .unknown(try JSONValue(json: &json))
        }
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .text(let value): json.write(value, tagged: "kind", "text")
        case .usage(let value): json.write(value, tagged: "kind", "usage")
        case .unknown(let value): json.write(value)
        }
    }
}

/// The `EventUnionsText` type of ``EventUnionsAPI``.
public struct EventUnionsText: JSONModel {
    public var text: String

    public init(text: String) {
        self.text = text
    }

    public init(json: inout JSONReader) throws {
        text = ""
        var object = json.beginObject("text")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: text = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("text", text)
        json.endObject()
    }
}

/// The `EventUnionsUsage` type of ``EventUnionsAPI``.
public struct EventUnionsUsage: JSONModel {
    public var tokens: Int
    public var done: Bool

    public init(tokens: Int, done: Bool = false) {
        self.tokens = tokens
        self.done = done
    }

    public init(json: inout JSONReader) throws {
        tokens = 0
        done = false
        var object = json.beginObject("tokens done?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: tokens = json.int()
            case 1: done = json.boolIfPresent() ?? done
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("tokens", tokens)
        json.write("done", done)
        json.endObject()
    }
}

/// The `EventUnionsClosed` type of ``EventUnionsAPI``.
public enum EventUnionsClosed: JSONEvent {
    case added(EventUnionsStart)
    case message(EventUnionsDelta)

    public init(event: String, json: inout JSONReader) throws {
        switch event {
        case "added": self = .added(try EventUnionsStart(json: &json))
        case "message": self = .message(try EventUnionsDelta(json: &json))
        default: throw json.unexpected("the event 'added' or 'message'")
        }
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .added(let value): json.write(value, event: "added")
        case .message(let value): json.write(value, event: "message")
        }
    }
}
