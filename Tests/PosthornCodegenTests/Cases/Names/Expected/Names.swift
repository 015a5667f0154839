// Generated from Names/Names.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

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
    nonisolated(nonsending) public func `repeat`(
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
        public let `in`: String
        public let name: String
        public let request: String
        public let send: String
        public let me: String
        public let output: String
        public let `default`: Int?
        public let `inout`: Int
        public let `let`: Int
        public let `var`: Int
        public let `where`: Int
        public let size: Size
        public let response: String
        public let documented: String

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

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/repeat/{in}")
            request.path("in", `in`)
            request.query("name", name)
            request.query("request", self.request)
            request.query("send", send)
            request.query("self_", me)
            request.query("output", output)
            request.query("default", `default`)
            request.query("inout", `inout`)
            request.query("let", `let`)
            request.query("var", `var`)
            request.query("where", `where`)
            request.query("size", size)
            request.query("response", response)
            request.query("documented", documented)
        }

        /// The ways in which
        /// ``repeat(in:name:request:send:me:output:inout:let:size:response:documented:default:var:where:)``
        /// fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case `in`(Documented<NamesProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .in(try response.failure(named: "in"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .in(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }

        /// The values of `size`.
        public enum Size: OpenEnum {
            case small
            case large
            /// A value that the spec does not list.
            case unknown(String)

            public static var knownCases: [Self] {
                [.small, .large]
            }

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
public struct NamesProblem: JSONModel {
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

    public init(json: inout JSONReader) throws {
        container = ""
        decoder = ""
        `class` = "none"
        `default` = 0
        rawValue = 0
        description = ""
        hash = ""
        encode = false
        codingKeys = 0
        var size: Size?
        value = ""
        keyedBy = ""
        var object = json.beginObject(
            """
            container decoder class? default some? none? rawValue description hash encode codingKeys
            size value keyedBy
            """)
        while let member = json.nextMember(&object) {
            switch member {
            case 0: container = json.string()
            case 1: decoder = json.string()
            case 2: `class` = json.stringIfPresent() ?? `class`
            case 3: `default` = json.int()
            case 4: some = json.intIfPresent()
            case 5: none = json.intIfPresent()
            case 6: rawValue = json.int()
            case 7: description = json.string()
            case 8: hash = json.string()
            case 9: encode = json.bool()
            case 10: codingKeys = json.int()
            case 11: size = json.value()
            case 12: value = json.string()
            case 13: keyedBy = json.string()
            default: break
            }
        }
        guard json.finish(object), let size else { throw json.takeFailure() }
        self.size = size
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("container", container)
        json.write("decoder", decoder)
        json.write("class", `class`)
        json.write("default", `default`)
        json.writeIfPresent("some", some)
        json.writeIfPresent("none", none)
        json.write("rawValue", rawValue)
        json.write("description", description)
        json.write("hash", hash)
        json.write("encode", encode)
        json.write("codingKeys", codingKeys)
        json.write("size", size)
        json.write("value", value)
        json.write("keyedBy", keyedBy)
        json.endObject()
    }

    /// The values of `size`.
    public enum Size: OpenEnum {
        case a
        case b
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.a, .b]
        }

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
