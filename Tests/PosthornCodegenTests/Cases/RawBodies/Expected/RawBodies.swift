// Generated from RawBodies/RawBodies.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore
import PosthornFormats

/// A client of the service `RawBodiesAPI`.
public struct RawBodiesAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension RawBodiesAPI {
    /// `GET /a`.
    nonisolated(nonsending) public func picture() async throws(APIError) -> Picture.Output {
        try await send(Picture())
    }

    /// The request behind ``picture()``.
    public struct Picture: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/a")
            request.responsePolicy = .raw
        }

        public static func output(from response: CallResponse) throws -> Output {
            try Output(value: response.value(), eTag: response.header("ETag"))
        }

        /// What ``picture()`` returns, with header fields of the response.
        public struct Output: Sendable {
            /// The body.
            public var value: Data

            /// The header `ETag`.
            public let eTag: String?

            public init(value: Data, eTag: String? = nil) {
                self.value = value
                self.eTag = eTag
            }
        }
    }
}

extension RawBodiesAPI {
    /// `GET /b`.
    nonisolated(nonsending) public func note() async throws(APIError) -> Note.Output {
        try await send(Note())
    }

    /// The request behind ``note()``.
    public struct Note: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/b")
            request.responsePolicy = .raw
        }

        public static func output(from response: CallResponse) throws -> Output {
            try Output(value: response.value(), count: response.header("X-Count"))
        }

        /// What ``note()`` returns, with header fields of the response.
        public struct Output: Sendable {
            /// The body.
            public var value: String

            /// The header `X-Count`.
            public let count: Int

            public init(value: String, count: Int) {
                self.value = value
                self.count = count
            }
        }
    }
}

extension RawBodiesAPI {
    /// `GET /c`.
    nonisolated(nonsending) public func part() async throws(APIError) -> Part.Output {
        try await send(Part())
    }

    /// The request behind ``part()``.
    public struct Part: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/c")
            request.responsePolicy = .raw
        }

        public static func output(from response: CallResponse) throws -> Output {
            switch response.status.code {
            case 200: .ok(try response.value())
            case 206: .partialContent(try response.value())
            case 204: try response.validateEmpty(returning: .noContent)
            default: throw response.unexpectedStatus()
            }
        }

        /// What ``part()`` returns, by the status of the response.
        public enum Output: Sendable {
            /// Status 200.
            case ok(Data)
            /// Status 206.
            case partialContent(Data)
            /// Status 204.
            case noContent
        }
    }
}

extension RawBodiesAPI {
    /// `GET /d`.
    nonisolated(nonsending) public func job() async throws(APIError) -> Job.Output {
        try await send(Job())
    }

    /// The request behind ``job()``.
    public struct Job: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/d")
        }

        public static var addsWildcardToAccept: Bool { true }

        public static func output(from response: CallResponse) throws -> Output {
            switch response.status.code {
            case 200: .ok(try response.value(by: .raw))
            case 202: .accepted(try response.value())
            default: throw response.unexpectedStatus()
            }
        }

        /// What ``job()`` returns, by the status of the response.
        public enum Output: Sendable {
            /// Status 200.
            case ok(Data)
            /// Status 202.
            case accepted(RawJob)
        }
    }
}

extension RawBodiesAPI {
    /// `GET /e`.
    nonisolated(nonsending) public func words() async throws(APIError) -> Words.Output {
        try await send(Words())
    }

    /// The request behind ``words()``.
    public struct Words: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/e")
        }

        public static var addsWildcardToAccept: Bool { true }

        public static func output(from response: CallResponse) throws -> Output {
            switch response.status.code {
            case 200: .ok(try response.value(by: .raw))
            case 202: .accepted(try response.value())
            default: throw response.unexpectedStatus()
            }
        }

        /// What ``words()`` returns, by the status of the response.
        public enum Output: Sendable {
            /// Status 200.
            case ok(String)
            /// Status 202.
            case accepted(RawJob)
        }
    }
}

extension RawBodiesAPI {
    /// `GET /f`.
    nonisolated(nonsending) public func text() async throws(APIError) -> String? {
        try await send(Text())
    }

    /// The request behind ``text()``.
    public struct Text: Endpoint {
        public typealias Output = String?

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/f")
            request.responsePolicy = .raw
        }
    }
}

extension RawBodiesAPI {
    /// `GET /g`.
    nonisolated(nonsending) public func quoted() async throws(APIError) -> Quoted.Output {
        try await send(Quoted())
    }

    /// The request behind ``quoted()``.
    public struct Quoted: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/g")
            request.responsePolicy = .json
        }

        public static func output(from response: CallResponse) throws -> Output {
            switch response.status.code {
            case 200: .ok(try response.value())
            case 202: .accepted(try response.value())
            default: throw response.unexpectedStatus()
            }
        }

        /// What ``quoted()`` returns, by the status of the response.
        public enum Output: Sendable {
            /// Status 200.
            case ok(String)
            /// Status 202.
            case accepted(RawJob)
        }
    }
}

extension RawBodiesAPI {
    /// `PUT /h`.
    nonisolated(nonsending) public func store(body: RawJob) async throws(APIError) -> Store.Output {
        try await send(Store(body: body))
    }

    /// The request behind ``store(body:)``.
    public struct Store: Endpoint {
        public let body: RawJob

        public init(body: RawJob) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/h")
            request.body(body)
        }

        public static var addsWildcardToAccept: Bool { true }

        public static func output(from response: CallResponse) throws -> Output {
            try response.validateEmpty()
            return try Output(eTag: response.header("ETag"))
        }

        /// What ``store(body:)`` returns, with header fields of the response.
        public struct Output: Sendable {
            /// The header `ETag`.
            public let eTag: String?

            public init(eTag: String? = nil) {
                self.eTag = eTag
            }
        }
    }
}

extension RawBodiesAPI {
    /// `GET /i`.
    nonisolated(nonsending) public func export() async throws(Export.Failure) -> RawJob {
        try await send(Export())
    }

    /// The request behind ``export()``.
    public struct Export: Endpoint {
        public typealias Output = RawJob

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/i")
            request.responsePolicy = .xml
        }

        /// The ways in which ``export()`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<RawProblem>)
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

/// The `RawJob` type of ``RawBodiesAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct RawJob: JSONModel {
    public var ticket: String

    public init(ticket: String) {
        self.ticket = ticket
    }

    public init(json: inout JSONReader) throws {
        ticket = ""
        var object = json.beginObject("ticket")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: ticket = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("ticket", ticket)
        json.endObject()
    }
}

/// The `RawProblem` type of ``RawBodiesAPI``.
public struct RawProblem: JSONModel {
    public var message: String

    public init(message: String) {
        self.message = message
    }

    public init(json: inout JSONReader) throws {
        message = ""
        var object = json.beginObject("message")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: message = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("message", message)
        json.endObject()
    }
}
