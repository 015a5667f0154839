// Generated from Errors/Errors.yaml. Edit the spec, not this file.

public import Posthorn

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
    public func act(id: Int) async throws(Act.Failure) {
        try await send(Act(id: id))
    }

    /// The request behind ``act(id:)``.
    public struct Act: Endpoint {
        public static let name = "act"

        public let id: Int

        public init(id: Int) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) throws {
            request.method(.post, "/act")
            try request.body("id", id)
        }

        /// The ways in which ``act(id:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 400.
            case badRequest(ErrorsProblem)
            /// Status 404.
            case notFound(ErrorsProblem)
            /// Status 409.
            case outOfStock(ErrorsProblem)
            /// Status 418.
            case status418([String])
            /// Status 422.
            case unprocessableContent([String: String])
            /// Status 500.
            case `default`(ErrorsProblem)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func documented(_ response: ReceivedResponse) throws -> Self? {
                switch response.status.code {
                case 400: .badRequest(try response.failure())
                case 404: .notFound(try response.failure())
                case 409: .outOfStock(try response.failure())
                case 418: .status418(try response.failure())
                case 422: .unprocessableContent(try response.failure())
                case 500: .default(try response.failure())
                default: nil
                }
            }
        }
    }
}

/// The `ErrorsProblem` type of ``ErrorsAPI``.
public final class ErrorsProblem: JSONModel {
    public let code: Int
    public let message: String

    public init(code: Int, message: String) {
        self.code = code
        self.message = message
    }

    public init(json: inout JSONReader) throws {
        var code: Int?
        var message: String?
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "code": json.read(&code)
            case "message": json.read(&message)
            default: json.skip()
            }
        }
        guard json.isIntact, let code, let message else {
            throw json.failure(in: object, needing: "code", "message")
        }
        self.code = code
        self.message = message
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("code", code)
        try json.write("message", message)
        json.endObject()
    }
}
