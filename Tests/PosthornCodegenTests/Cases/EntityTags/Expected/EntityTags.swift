// Generated from EntityTags/EntityTags.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `EntityTagsAPI`.
public struct EntityTagsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension EntityTagsAPI {
    /// `GET /items/{id}`.
    nonisolated(nonsending) public func get(id: Int) async throws(APIError) -> Tagged<TagItem> {
        try await send(Get(id: id))
    }

    /// The request behind ``get(id:)``.
    public struct Get: Endpoint {
        public typealias Output = Tagged<TagItem>

        public let id: Int

        public init(id: Int) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/items/{id}")
            request.path("id", id)
        }

        public static func output(from response: CallResponse) throws -> Output {
            try response.tagged(response.value())
        }
    }
}

extension EntityTagsAPI {
    /// `PATCH /items/{id}`.
    nonisolated(nonsending) public func save(
        id: Int, body: Tagged<TagItem>
    ) async throws(Save.Failure) -> Tagged<TagItem> {
        try await send(Save(id: id, body: body))
    }

    /// The request behind ``save(id:body:)``.
    public struct Save: Endpoint {
        public typealias Output = Tagged<TagItem>

        public let id: Int
        public let body: Tagged<TagItem>

        public init(id: Int, body: Tagged<TagItem>) {
            self.id = id
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.patch, "/items/{id}")
            request.bodyMediaType = "application/vnd.item+json"
            request.path("id", id)
            request.body(tagged: body)
        }

        public static func output(from response: CallResponse) throws -> Output {
            try response.tagged(response.value())
        }

        /// The ways in which ``save(id:body:)`` fails.
        public enum Failure: EndpointFailure {
            /// The value has changed since it was read.
            ///
            /// Status 412.
            case preconditionFailed(Documented<Void>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 412: .preconditionFailed(response.failure(named: "preconditionFailed"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .preconditionFailed(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension EntityTagsAPI {
    /// `PATCH /items/{id}`.
    nonisolated(nonsending) public func rename(
        id: Int, body: Tagged<TagItem>
    ) async throws(Rename.Failure) {
        try await send(Rename(id: id, body: body))
    }

    /// The request behind ``rename(id:body:)``.
    public struct Rename: Endpoint {
        public let id: Int
        public let body: Tagged<TagItem>

        public init(id: Int, body: Tagged<TagItem>) {
            self.id = id
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.patch, "/items/{id}")
            request.path("id", id)
            request.body(tagged: body)
        }

        /// The ways in which ``rename(id:body:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<Void>)
            /// Status 412.
            case changed(Documented<TagItem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(response.failure(named: "notFound"))
                case 412: .changed(try response.failure(named: "changed"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .changed(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension EntityTagsAPI {
    /// `GET /items/{id}/text`.
    nonisolated(nonsending) public func read(id: Int) async throws(APIError) -> Read.Output {
        try await send(Read(id: id))
    }

    /// The request behind ``read(id:)``.
    public struct Read: Endpoint {
        public let id: Int

        public init(id: Int) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/items/{id}/text")
            request.responsePolicy = .raw
            request.path("id", id)
        }

        public static func output(from response: CallResponse) throws -> Output {
            try Output(
                value: response.tagged(response.value()),
                contentType: response.header("Content-Type"))
        }

        /// What ``read(id:)`` returns, with header fields of the response.
        public struct Output: Sendable {
            /// The body.
            public var value: Tagged<Data>

            /// The header `Content-Type`.
            public let contentType: String

            public init(value: Tagged<Data>, contentType: String) {
                self.value = value
                self.contentType = contentType
            }
        }
    }
}

extension EntityTagsAPI {
    /// `PUT /items/{id}/text`.
    nonisolated(nonsending) public func write(
        id: Int, body: Tagged<String>
    ) async throws(Write.Failure) {
        try await send(Write(id: id, body: body))
    }

    /// The request behind ``write(id:body:)``.
    public struct Write: Endpoint {
        public typealias Failure = Save.Failure

        public let id: Int
        public let body: Tagged<String>

        public init(id: Int, body: Tagged<String>) {
            self.id = id
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/items/{id}/text")
            request.path("id", id)
            request.text(body, as: "text/plain")
        }
    }
}

extension EntityTagsAPI {
    /// `PUT /items/{id}/image`.
    /// - Parameter contentType: The media type of the body. The default is `image/png`.
    nonisolated(nonsending) public func paint(
        id: Int, body: Tagged<Data>, as contentType: Paint.ContentType = .png
    ) async throws(Paint.Failure) {
        try await send(Paint(id: id, body: body, as: contentType))
    }

    /// The request behind ``paint(id:body:as:)``.
    public struct Paint: Endpoint {
        public typealias Failure = Save.Failure

        public let id: Int
        public let body: Tagged<Data>
        public let contentType: ContentType

        public init(id: Int, body: Tagged<Data>, as contentType: ContentType = .png) {
            self.id = id
            self.body = body
            self.contentType = contentType
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/items/{id}/image")
            request.path("id", id)
            request.bytes(body, as: contentType.rawValue)
        }

        /// The values of `Content-Type`.
        public enum ContentType: String, ClosedEnum {
            case png = "image/png"
            case webp = "image/webp"
        }
    }
}

extension EntityTagsAPI {
    /// `GET /items`.
    nonisolated(nonsending) public func list() async throws(APIError) -> Tagged<[TagItem]> {
        try await send(List())
    }

    /// The request behind ``list()``.
    public struct List: Endpoint {
        public typealias Output = Tagged<[TagItem]>

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/items")
        }

        public static func output(from response: CallResponse) throws -> Output {
            try response.tagged(response.lossyList())
        }
    }
}

extension EntityTagsAPI {
    /// `POST /items`.
    nonisolated(nonsending) public func create() async throws(APIError) -> Create.Output {
        try await send(Create())
    }

    /// The request behind ``create()``.
    public struct Create: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/items")
        }

        public static var addsWildcardToAccept: Bool { true }

        public static func output(from response: CallResponse) throws -> Output {
            switch response.status.code {
            case 201:
                try .created(
                    response.tagged(response.value()), location: response.header("Location"))
            case 202: .accepted(try response.tagged(response.value(by: .raw)))
            case 204: try response.validateEmpty(returning: .noContent)
            default: throw response.unexpectedStatus()
            }
        }

        /// What ``create()`` returns, by the status of the response.
        public enum Output: Sendable {
            /// Status 201.
            case created(Tagged<TagItem>, location: String)
            /// Status 202.
            case accepted(Tagged<Data>)
            /// Status 204.
            case noContent
        }
    }
}

/// The `TagItem` type of ``EntityTagsAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct TagItem: JSONModel {
    public var name: String

    public init(name: String) {
        self.name = name
    }

    public init(json: inout JSONReader) throws {
        name = ""
        var object = json.beginObject("name")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: name = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("name", name)
        json.endObject()
    }
}
