// Generated from Outbox/Outbox.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `OutboxAPI`.
public struct OutboxAPI: OutboxService {
    /// The base URL that is used when the configuration names none.
    public static let server: String? = "https://outbox.example"

    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// The ciphers that the spec names.
    public var ciphers: Ciphers
    /// The signers that the spec names.
    public var signers: Signers
    /// The credentials that the spec names.
    public var auth: Auth

    /// Creates a client of the service.
    public init(
        _ configuration: ClientConfiguration, ciphers: Ciphers, signers: Signers, auth: Auth
    ) {
        self.configuration = configuration
        self.ciphers = ciphers
        self.signers = signers
        self.auth = auth
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.auth = .bearer("user")
    }

    /// The endpoints that an outbox delivers.
    public static var outboxEndpoints: [any OutboxEndpoint.Type] {
        var list: [any OutboxEndpoint.Type] = []
        list.append(OutboxAPI.SaveNote.self)
        list.append(OutboxAPI.AddNote.self)
        list.append(OutboxAPI.RemoveNote.self)
        list.append(OutboxAPI.Drafts.Save.self)
        return list
    }

    /// Finds the cipher that an endpoint names.
    public func cipher(named name: String) -> (any PayloadCipher)? {
        switch name {
        case "partner": ciphers.partner
        default: nil
        }
    }

    /// Finds the signer that an endpoint names.
    public func signer(named name: String) -> (any Signer)? {
        switch name {
        case "device": signers.device
        default: nil
        }
    }

    /// Finds the credential that an endpoint names.
    public func credential(named name: String) -> Credential? {
        switch name {
        case "user": auth.user
        default: nil
        }
    }

    /// The ciphers of ``OutboxAPI``; the keys are bound here and never in the spec.
    public struct Ciphers: Sendable {
        /// The cipher that the spec names `partner`.
        public var partner: any PayloadCipher

        /// Creates the set of ciphers.
        public init(partner: any PayloadCipher) {
            self.partner = partner
        }
    }

    /// The signers of ``OutboxAPI``; the keys are bound here and never in the spec.
    public struct Signers: Sendable {
        /// The signer that the spec names `device`.
        public var device: any Signer

        /// Creates the set of signers.
        public init(device: any Signer) {
            self.device = device
        }
    }

    /// The credentials of ``OutboxAPI``; their values are bound here and never in the spec.
    public struct Auth: Sendable {
        /// Sent as `Authorization: Bearer …`.
        public var user: Credential

        /// Creates the set of credentials.
        public init(user: Credential) {
            self.user = user
        }
    }
}

extension OutboxAPI {
    /// The calls of the group `drafts`.
    public var drafts: Drafts { Drafts(api: self) }

    /// The calls of the group `drafts`.
    public struct Drafts: Sendable {
        /// The service that makes the calls.
        public let api: OutboxAPI
    }
}

extension OutboxAPI {
    /// `PUT /notes/{id}`, body sealed with the `partner` cipher, signed with the `device` signer.
    nonisolated(nonsending) public func saveNote(
        id: String, text: String
    ) async throws(SaveNote.Failure) -> OutboxNote {
        try await send(SaveNote(id: id, text: text))
    }

    /// The request behind ``saveNote(id:text:)``.
    public struct SaveNote: OutboxEndpoint {
        public typealias Output = OutboxNote

        public let id: String
        public let text: String

        public init(id: String, text: String) {
            self.id = id
            self.text = text
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/notes/{id}")
            Self.prepareDelivery(&request)
            request.path("id", id)
            request.body("text", text)
        }

        public static func prepareDelivery(_ request: inout RequestBuilder) {
            request.cipher = .named("partner")
            request.signer = .named("device")
            request.timeouts.total = .seconds(10)
        }

        public var deliveryKey: String? { Self.key(id) }

        /// The ways in which ``saveNote(id:text:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 409.
            case conflict(Documented<OutboxProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 409: .conflict(try response.failure(named: "conflict"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .conflict(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension OutboxAPI {
    /// `POST /notes`.
    /// - Parameter book: Not sent when `nil`.
    nonisolated(nonsending) public func addNote(
        text: String, book: String? = nil
    ) async throws(APIError) -> OutboxNote {
        try await send(AddNote(text: text, book: book))
    }

    /// The request behind ``addNote(text:book:)``.
    public struct AddNote: OutboxEndpoint {
        public typealias Output = OutboxNote

        public let book: String?
        public let text: String

        public init(text: String, book: String? = nil) {
            self.book = book
            self.text = text
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/notes")
            Self.prepareDelivery(&request)
            request.body("book", book)
            request.body("text", text)
        }

        public static func prepareDelivery(_ request: inout RequestBuilder) {
            request.sendsIdempotencyKey = true
        }

        public var deliveryKey: String? { Self.key(book) }

        public static var deadLetterBlocksKey: Bool { false }
    }
}

extension OutboxAPI {
    /// `DELETE /notes/{id}`.
    nonisolated(nonsending) public func removeNote(id: String) async throws(APIError) {
        try await send(RemoveNote(id: id))
    }

    /// The request behind ``removeNote(id:)``.
    public struct RemoveNote: OutboxEndpoint {
        public let id: String

        public init(id: String) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.delete, "/notes/{id}")
            request.path("id", id)
        }
    }
}

extension OutboxAPI.Drafts {
    /// `PUT /drafts/{id}`.
    nonisolated(nonsending) public func save(
        id: Int, text: String
    ) async throws(APIError) -> OutboxNote {
        try await api.send(Save(id: id, text: text))
    }

    /// The request behind ``save(id:text:)``.
    public struct Save: OutboxEndpoint {
        public static var name: String { "drafts.save" }

        public typealias Output = OutboxNote

        public let id: Int
        public let text: String

        public init(id: Int, text: String) {
            self.id = id
            self.text = text
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/drafts/{id}")
            request.path("id", id)
            request.body("text", text)
        }

        public var deliveryKey: String? { Self.key(id) }
    }
}

/// The `OutboxNote` type of ``OutboxAPI``.
public struct OutboxNote: JSONModel {
    public var id: String
    public var version: Int

    public init(id: String, version: Int) {
        self.id = id
        self.version = version
    }

    public init(json: inout JSONReader) throws {
        id = ""
        version = 0
        var object = json.beginObject("id version")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.string()
            case 1: version = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("version", version)
        json.endObject()
    }
}

/// The `OutboxProblem` type of ``OutboxAPI``.
public struct OutboxProblem: JSONModel {
    public var title: String

    public init(title: String) {
        self.title = title
    }

    public init(json: inout JSONReader) throws {
        title = ""
        var object = json.beginObject("title")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: title = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("title", title)
        json.endObject()
    }
}
