// Generated from ErrorEnvelope/ErrorEnvelope.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `ErrorEnvelopeAPI`.
public struct ErrorEnvelopeAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    private static let envelope: any ResponsePolicy = .envelope(
        message: "error.message", payload: "result", error: "error")

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.responsePolicy = Self.envelope
    }
}

extension ErrorEnvelopeAPI {
    /// `GET /a`.
    nonisolated(nonsending) public func wrapped() async throws(APIError) -> Int {
        try await send(Wrapped())
    }

    /// The request behind ``wrapped()``.
    public struct Wrapped: Endpoint {
        public typealias Output = Int

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/a")
        }
    }
}

extension ErrorEnvelopeAPI {
    /// `GET /b`.
    nonisolated(nonsending) public func optional() async throws(APIError) -> Int? {
        try await send(OptionalCall())
    }

    /// The request behind ``optional()``.
    public struct OptionalCall: Endpoint {
        public typealias Output = Int?

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/b")
        }
    }
}

extension ErrorEnvelopeAPI {
    /// `POST /c`.
    nonisolated(nonsending) public func nothing() async throws(APIError) {
        try await send(Nothing())
    }

    /// The request behind ``nothing()``.
    public struct Nothing: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/c")
        }
    }
}

extension ErrorEnvelopeAPI {
    /// `POST /d`.
    nonisolated(nonsending) public func rpc() async throws(Rpc.Failure) -> Int {
        try await send(Rpc())
    }

    /// The request behind ``rpc()``.
    public struct Rpc: Endpoint {
        public typealias Output = Int

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/d")
            request.responsePolicy = .envelope(
                code: "error.code", message: "error.message", payload: "result", error: "error",
                success: nil)
        }

        /// The ways in which ``rpc()`` fails.
        public enum Failure: EndpointFailure {
            /// Code `-32601`.
            case unknownMethod(Documented<ErrorEnvelopeDetail>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(
                code: EnvelopeCode, from response: CallResponse
            ) throws -> Self? {
                switch code {
                case -32601: .unknownMethod(try response.failure(named: "unknownMethod"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .unknownMethod(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension ErrorEnvelopeAPI {
    /// `GET /e`.
    nonisolated(nonsending) public func lenient() async throws(APIError) -> Int {
        try await send(Lenient())
    }

    /// The request behind ``lenient()``.
    public struct Lenient: Endpoint {
        public typealias Output = Int

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/e")
            request.responsePolicy = .envelope(code: "errcode", payload: "data", success: 0, nil)
        }
    }
}

extension ErrorEnvelopeAPI {
    /// `GET /f`.
    nonisolated(nonsending) public func textual() async throws(Textual.Failure) -> Int {
        try await send(Textual())
    }

    /// The request behind ``textual()``.
    public struct Textual: Endpoint {
        public typealias Output = Int

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/f")
            request.responsePolicy = .envelope(payload: "data", error: "error")
        }

        /// The ways in which ``textual()`` fails.
        public enum Failure: EndpointFailure {
            /// Code `"invalid_auth"`.
            case invalidAuth(Documented<Void>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(
                code: EnvelopeCode, from response: CallResponse
            ) throws -> Self? {
                switch code {
                case "invalid_auth": .invalidAuth(response.failure(named: "invalidAuth"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .invalidAuth(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension ErrorEnvelopeAPI {
    /// `GET /g`.
    nonisolated(nonsending) public func silent() async throws(APIError) -> Int {
        try await send(Silent())
    }

    /// The request behind ``silent()``.
    public struct Silent: Endpoint {
        public typealias Output = Int

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/g")
            request.responsePolicy = .envelope(code: "error", payload: "data", success: nil)
        }
    }
}

/// The `ErrorEnvelopeDetail` type of ``ErrorEnvelopeAPI``.
public struct ErrorEnvelopeDetail: JSONModel {
    public var data: String

    public init(data: String) {
        self.data = data
    }

    public init(json: inout JSONReader) throws {
        data = ""
        var object = json.beginObject("data")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: data = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("data", data)
        json.endObject()
    }
}
