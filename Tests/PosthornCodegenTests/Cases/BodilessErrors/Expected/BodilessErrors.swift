// Generated from BodilessErrors/BodilessErrors.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `BodilessErrorsAPI`.
public struct BodilessErrorsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension BodilessErrorsAPI {
    /// `GET /a`.
    nonisolated(nonsending) public func read() async throws(Read.Failure) {
        try await send(Read())
    }

    /// The request behind ``read()``.
    public struct Read: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/a")
        }

        /// The ways in which ``read()`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<Void>)
            /// Status 409.
            case taken(Documented<Void>)
            /// Status 429.
            case tooManyRequests(Documented<BodilessProblem>)
            /// A status from 500 to 599.
            case serverError(status: Int, Documented<Void>)
            /// Any other status that is no success.
            case unexpected(status: Int, Documented<Void>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(response.failure(named: "notFound"))
                case 409: .taken(response.failure(named: "taken"))
                case 429: .tooManyRequests(try response.failure(named: "tooManyRequests"))
                case 500...599:
                    .serverError(
                        status: response.status.code, response.failure(named: "serverError"))
                default:
                    .unexpected(status: response.status.code, response.failure(named: "unexpected"))
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .taken(let failure): failure.apiError
                case .tooManyRequests(let failure): failure.apiError
                case .serverError(_, let failure): failure.apiError
                case .unexpected(_, let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension BodilessErrorsAPI {
    /// `HEAD /b`.
    nonisolated(nonsending) public func look() async throws(Look.Failure) {
        try await send(Look())
    }

    /// The request behind ``look()``.
    public struct Look: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.head, "/b")
        }

        /// The ways in which ``look()`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<Void>)
            /// Status 410.
            case lost(Documented<Void>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(response.failure(named: "notFound"))
                case 410: .lost(response.failure(named: "lost"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .lost(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

/// The `BodilessProblem` type of ``BodilessErrorsAPI``.
public struct BodilessProblem: JSONModel {
    public var seconds: Int

    public init(seconds: Int) {
        self.seconds = seconds
    }

    public init(json: inout JSONReader) throws {
        seconds = 0
        var object = json.beginObject("seconds")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: seconds = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("seconds", seconds)
        json.endObject()
    }
}
