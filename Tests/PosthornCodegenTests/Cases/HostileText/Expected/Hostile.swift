// Generated from HostileText/Hostile.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// Ends */ here /* and "there" \(x) import Darwin /// more ``code`` `x.
public struct HostileAPI: APIService {
    /// The base URL that is used when the configuration names none.
    public static let server: String? = "https://example.com/%22)"

    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension HostileAPI {
    /// */ } } struct Evil {}.
    ///
    /// `GET /a'b/(c)/{id}/$0`.
    /// - Parameters:
    ///   - quote: "\(secret)" let x = 1. The default is `\(secret) "quoted" next 	 tab`.
    ///   - emoji: The default is `🙂 é  `.
    nonisolated(nonsending) public func attack(
        id: String, interpolated: String, tick: Attack.Tick,
        quote: String = "\\(secret) \"quoted\" \n next \t tab", emoji: String = "🙂 e\u{301} \u{A0}"
    ) async throws(APIError) {
        try await send(
            Attack(id: id, interpolated: interpolated, tick: tick, quote: quote, emoji: emoji))
    }

    /// The request behind ``attack(id:interpolated:tick:quote:emoji:)``.
    public struct Attack: Endpoint {
        public let id: String
        public let quote: String
        public let interpolated: String
        public let emoji: String
        public let tick: Tick

        public init(
            id: String, interpolated: String, tick: Tick,
            quote: String = "\\(secret) \"quoted\" \n next \t tab",
            emoji: String = "🙂 e\u{301} \u{A0}"
        ) {
            self.id = id
            self.quote = quote
            self.interpolated = interpolated
            self.emoji = emoji
            self.tick = tick
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/a'b/(c)/{id}/$0")
            request.path("id", id)
            request.query("\"); fatalError(\"", quote)
            request.query("\\(secret)", interpolated)
            request.query("naïve 🙂", emoji)
            request.query("a`b", tick)
        }

        /// The values of `ab`.
        public enum Tick: OpenEnum {
            case x
            case y
            /// A value that the spec does not list.
            case unknown(String)

            public static var knownCases: [Self] {
                [.x, .y]
            }

            public init(rawValue: String) {
                switch rawValue {
                case "x": self = .x
                case "y": self = .y
                default: self = .unknown(rawValue)
                }
            }

            public var rawValue: String {
                switch self {
                case .x: "x"
                case .y: "y"
                case .unknown(let value): value
                }
            }
        }
    }
}

/// The `HostileItem` type of ``HostileAPI``.
public struct HostileItem: JSONModel {
    public var line: String
    public var quote: String
    public var slash: String
    public var end: String
    public var mark: String?
    public var quotes: String
    public var tone: String

    public init(
        line: String, quote: String, slash: String, end: String, quotes: String, tone: String,
        mark: String? = nil
    ) {
        self.line = line
        self.quote = quote
        self.slash = slash
        self.end = end
        self.mark = mark
        self.quotes = quotes
        self.tone = tone
    }

    public init(json: inout JSONReader) throws {
        line = ""
        quote = ""
        slash = ""
        end = ""
        quotes = ""
        tone = ""
        var object = json.beginObject(
            """
            key\\\nwith\\ line quote\" back\\\\slash return\r\\\nat\\ the\\ end\\?\\  \u{301}?
            \"\"\"\\ and\\ a\\ backslash\\ at\\ the\\ end\\ of\\ a\\ line\\ \\\\
            🏻\\ joins\\ the\\ character\\ before\\ it,\\ on\\ a\\ second\\ line
            """)
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: line = json.string()
            case 1: quote = json.string()
            case 2: slash = json.string()
            case 3: end = json.string()
            case 4: mark = json.stringIfPresent()
            case 5: quotes = json.string()
            case 6: tone = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("key\nwith line", line)
        json.write("quote\"", quote)
        json.write("back\\slash", slash)
        json.write("return\r\nat the end? ", end)
        json.writeIfPresent("\u{301}", mark)
        json.write("\"\"\" and a backslash at the end of a line \\", quotes)
        json.write("🏻 joins the character before it, on a second line", tone)
        json.endObject()
    }
}
