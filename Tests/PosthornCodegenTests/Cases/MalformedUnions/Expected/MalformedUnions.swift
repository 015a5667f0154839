// Generated from MalformedUnions/MalformedUnions.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `MalformedAPI`.
public struct MalformedAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension MalformedAPI {
    /// `GET /sync`.
    nonisolated(nonsending) public func sync() async throws(APIError) -> MalformedSync {
        try await send(Sync())
    }

    /// The request behind ``sync()``.
    public struct Sync: Endpoint {
        public typealias Output = MalformedSync

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/sync")
        }
    }
}

extension MalformedAPI {
    /// `POST /send`.
    nonisolated(nonsending) public func command(body: MalformedCommand) async throws(APIError) {
        try await send(Command(body: body))
    }

    /// The request behind ``command(body:)``.
    public struct Command: Endpoint {
        public let body: MalformedCommand

        public init(body: MalformedCommand) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/send")
            request.body(body)
        }
    }
}

/// The `MalformedSync` type of ``MalformedAPI``.
public struct MalformedSync: JSONModel {
    public var nextBatch: String
    public var events: [MalformedEvent]

    public init(nextBatch: String, events: [MalformedEvent]) {
        self.nextBatch = nextBatch
        self.events = events
    }

    public init(json: inout JSONReader) throws {
        nextBatch = ""
        events = []
        var object = json.beginObject("next_batch events")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: nextBatch = json.string()
            case 1: events = json.array()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("next_batch", nextBatch)
        json.write("events", events)
        json.endObject()
    }
}

/// The `MalformedEvent` type of ``MalformedAPI``.
public enum MalformedEvent: JSONModel {
    case mRoomMessage(MalformedMessage)
    case mRoomName(MalformedName)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)
    /// A value that can't be read as its type, and why.
    case malformed(JSONValue, JSONError)

    public init(json: inout JSONReader) throws {
        self = try json.keepingMalformed(Self.malformed) {
            switch try $0.discriminator("type") {
            case "m.room.message": .mRoomMessage(try MalformedMessage(json: &$0))
            case "m.room.name": .mRoomName(try MalformedName(json: &$0))
            default: .unknown(try JSONValue(json: &$0))
            }
        }
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .mRoomMessage(let value): json.write(value, tagged: "type", "m.room.message")
        case .mRoomName(let value): json.write(value, replacing: "type", by: "m.room.name")
        case .unknown(let value): json.write(value)
        case .malformed(let value, _): json.write(value)
        }
    }
}

/// The `MalformedMessage` type of ``MalformedAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct MalformedMessage: JSONModel {
    public var content: Content

    public init(content: Content) {
        self.content = content
    }

    public init(json: inout JSONReader) throws {
        var content: Content?
        var object = json.beginObject("content")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: content = json.value()
            default: break
            }
        }
        guard json.finish(object), let content else { throw json.takeFailure() }
        self.content = content
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("content", content)
        json.endObject()
    }

    /// The values of `content`.
    public struct Content: JSONModel {
        public var body: String
        public var info: Info?

        public init(body: String, info: Info? = nil) {
            self.body = body
            self.info = info
        }

        public init(json: inout JSONReader) throws {
            body = ""
            var object = json.beginObject("body info?")
            readMembers(&json, &object)
            try json.endObject(object)
        }

        @inline(never)
        private mutating func readMembers(
            _ json: inout JSONReader, _ object: inout JSONReader.Object
        ) {
            while let member = json.nextMember(&object) {
                switch member {
                case 0: body = json.string()
                case 1: info = json.valueIfPresent()
                default: break
                }
            }
        }

        public func write(json: inout JSONWriter) {
            json.beginObject()
            json.write("body", body)
            json.writeIfPresent("info", info)
            json.endObject()
        }

        /// The values of `info`.
        public struct Info: JSONModel {
            public var size: Int

            public init(size: Int) {
                self.size = size
            }

            public init(json: inout JSONReader) throws {
                size = 0
                var object = json.beginObject("size")
                readMembers(&json, &object)
                try json.endObject(object)
            }

            @inline(never)
            private mutating func readMembers(
                _ json: inout JSONReader, _ object: inout JSONReader.Object
            ) {
                while let member = json.nextMember(&object) {
                    switch member {
                    case 0: size = json.int()
                    default: break
                    }
                }
            }

            public func write(json: inout JSONWriter) {
                json.beginObject()
                json.write("size", size)
                json.endObject()
            }
        }
    }
}

/// The `MalformedName` type of ``MalformedAPI``.
public struct MalformedName: JSONModel {
    public var type: String
    public var content: Content

    public init(type: String, content: Content) {
        self.type = type
        self.content = content
    }

    public init(json: inout JSONReader) throws {
        type = ""
        var content: Content?
        var object = json.beginObject("type content")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: type = json.string()
            case 1: content = json.value()
            default: break
            }
        }
        guard json.finish(object), let content else { throw json.takeFailure() }
        self.content = content
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("type", type)
        json.write("content", content)
        json.endObject()
    }

    /// The values of `content`.
    public struct Content: JSONModel {
        public var title: String

        public init(title: String) {
            self.title = title
        }

        public init(json: inout JSONReader) throws {
            title = ""
            var object = json.beginObject("title")
            readMembers(&json, &object)
            try json.endObject(object)
        }

        @inline(never)
        private mutating func readMembers(
            _ json: inout JSONReader, _ object: inout JSONReader.Object
        ) {
            while let member = json.nextMember(&object) {
                switch member {
                case 0: title = json.string()
                default: break
                }
            }
        }

        public func write(json: inout JSONWriter) {
            json.beginObject()
            json.write("title", title)
            json.endObject()
        }
    }
}

/// The `MalformedCommand` type of ``MalformedAPI``.
public indirect enum MalformedCommand: JSONModel {
    case malformedMessage(MalformedMessage)
    case malformedStep(MalformedStep)
    /// A value that can't be read as its type, and why.
    case malformed(JSONValue, JSONError)

    public init(json: inout JSONReader) throws {
        self = try json.keepingMalformed(Self.malformed) {
            switch try $0.integerDiscriminator("op") {
            case 1: .malformedMessage(try MalformedMessage(json: &$0))
            case 2, 3: .malformedStep(try MalformedStep(json: &$0))
            default: throw $0.unlisted("1, 2 or 3", at: "op")
            }
        }
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .malformedMessage(let value): json.write(value, tagged: "op", 1)
        case .malformedStep(let value): json.write(value, replacing: ["op"], by: [2, 3])
        case .malformed(let value, _): json.write(value)
        }
    }
}

/// The `MalformedStep` type of ``MalformedAPI``.
public struct MalformedStep: JSONModel {
    public var op: Int
    public var inner: MalformedCommand?
    public var end: Int?

    public init(op: Int, inner: MalformedCommand? = nil, end: Int? = nil) {
        self.op = op
        self.inner = inner
        self.end = end
    }

    public init(json: inout JSONReader) throws {
        op = 0
        var object = json.beginObject("op inner? end?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: op = json.int()
            case 1: inner = json.valueIfPresent()
            case 2: end = json.intIfPresent()
            default: break
            }
        }
        try json.endObject(object)
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("op", op)
        json.writeIfPresent("inner", inner)
        json.writeIfPresent("end", end)
        json.endObject()
    }
}
