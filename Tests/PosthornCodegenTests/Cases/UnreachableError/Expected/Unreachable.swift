// Generated from UnreachableError/Unreachable.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `UnreachableAPI`.
public struct UnreachableAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension UnreachableAPI {
    /// `GET /act`.
    nonisolated(nonsending) public func act() async throws(Act.Failure) {
        try await send(Act())
    }

    /// The request behind ``act()``.
    public struct Act: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/act")
            request.redirects = .never
        }

        /// The ways in which ``act()`` fails.
        public enum Failure: EndpointFailure {
            /// Status 204.
            case noContent(Documented<UnreachableProblem>)
            /// Status 302.
            case found(Documented<UnreachableProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 204: .noContent(try response.failure(named: "noContent"))
                case 302: .found(try response.failure(named: "found"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .noContent(let failure): failure.apiError
                case .found(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

/// The `UnreachableProblem` type of ``UnreachableAPI``.
public struct UnreachableProblem: JSONModel {
    public var code: Int

    public init(code: Int) {
        self.code = code
    }

    public init(json: inout JSONReader) throws {
        code = 0
        var object = json.beginObject("code")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: code = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("code", code)
        json.endObject()
    }
}
