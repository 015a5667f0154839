// Generated from WarnsOfUnreachableClass/UnreachableClass.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `UnreachableClassAPI`.
public struct UnreachableClassAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension UnreachableClassAPI {
    /// `GET /orders`.
    nonisolated(nonsending) public func getOrder() async throws(GetOrder.Failure) {
        try await send(GetOrder())
    }

    /// The request behind ``getOrder()``.
    public struct GetOrder: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders")
        }

        /// The ways in which ``getOrder()`` fails.
        public enum Failure: EndpointFailure {
            /// A status from 200 to 299.
            case successful(status: Int, Documented<UnreachableClassProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 200...299:
                    .successful(
                        status: response.status.code, try response.failure(named: "successful"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .successful(_, let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

/// The `UnreachableClassProblem` type of ``UnreachableClassAPI``.
public struct UnreachableClassProblem: JSONModel {
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
