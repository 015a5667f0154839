// Generated from Errors/Errors.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `ErrorsAPI`.
public struct ErrorsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension ErrorsAPI {
    /// `POST /act`.
    nonisolated(nonsending) public func act(id: Int) async throws(Act.Failure) {
        try await send(Act(id: id))
    }

    /// The request behind ``act(id:)``.
    public struct Act: Endpoint {
        public let id: Int

        public init(id: Int) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/act")
            request.body("id", id)
        }

        /// The ways in which ``act(id:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 400.
            case badRequest(Documented<ErrorsProblem>)
            /// Status 404.
            case notFound(Documented<ErrorsProblem>)
            /// Status 409.
            case outOfStock(Documented<ErrorsProblem>)
            /// Status 418.
            case status418(Documented<[String]>)
            /// Status 422.
            case unprocessableContent(Documented<[String: String]>)
            /// Status 500.
            case `default`(Documented<ErrorsProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 400: .badRequest(try response.failure(named: "badRequest"))
                case 404: .notFound(try response.failure(named: "notFound"))
                case 409: .outOfStock(try response.failure(named: "outOfStock"))
                case 418: .status418(try response.failure(named: "status418"))
                case 422: .unprocessableContent(try response.failure(named: "unprocessableContent"))
                case 500: .default(try response.failure(named: "default"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .badRequest(let failure): failure.apiError
                case .notFound(let failure): failure.apiError
                case .outOfStock(let failure): failure.apiError
                case .status418(let failure): failure.apiError
                case .unprocessableContent(let failure): failure.apiError
                case .default(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

/// The `ErrorsProblem` type of ``ErrorsAPI``.
public struct ErrorsProblem: JSONModel {
    public var code: Int
    public var message: String

    public init(code: Int, message: String) {
        self.code = code
        self.message = message
    }

    public init(json: inout JSONReader) throws {
        code = 0
        message = ""
        var object = json.beginObject("code message")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: code = json.int()
            case 1: message = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("code", code)
        json.write("message", message)
        json.endObject()
    }
}
