// Generated from Petstore/Petstore.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `PetstoreAPI`.
public struct PetstoreAPI: APIService {
    /// The base URL that is used when the configuration names none.
    public static let server: String? = "http://petstore.swagger.io/v1"

    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension PetstoreAPI {
    /// List all pets.
    ///
    /// `GET /pets`.
    /// - Parameter limit: How many items to return at one time. Not sent when `nil`.
    nonisolated(nonsending) public func listPets(
        limit: Int? = nil
    ) async throws(ListPets.Failure) -> ListPets.Output {
        try await send(ListPets(limit: limit))
    }

    /// The request behind ``listPets(limit:)``.
    public struct ListPets: Endpoint {
        public let limit: Int?

        public init(limit: Int? = nil) {
            self.limit = limit
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/pets")
            request.check("limit", limit, atMost: 100)
            request.query("limit", limit)
        }

        public static func output(from response: CallResponse) throws -> Output {
            try Output(value: response.value(), next: response.header("x-next"))
        }

        /// What ``listPets(limit:)`` returns, with header fields of the response.
        public struct Output: Sendable {
            /// The body.
            public var value: [Pet]

            /// A link to the next page of responses.
            public let next: String?

            public init(value: [Pet], next: String? = nil) {
                self.value = value
                self.next = next
            }
        }

        /// The ways in which ``listPets(limit:)`` fails.
        public enum Failure: EndpointFailure {
            /// Any other status that is no success.
            case unexpected(status: Int, Documented<PetstoreProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                .unexpected(status: response.status.code, try response.failure(named: "unexpected"))
            }

            public var apiError: APIError {
                switch self {
                case .unexpected(_, let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension PetstoreAPI {
    /// Create a pet.
    ///
    /// `POST /pets`.
    nonisolated(nonsending) public func createPets(body: Pet) async throws(CreatePets.Failure) {
        try await send(CreatePets(body: body))
    }

    /// The request behind ``createPets(body:)``.
    public struct CreatePets: Endpoint {
        public typealias Failure = ListPets.Failure

        public let body: Pet

        public init(body: Pet) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/pets")
            request.body(body)
        }
    }
}

extension PetstoreAPI {
    /// Info for a specific pet.
    ///
    /// `GET /pets/{petId}`.
    nonisolated(nonsending) public func showPetById(
        petID: String
    ) async throws(ShowPetById.Failure) -> Pet {
        try await send(ShowPetById(petID: petID))
    }

    /// The request behind ``showPetById(petID:)``.
    public struct ShowPetById: Endpoint {
        public typealias Output = Pet
        public typealias Failure = ListPets.Failure

        public let petID: String

        public init(petID: String) {
            self.petID = petID
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/pets/{petId}")
            request.path("petId", petID)
        }
    }
}

/// The `Pet` type of ``PetstoreAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct Pet: JSONModel {
    public var id: Int
    public var name: String
    public var tag: String?

    public init(id: Int, name: String, tag: String? = nil) {
        self.id = id
        self.name = name
        self.tag = tag
    }

    public init(json: inout JSONReader) throws {
        id = 0
        name = ""
        var object = json.beginObject("id name tag?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            case 1: name = json.string()
            case 2: tag = json.stringIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("name", name)
        json.writeIfPresent("tag", tag)
        json.endObject()
    }
}

/// The `PetstoreProblem` type of ``PetstoreAPI``.
public struct PetstoreProblem: JSONModel {
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
