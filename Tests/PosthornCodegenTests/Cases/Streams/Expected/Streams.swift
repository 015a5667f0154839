// Generated from Streams/Streams.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `StreamsAPI`.
public struct StreamsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    private static let envelope: any ResponsePolicy = .envelope(
        code: "code", message: "message", payload: "data", success: 0)

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.responsePolicy = Self.envelope
    }
}

extension StreamsAPI {
    /// `GET /raw`.
    nonisolated(nonsending) public func raw() async throws(APIError) -> ByteStream {
        try await stream(Raw())
    }

    /// The request behind ``raw()``.
    public struct Raw: StreamEndpoint {
        public typealias Output = ByteStream

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/raw")
        }
    }
}

extension StreamsAPI {
    /// `GET /files/{id}`.
    /// - Parameters:
    ///   - version: The default is `1`.
    ///   - destination: The file to write; it is replaced when the response is complete.
    nonisolated(nonsending) public func download(
        id: String, version: Int = 1, to destination: URL
    ) async throws(Download.Failure) -> DownloadedFile {
        try await download(Download(id: id, version: version), to: destination)
    }

    /// The request behind ``download(id:version:to:)``.
    public struct Download: DownloadEndpoint {
        public let id: String
        public let version: Int

        public init(id: String, version: Int = 1) {
            self.id = id
            self.version = version
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/files/{id}")
            request.path("id", id)
            request.query("version", version)
        }

        /// The ways in which ``download(id:version:to:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<StreamsProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension StreamsAPI {
    /// Watches the prices.
    ///
    /// `GET /prices`.
    nonisolated(nonsending) public func watch()
        async throws(Watch.Failure) -> EventStream<StreamsPrice>
    {
        try await stream(Watch())
    }

    /// The request behind ``watch()``.
    public struct Watch: StreamEndpoint {
        public typealias Output = EventStream<StreamsPrice>

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/prices")
            request.responsePolicy = .json
        }

        /// The ways in which ``watch()`` fails.
        public enum Failure: EndpointFailure {
            /// A status from 400 to 499.
            case clientError(status: Int, Documented<StreamsProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 400...499:
                    .clientError(
                        status: response.status.code, try response.failure(named: "clientError"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .clientError(_, let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension StreamsAPI {
    /// `GET /log`.
    nonisolated(nonsending) public func log() async throws(APIError) -> LineStream<StreamsPrice> {
        try await stream(Log())
    }

    /// The request behind ``log()``.
    public struct Log: StreamEndpoint {
        public typealias Output = LineStream<StreamsPrice>

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/log")
            request.responsePolicy = .json
            request.timeouts.total = .seconds(3600)
        }
    }
}

extension StreamsAPI {
    /// `GET /text`.
    nonisolated(nonsending) public func text() async throws(APIError) -> LineStream<String> {
        try await stream(Text())
    }

    /// The request behind ``text()``.
    public struct Text: StreamEndpoint {
        public typealias Output = LineStream<String>

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/text")
            request.responsePolicy = .raw
        }
    }
}

extension StreamsAPI {
    /// `GET /numbers`.
    nonisolated(nonsending) public func numbers() async throws(APIError) -> EventStream<[Int]> {
        try await stream(Numbers())
    }

    /// The request behind ``numbers()``.
    public struct Numbers: StreamEndpoint {
        public typealias Output = EventStream<[Int]>

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/numbers")
            request.responsePolicy = .json
        }
    }
}

/// The `StreamsPrice` type of ``StreamsAPI``.
public struct StreamsPrice: JSONModel {
    public var sku: String
    public var amount: Int

    public init(sku: String, amount: Int) {
        self.sku = sku
        self.amount = amount
    }

    public init(json: inout JSONReader) throws {
        sku = ""
        amount = 0
        var object = json.beginObject("sku amount")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: sku = json.string()
            case 1: amount = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("sku", sku)
        json.write("amount", amount)
        json.endObject()
    }
}

/// The `StreamsProblem` type of ``StreamsAPI``.
public struct StreamsProblem: JSONModel {
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
