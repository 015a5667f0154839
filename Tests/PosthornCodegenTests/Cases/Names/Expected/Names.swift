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
public final class NamesProblem: JSONModel {
    public let container: String
    public let decoder: String
    public let `class`: String
    public let `default`: Int
    public let some: Int?
    public let none: Int?
    public let rawValue: Int
    public let description: String
    public let hash: String
    public let encode: Bool
    public let codingKeys: Int
    public let size: Size
    public let value: String
    public let keyedBy: String

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
        var container: String?
        var decoder: String?
        var `class`: String?
        var `default`: Int?
        var some: Int?
        var none: Int?
        var rawValue: Int?
        var description: String?
        var hash: String?
        var encode: Bool?
        var codingKeys: Int?
        var size: Size?
        var value: String?
        var keyedBy: String?
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "container": json.read(&container)
            case "decoder": json.read(&decoder)
            case "class": json.readIfPresent(&`class`)
            case "default": json.read(&`default`)
            case "some": json.readIfPresent(&some)
            case "none": json.readIfPresent(&none)
            case "rawValue": json.read(&rawValue)
            case "description": json.read(&description)
            case "hash": json.read(&hash)
            case "encode": json.read(&encode)
            case "codingKeys": json.read(&codingKeys)
            case "size": json.read(&size)
            case "value": json.read(&value)
            case "keyedBy": json.read(&keyedBy)
            default: json.skip()
            }
        }
        guard json.isIntact, let container, let decoder, let `default`, let rawValue,
            let description, let hash, let encode, let codingKeys, let size, let value, let keyedBy
        else {
            throw json.failure(
                in: object, needing: "container", "decoder", "default", "rawValue", "description",
                "hash", "encode", "codingKeys", "size", "value", "keyedBy")
        }
        self.container = container
        self.decoder = decoder
        self.class = `class` ?? "none"
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

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("container", container)
        try json.write("decoder", decoder)
        try json.write("class", `class`)
        try json.write("default", `default`)
        try json.writeIfPresent("some", some)
        try json.writeIfPresent("none", none)
        try json.write("rawValue", rawValue)
        try json.write("description", description)
        try json.write("hash", hash)
        try json.write("encode", encode)
        try json.write("codingKeys", codingKeys)
        try json.write("size", size)
        try json.write("value", value)
        try json.write("keyedBy", keyedBy)
        json.endObject()
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
