// Generated from Names/Names.yaml. Edit the spec, not this file.

public import Posthorn

/// A client of the service `NamesAPI`.
public struct NamesAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension NamesAPI {
    /// `GET /repeat/{in}`.
    /// - Parameters:
    ///   - default: Not sent when `nil`.
    ///   - var: The default is `2`.
    ///   - where: The default is `1`.
    public func `repeat`(
        in: String, name: String, request: String, send: String, me: String, output: String,
        `inout`: Int, `let`: Int, size: Repeat.Size, response: String, documented: String,
        default: Int? = nil, `var`: Int = 2, where: Int = 1
    ) async throws(Repeat.Failure) {
        try await self.send(
            Repeat(
                in: `in`, name: name, request: request, send: send, me: me, output: output,
                `inout`: `inout`, let: `let`, size: size, response: response,
                documented: documented, default: `default`, var: `var`, where: `where`))
    }

    /// The request behind
    /// ``repeat(in:name:request:send:me:output:inout:let:size:response:documented:default:var:where:)``.
    public struct Repeat: Endpoint {
        public static let name = "repeat"

        public var `in`: String
        public var name: String
        public var request: String
        public var send: String
        public var me: String
        public var output: String
        public var `default`: Int?
        public var `inout`: Int
        public var `let`: Int
        public var `var`: Int
        public var `where`: Int
        public var size: Size
        public var response: String
        public var documented: String

        public init(
            in: String, name: String, request: String, send: String, me: String, output: String,
            `inout`: Int, `let`: Int, size: Size, response: String, documented: String,
            default: Int? = nil, `var`: Int = 2, where: Int = 1
        ) {
            self.in = `in`
            self.name = name
            self.request = request
            self.send = send
            self.me = me
            self.output = output
            self.default = `default`
            self.inout = `inout`
            self.let = `let`
            self.var = `var`
            self.where = `where`
            self.size = size
            self.response = response
            self.documented = documented
        }

        public func build(_ request: inout RequestBuilder) throws {
            request.method(.get, "/repeat/{in}")
            try request.path("in", `in`)
            try request.query("name", name)
            try request.query("request", self.request)
            try request.query("send", send)
            try request.query("self_", me)
            try request.query("output", output)
            try request.query("default", `default`)
            try request.query("inout", `inout`)
            try request.query("let", `let`)
            try request.query("var", `var`)
            try request.query("where", `where`)
            try request.query("size", size)
            try request.query("response", response)
            try request.query("documented", documented)
        }

        /// The ways in which
        /// ``repeat(in:name:request:send:me:output:inout:let:size:response:documented:default:var:where:)``
        /// fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case `in`(NamesProblem)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func documented(_ response: ReceivedResponse) throws -> Self? {
                switch response.status.code {
                case 404: .in(try response.failure())
                default: nil
                }
            }
        }

        /// The values of `size`.
        public enum Size: OpenEnum {
            case small
            case large
            /// A value that the spec does not list.
            case unknown(String)

            public init(rawValue: String) {
                switch rawValue {
                case "small": self = .small
                case "large": self = .large
                default: self = .unknown(rawValue)
                }
            }

            public var rawValue: String {
                switch self {
                case .small: "small"
                case .large: "large"
                case .unknown(let value): value
                }
            }
        }
    }
}

/// The `NamesProblem` type of ``NamesAPI``.
public struct NamesProblem: Codable, Hashable, Sendable {
    public var container: String
    public var decoder: String
    public var `class`: String
    public var `default`: Int
    public var some: Int?
    public var none: Int?
    public var rawValue: Int
    public var description: String
    public var hash: String
    public var encode: Bool
    public var codingKeys: Int
    public var size: Size
    public var value: String
    public var keyedBy: String

    public init(
        container: String, decoder: String, default: Int, rawValue: Int, description: String,
        hash: String, encode: Bool, codingKeys: Int, size: Size, value: String, keyedBy: String,
        class: String = "none", some: Int? = nil, none: Int? = nil
    ) {
        self.container = container
        self.decoder = decoder
        self.class = `class`
        self.default = `default`
        self.some = some
        self.none = none
        self.rawValue = rawValue
        self.description = description
        self.hash = hash
        self.encode = encode
        self.codingKeys = codingKeys
        self.size = size
        self.value = value
        self.keyedBy = keyedBy
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.container = try container.decode(String.self, forKey: .container)
        self.decoder = try container.decode(String.self, forKey: .decoder)
        `class` = try container.decodeIfPresent(String.self, forKey: .class) ?? "none"
        `default` = try container.decode(Int.self, forKey: .default)
        some = try container.decodeIfPresent(Int.self, forKey: .some)
        none = try container.decodeIfPresent(Int.self, forKey: .none)
        rawValue = try container.decode(Int.self, forKey: .rawValue)
        description = try container.decode(String.self, forKey: .description)
        hash = try container.decode(String.self, forKey: .hash)
        encode = try container.decode(Bool.self, forKey: .encode)
        codingKeys = try container.decode(Int.self, forKey: .codingKeys)
        size = try container.decode(Size.self, forKey: .size)
        value = try container.decode(String.self, forKey: .value)
        keyedBy = try container.decode(String.self, forKey: .keyedBy)
    }

    private enum CodingKeys: String, CodingKey {
        case container
        case decoder
        case `class`
        case `default`
        case some
        case none
        case rawValue
        case description
        case hash
        case encode
        case codingKeys
        case size
        case value
        case keyedBy
    }

    /// The values of `size`.
    public enum Size: OpenEnum {
        case a
        case b
        /// A value that the spec does not list.
        case unknown(String)

        public init(rawValue: String) {
            switch rawValue {
            case "a": self = .a
            case "b": self = .b
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .a: "a"
            case .b: "b"
            case .unknown(let value): value
            }
        }
    }
}
