// Generated from RPC/RPC.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `RPCAPI`.
public struct RPCAPI: BatchService {
    /// How the server takes several calls in one exchange.
    public static var batch: BatchForm { .jsonRPC("/rpc") }

    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    private static let envelope: any ResponsePolicy = .envelope(
        code: "error.code", message: "error.message", payload: "result", error: "error",
        success: nil)

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.responsePolicy(
            Self.envelope, accepting: "application/json", "application/json-rpc;q=0.9")
    }
}

extension RPCAPI {
    /// `math.add`.
    nonisolated(nonsending) public func add(a: Int, b: Int) async throws(APIError) -> Int {
        try await send(Add(a: a, b: b))
    }

    /// The request behind ``add(a:b:)``.
    public struct Add: Endpoint {
        public typealias Output = Int

        public let a: Int
        public let b: Int

        public init(a: Int, b: Int) {
            self.a = a
            self.b = b
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/rpc")
            request.body("a", a)
            request.body("b", b)
            request.rpc("math.add")
        }
    }
}

extension RPCAPI {
    /// `math.subtract`.
    nonisolated(nonsending) public func subtract(body: RPCPair) async throws(APIError) -> Int {
        try await send(Subtract(body: body))
    }

    /// The request behind ``subtract(body:)``.
    public struct Subtract: Endpoint {
        public typealias Output = Int

        public let body: RPCPair

        public init(body: RPCPair) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/rpc")
            request.body(body)
            request.rpc("math.subtract")
        }
    }
}

extension RPCAPI {
    /// `ping`.
    nonisolated(nonsending) public func ping() async throws(APIError) {
        try await send(Ping())
    }

    /// The request behind ``ping()``.
    public struct Ping: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/rpc")
            request.rpc("ping")
        }
    }
}

extension RPCAPI {
    /// `find`.
    nonisolated(nonsending) public func find(id: Int) async throws(Find.Failure) -> RPCItem? {
        try await send(Find(id: id))
    }

    /// The request behind ``find(id:)``.
    public struct Find: Endpoint {
        public typealias Output = RPCItem?

        public let id: Int

        public init(id: Int) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/rpc")
            request.body("id", id)
            request.rpc("find")
        }

        /// The ways in which ``find(id:)`` fails.
        public enum Failure: EndpointFailure {
            /// Code `-32602`.
            case rpcProblem(Documented<RPCProblem>)
            /// Code `-32004`.
            case noItem(Documented<RPCProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(
                code: EnvelopeCode, from response: CallResponse
            ) throws -> Self? {
                switch code {
                case -32602: .rpcProblem(try response.failure(named: "rpcProblem"))
                case -32004: .noItem(try response.failure(named: "noItem"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .rpcProblem(let failure): failure.apiError
                case .noItem(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

/// The `RPCPair` type of ``RPCAPI``.
public struct RPCPair: JSONModel {
    public var first: Int
    public var second: Int

    public init(first: Int, second: Int) {
        self.first = first
        self.second = second
    }

    public init(json: inout JSONReader) throws {
        var elements = try json.beginTuple(2)
        first = try json.element(&elements)
        second = try json.element(&elements)
        try json.endTuple(&elements)
    }

    public func write(json: inout JSONWriter) {
        json.beginTuple()
        json.writeElement(first)
        json.writeElement(second)
        json.endTuple()
    }
}

/// The `RPCItem` type of ``RPCAPI``.
public struct RPCItem: JSONModel {
    public var id: Int

    public init(id: Int) {
        self.id = id
    }

    public init(json: inout JSONReader) throws {
        id = 0
        var object = json.beginObject("id")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
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

/// The `RPCProblem` type of ``RPCAPI``.
public struct RPCProblem: JSONModel {
    public var code: Int
    public var message: String
    public var data: JSONValue?

    public init(code: Int, message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    public init(json: inout JSONReader) throws {
        code = 0
        message = ""
        var object = json.beginObject("code message data?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: code = json.int()
            case 1: message = json.string()
            case 2: data = json.valueIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("code", code)
        json.write("message", message)
        json.writeIfPresent("data", data)
        json.endObject()
    }
}
