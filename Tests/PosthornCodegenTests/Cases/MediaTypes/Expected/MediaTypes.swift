// Generated from MediaTypes/MediaTypes.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `MediaTypesAPI`.
public struct MediaTypesAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.responsePolicy(.json, accepting: "application/x-amz-json-1.0", "text/html;q=0.9")
        request.bodyMediaType = "application/x-amz-json-1.0"
    }
}

extension MediaTypesAPI {
    /// `POST /items`.
    nonisolated(nonsending) public func putItem(
        id: Int
    ) async throws(PutItem.Failure) -> MediaItem {
        try await send(PutItem(id: id))
    }

    /// The request behind ``putItem(id:)``.
    public struct PutItem: Endpoint {
        public typealias Output = MediaItem

        public let id: Int

        public init(id: Int) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/items")
            request.body("id", id)
        }

        /// The ways in which ``putItem(id:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 400.
            case badRequest(Documented<MediaItem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 400: .badRequest(try response.failure(named: "badRequest"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .badRequest(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension MediaTypesAPI {
    /// `PUT /items`.
    nonisolated(nonsending) public func putPlain(body: MediaItem) async throws(APIError) {
        try await send(PutPlain(body: body))
    }

    /// The request behind ``putPlain(body:)``.
    public struct PutPlain: Endpoint {
        public let body: MediaItem

        public init(body: MediaItem) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/items")
            request.bodyMediaType = "application/json"
            request.body(body)
        }
    }
}

extension MediaTypesAPI {
    /// `PUT /manifests`.
    /// - Parameter contentType: The media type of the body. The default is
    ///   `application/vnd.oci.image.manifest.v1+json`.
    nonisolated(nonsending) public func putManifest(
        body: MediaItem, as contentType: PutManifest.ContentType = .ociImageManifestV1
    ) async throws(APIError) -> PutManifest.Output {
        try await send(PutManifest(body: body, as: contentType))
    }

    /// The request behind ``putManifest(body:as:)``.
    public struct PutManifest: Endpoint {
        public let body: MediaItem
        public let contentType: ContentType

        public init(body: MediaItem, as contentType: ContentType = .ociImageManifestV1) {
            self.body = body
            self.contentType = contentType
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/manifests")
            request.responsePolicy(
                .json, accepting: "application/vnd.docker.manifest.v2+json",
                "application/json;q=0.9")
            request.bodyMediaType = contentType.rawValue
            request.body(body)
        }

        public static var addsWildcardToAccept: Bool { true }

        public static func output(from response: CallResponse) throws -> Output {
            switch response.status.code {
            case 200: .ok(try response.value())
            case 206: .partialContent(try response.value(by: .raw))
            case 204: try response.validateEmpty(returning: .noContent)
            default: throw response.unexpectedStatus()
            }
        }

        /// What ``putManifest(body:as:)`` returns, by the status of the response.
        public enum Output: Sendable {
            /// Status 200.
            case ok(MediaItem)
            /// Status 206.
            case partialContent(Data)
            /// Status 204.
            case noContent
        }

        /// The values of `Content-Type`.
        public enum ContentType: String, ClosedEnum {
            case ociImageManifestV1 = "application/vnd.oci.image.manifest.v1+json"
            case dockerManifestV2 = "application/vnd.docker.manifest.v2+json"
        }
    }
}

extension MediaTypesAPI {
    /// `PUT /named`.
    /// - Parameter contentType: The media type of the body. The default is `application/json`.
    nonisolated(nonsending) public func putNamed(
        id: Int, as contentType: PutNamed.ContentType = .plain
    ) async throws(APIError) {
        try await send(PutNamed(id: id, as: contentType))
    }

    /// The request behind ``putNamed(id:as:)``.
    public struct PutNamed: Endpoint {
        public let id: Int
        public let contentType: ContentType

        public init(id: Int, as contentType: ContentType = .plain) {
            self.id = id
            self.contentType = contentType
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/named")
            request.bodyMediaType = contentType.rawValue
            request.body("id", id)
        }

        /// The values of `Content-Type`.
        public enum ContentType: String, ClosedEnum {
            case plain = "application/json"
            case merge = "application/merge-patch+json"
        }
    }
}

extension MediaTypesAPI {
    /// `GET /table`.
    nonisolated(nonsending) public func getTable() async throws(APIError) -> String {
        try await send(GetTable())
    }

    /// The request behind ``getTable()``.
    public struct GetTable: Endpoint {
        public typealias Output = String

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/table")
            request.responsePolicy(.text, accepting: "text/csv", "text/plain;q=0.9")
        }
    }
}

extension MediaTypesAPI {
    /// `GET /bytes`.
    nonisolated(nonsending) public func getBytes() async throws(APIError) -> Data {
        try await send(GetBytes())
    }

    /// The request behind ``getBytes()``.
    public struct GetBytes: Endpoint {
        public typealias Output = Data

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/bytes")
            request.responsePolicy(.raw, accepting: "image/webp")
        }
    }
}

extension MediaTypesAPI {
    /// `GET /file`.
    /// - Parameter destination: The file to write; it is replaced when the response is complete.
    nonisolated(nonsending) public func getFile(
        to destination: URL
    ) async throws(APIError) -> DownloadedFile {
        try await download(GetFile(), to: destination)
    }

    /// The request behind ``getFile(to:)``.
    public struct GetFile: DownloadEndpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/file")
            request.responsePolicy(.raw, accepting: "application/pdf", "image/png;q=0.9")
        }
    }
}

extension MediaTypesAPI {
    /// `GET /lines`.
    nonisolated(nonsending) public func getLines() async throws(APIError) -> LineStream<MediaItem> {
        try await stream(GetLines())
    }

    /// The request behind ``getLines()``.
    public struct GetLines: StreamEndpoint {
        public typealias Output = LineStream<MediaItem>

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/lines")
            request.responsePolicy(.json, accepting: "application/vnd.log")
        }
    }
}

extension MediaTypesAPI {
    /// `PUT /photo`.
    /// - Parameter mediaType: The default is `image/png`.
    nonisolated(nonsending) public func putPhoto(
        body: HTTPBody, mediaType: String = "image/png"
    ) async throws(APIError) {
        try await send(PutPhoto(body: body, mediaType: mediaType))
    }

    /// The request behind ``putPhoto(body:mediaType:)``.
    public struct PutPhoto: Endpoint {
        public let mediaType: String
        public let body: HTTPBody

        public init(body: HTTPBody, mediaType: String = "image/png") {
            self.mediaType = mediaType
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/photo")
            request.header("Content-Type", mediaType)
            request.upload(body, as: "application/octet-stream")
        }
    }
}

/// The `MediaItem` type of ``MediaTypesAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct MediaItem: JSONModel {
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
