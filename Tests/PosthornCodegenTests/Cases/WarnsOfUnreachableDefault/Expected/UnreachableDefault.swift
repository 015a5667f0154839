// Generated from WarnsOfUnreachableDefault/UnreachableDefault.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `UnreachableDefaultAPI`.
public struct UnreachableDefaultAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension UnreachableDefaultAPI {
    /// `GET /orders`.
    nonisolated(nonsending) public func getOrder() async throws(GetOrder.Failure) {
        try await send(GetOrder())
    }

    /// The request behind ``getOrder()``.
    public struct GetOrder: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders")
            request.redirects = .never
        }

        /// The ways in which ``getOrder()`` fails.
        public enum Failure: EndpointFailure {
            /// A status from 300 to 399.
            case redirection(status: Int, Documented<UnreachableDefaultProblem>)
            /// A status from 400 to 499.
            case clientError(status: Int, Documented<UnreachableDefaultProblem>)
            /// A status from 500 to 599.
            case serverError(status: Int, Documented<UnreachableDefaultProblem>)
            /// Any other status that is no success.
            case unexpected(status: Int, Documented<UnreachableDefaultProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 300...399:
                    .redirection(
                        status: response.status.code, try response.failure(named: "redirection"))
                case 400...499:
                    .clientError(
                        status: response.status.code, try response.failure(named: "clientError"))
                case 500...599:
                    .serverError(
                        status: response.status.code, try response.failure(named: "serverError"))
                default:
                    .unexpected(
                        status: response.status.code, try response.failure(named: "unexpected"))
                }
            }

            public var apiError: APIError {
                switch self {
                case .redirection(_, let failure): failure.apiError
                case .clientError(_, let failure): failure.apiError
                case .serverError(_, let failure): failure.apiError
                case .unexpected(_, let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

/// The `UnreachableDefaultProblem` type of ``UnreachableDefaultAPI``.
public struct UnreachableDefaultProblem: JSONModel {
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
