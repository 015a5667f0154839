// Generated from ErrorClasses/ErrorClasses.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `ErrorClassesAPI`.
public struct ErrorClassesAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension ErrorClassesAPI {
    /// `POST /act`.
    nonisolated(nonsending) public func act() async throws(Act.Failure) {
        try await send(Act())
    }

    /// The request behind ``act()``.
    public struct Act: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/act")
        }

        /// The ways in which ``act()`` fails.
        public enum Failure: EndpointFailure {
            /// Any other status that is no success.
            case unexpected(status: Int, Documented<ErrorClassesText>)
            /// A status from 400 to 499.
            case clientError(status: Int, Documented<ErrorClassesProblem>)
            /// Status 404.
            case notFound(Documented<ErrorClassesProblem>)
            /// A status from 500 to 599.
            case down(status: Int, Documented<ErrorClassesText>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                case 400...499:
                    .clientError(
                        status: response.status.code, try response.failure(named: "clientError"))
                case 500...599:
                    .down(status: response.status.code, try response.failure(named: "down"))
                default:
                    .unexpected(
                        status: response.status.code, try response.failure(named: "unexpected"))
                }
            }

            public var apiError: APIError {
                switch self {
                case .unexpected(_, let failure): failure.apiError
                case .clientError(_, let failure): failure.apiError
                case .notFound(let failure): failure.apiError
                case .down(_, let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

/// The `ErrorClassesProblem` type of ``ErrorClassesAPI``.
public struct ErrorClassesProblem: JSONModel {
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

/// The `ErrorClassesText` type of ``ErrorClassesAPI``.
public struct ErrorClassesText: JSONModel {
    public var text: String

    public init(text: String) {
        self.text = text
    }

    public init(json: inout JSONReader) throws {
        text = ""
        var object = json.beginObject("text")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: text = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("text", text)
        json.endObject()
    }
}
