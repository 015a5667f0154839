// Generated from IncludedBody/IncludedBody.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `IncludedBodyAPI`.
public struct IncludedBodyAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension IncludedBodyAPI {
    /// Finds notes.
    ///
    /// `POST /folders/{folder}/search`.
    /// - Parameters:
    ///   - folder: Where to look. For example `7`. Deprecated: All folders are searched one day.
    ///   - motive: Why it is asked for.
    ///   - limit: The default is `20`.
    ///   - cursor: Not sent when `nil`.
    ///   - traceID: Not sent when `nil`.
    nonisolated(nonsending) public func searchNotes(
        folder: Int, motive: String, channel: SearchNotes.Channel, text: String, limit: Int = 20,
        cursor: String? = nil, traceID: String? = nil
    ) async throws(APIError) -> [NoteHit] {
        try await send(
            SearchNotes(
                folder: folder, motive: motive, channel: channel, text: text, limit: limit,
                cursor: cursor, traceID: traceID))
    }

    /// The request behind ``searchNotes(folder:motive:channel:text:limit:cursor:traceID:)``.
    public struct SearchNotes: Endpoint {
        public typealias Output = [NoteHit]

        public let folder: Int
        public let limit: Int
        public let cursor: String?
        public let traceID: String?
        public let motive: String
        public let channel: Channel
        public let text: String

        public init(
            folder: Int, motive: String, channel: Channel, text: String, limit: Int = 20,
            cursor: String? = nil, traceID: String? = nil
        ) {
            self.folder = folder
            self.limit = limit
            self.cursor = cursor
            self.traceID = traceID
            self.motive = motive
            self.channel = channel
            self.text = text
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/folders/{folder}/search")
            request.path("folder", folder)
            request.body("limit", limit)
            request.body("cursor", cursor)
            request.body("trace_id", traceID)
            request.body("reason", motive)
            request.body("channel", channel)
            request.check("text", text, length: 1...80)
            request.body("text", text)
        }

        /// The values of `channel`.
        public enum Channel: OpenEnum {
            case web
            case ios
            /// A value that the spec does not list.
            case unknown(String)

            public static var knownCases: [Self] {
                [.web, .ios]
            }

            public init(rawValue: String) {
                switch rawValue {
                case "web": self = .web
                case "ios": self = .ios
                default: self = .unknown(rawValue)
                }
            }

            public var rawValue: String {
                switch self {
                case .web: "web"
                case .ios: "ios"
                case .unknown(let value): value
                }
            }
        }
    }
}

extension IncludedBodyAPI {
    /// `PATCH /notes/{id}`.
    /// - Parameters:
    ///   - motive: Why it is asked for.
    ///   - traceID: Not sent when `nil`.
    nonisolated(nonsending) public func touchNote(
        id: String, motive: String, channel: TouchNote.Channel, traceID: String? = nil
    ) async throws(APIError) {
        try await send(TouchNote(id: id, motive: motive, channel: channel, traceID: traceID))
    }

    /// The request behind ``touchNote(id:motive:channel:traceID:)``.
    public struct TouchNote: Endpoint {
        public let id: String
        public let traceID: String?
        public let motive: String
        public let channel: Channel

        public init(id: String, motive: String, channel: Channel, traceID: String? = nil) {
            self.id = id
            self.traceID = traceID
            self.motive = motive
            self.channel = channel
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.patch, "/notes/{id}")
            request.path("id", id)
            request.body("trace_id", traceID)
            request.body("reason", motive)
            request.body("channel", channel)
        }

        /// The values of `channel`.
        public enum Channel: OpenEnum {
            case web
            case ios
            /// A value that the spec does not list.
            case unknown(String)

            public static var knownCases: [Self] {
                [.web, .ios]
            }

            public init(rawValue: String) {
                switch rawValue {
                case "web": self = .web
                case "ios": self = .ios
                default: self = .unknown(rawValue)
                }
            }

            public var rawValue: String {
                switch self {
                case .web: "web"
                case .ios: "ios"
                case .unknown(let value): value
                }
            }
        }
    }
}

/// The `NotePaging` type of ``IncludedBodyAPI``.
public struct NotePaging: JSONModel {
    public var limit: Int
    public var cursor: String?

    public init(limit: Int = 20, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }

    public init(json: inout JSONReader) throws {
        limit = 20
        var object = json.beginObject("limit? cursor?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: limit = json.intIfPresent() ?? limit
            case 1: cursor = json.stringIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("limit", limit)
        json.writeIfPresent("cursor", cursor)
        json.endObject()
    }
}

/// The `NoteBase` type of ``IncludedBodyAPI``.
public struct NoteBase: JSONModel {
    public var traceID: String?

    public init(traceID: String? = nil) {
        self.traceID = traceID
    }

    public init(json: inout JSONReader) throws {
        var object = json.beginObject("trace_id?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: traceID = json.stringIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.writeIfPresent("trace_id", traceID)
        json.endObject()
    }
}

/// The `NoteAudit` type of ``IncludedBodyAPI``.
public struct NoteAudit: JSONModel {
    public var traceID: String?
    /// Why it is asked for.
    public var motive: String
    public var channel: Channel

    public init(motive: String, channel: Channel, traceID: String? = nil) {
        self.traceID = traceID
        self.motive = motive
        self.channel = channel
    }

    public init(json: inout JSONReader) throws {
        motive = ""
        var channel: Channel?
        var object = json.beginObject("trace_id? reason channel")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: traceID = json.stringIfPresent()
            case 1: motive = json.string()
            case 2: channel = json.value()
            default: break
            }
        }
        guard json.finish(object), let channel else { throw json.takeFailure() }
        self.channel = channel
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.writeIfPresent("trace_id", traceID)
        json.write("reason", motive)
        json.write("channel", channel)
        json.endObject()
    }

    /// The values of `channel`.
    public enum Channel: OpenEnum {
        case web
        case ios
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.web, .ios]
        }

        public init(rawValue: String) {
            switch rawValue {
            case "web": self = .web
            case "ios": self = .ios
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .web: "web"
            case .ios: "ios"
            case .unknown(let value): value
            }
        }
    }
}

/// The `NoteHit` type of ``IncludedBodyAPI``.
public struct NoteHit: JSONModel {
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
