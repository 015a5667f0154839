// Generated from Batches/Batches.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `BatchesAPI`.
public struct BatchesAPI: BatchService {
    /// How the server takes several calls in one exchange.
    public static var batch: BatchForm { .requests("/$batch") }

    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// The credentials that the spec names.
    public var auth: Auth

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, auth: Auth) {
        self.configuration = configuration
        self.auth = auth
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.auth = .bearer("user")
    }

    /// Finds the credential that an endpoint names.
    public func credential(named name: String) -> Credential? {
        switch name {
        case "user": auth.user
        default: nil
        }
    }

    /// The credentials of ``BatchesAPI``; their values are bound here and never in the spec.
    public struct Auth: Sendable {
        /// Sent as `Authorization: Bearer …`.
        public var user: Credential

        /// Creates the set of credentials.
        public init(user: Credential) {
            self.user = user
        }
    }
}

extension BatchesAPI {
    /// `GET /me`.
    /// - Parameter expand: Not sent when `nil`.
    nonisolated(nonsending) public func me(
        expand: String? = nil
    ) async throws(APIError) -> BatchesItem {
        try await send(Me(expand: expand))
    }

    /// The request behind ``me(expand:)``.
    public struct Me: Endpoint {
        public typealias Output = BatchesItem

        public let expand: String?

        public init(expand: String? = nil) {
            self.expand = expand
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/me")
            request.query("expand", expand)
        }
    }
}

extension BatchesAPI {
    /// `GET /photos/{id}`.
    nonisolated(nonsending) public func photo(id: String) async throws(APIError) -> Data {
        try await send(Photo(id: id))
    }

    /// The request behind ``photo(id:)``.
    public struct Photo: Endpoint {
        public typealias Output = Data

        public let id: String

        public init(id: String) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/photos/{id}")
            request.responsePolicy = .raw
            request.path("id", id)
        }
    }
}

extension BatchesAPI {
    /// `POST /items`.
    nonisolated(nonsending) public func create(
        prefer: String, name: String
    ) async throws(Create.Failure) -> BatchesItem {
        try await send(Create(prefer: prefer, name: name))
    }

    /// The request behind ``create(prefer:name:)``.
    public struct Create: Endpoint {
        public typealias Output = BatchesItem

        public let prefer: String
        public let name: String

        public init(prefer: String, name: String) {
            self.prefer = prefer
            self.name = name
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/items")
            request.header("Prefer", prefer)
            request.body("name", name)
        }

        /// The ways in which ``create(prefer:name:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 409.
            case conflict(Documented<BatchesProblem>)
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

extension BatchesAPI {
    /// `DELETE /items/{id}`.
    nonisolated(nonsending) public func remove(id: String) async throws(APIError) {
        try await send(Remove(id: id))
    }

    /// The request behind ``remove(id:)``.
    public struct Remove: Endpoint {
        public let id: String

        public init(id: String) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.delete, "/items/{id}")
            request.path("id", id)
        }
    }
}

/// The `BatchesItem` type of ``BatchesAPI``.
public struct BatchesItem: JSONModel {
    public var id: Int

    public init(id: Int) {
        self.id = id
    }

    public init(json: inout JSONReader) throws {
        id = 0
        var object = json.beginObject("id")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.endObject()
    }
}

/// The `BatchesProblem` type of ``BatchesAPI``.
public struct BatchesProblem: JSONModel {
    public var reason: String

    public init(reason: String) {
        self.reason = reason
    }

    public init(json: inout JSONReader) throws {
        reason = ""
        var object = json.beginObject("reason")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: reason = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("reason", reason)
        json.endObject()
    }
}
