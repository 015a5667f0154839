// Generated from Answers/Answers.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `AnswersAPI`.
public struct AnswersAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension AnswersAPI {
    /// `POST /several`.
    nonisolated(nonsending) public func several() async throws(Several.Failure) -> Several.Output {
        try await send(Several())
    }

    /// The request behind ``several()``.
    public struct Several: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/several")
        }

        public static func output(from response: CallResponse) throws -> Output {
            switch response.status.code {
            case 200: .ok(try response.value())
            case 202: .accepted(try response.value())
            case 204: try response.validateEmpty(returning: .noContent)
            case 206: .part(try response.value())
            default: throw response.unexpectedStatus()
            }
        }

        /// What ``several()`` returns, by the status of the response.
        public enum Output: Sendable {
            /// Status 200.
            case ok(AnswersItem)
            /// Status 202.
            case accepted(AnswersJob)
            /// Status 204.
            case noContent
            /// Status 206.
            case part([Int])
        }

        /// The ways in which ``several()`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<AnswersItem>)
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

extension AnswersAPI {
    /// `GET /headers`.
    nonisolated(nonsending) public func withHeaders() async throws(APIError) -> WithHeaders.Output {
        try await send(WithHeaders())
    }

    /// The request behind ``withHeaders()``.
    public struct WithHeaders: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/headers")
        }

        public static func output(from response: CallResponse) throws -> Output {
            try Output(
                value: response.value(), total: response.header("X-Total-Count"),
                eTag: response.header("ETag"), mode: response.header("X-Mode"),
                page: response.header("X-Page") ?? 1, link: response.header("Link"))
        }

        /// What ``withHeaders()`` returns, with header fields of the response.
        public struct Output: Sendable {
            /// The body.
            public var value: [AnswersItem]

            /// How many there are in all.
            public let total: Int
            /// The header `ETag`.
            public let eTag: String?
            /// The header `X-Mode`.
            public let mode: Mode
            /// The header `X-Page`.
            public let page: Int
            /// The header `Link`.
            public let link: URL

            public init(
                value: [AnswersItem], total: Int, eTag: String? = nil, mode: Mode, page: Int = 1,
                link: URL
            ) {
                self.value = value
                self.total = total
                self.eTag = eTag
                self.mode = mode
                self.page = page
                self.link = link
            }

            /// The values of `X-Mode`.
            public enum Mode: OpenEnum {
                case fast
                case slow
                /// A value that the spec does not list.
                case unknown(String)

                public static var knownCases: [Self] {
                    [.fast, .slow]
                }

                public init(rawValue: String) {
                    switch rawValue {
                    case "fast": self = .fast
                    case "slow": self = .slow
                    default: self = .unknown(rawValue)
                    }
                }

                public var rawValue: String {
                    switch self {
                    case .fast: "fast"
                    case .slow: "slow"
                    case .unknown(let value): value
                    }
                }
            }
        }
    }
}

extension AnswersAPI {
    /// `HEAD /headers`.
    nonisolated(nonsending) public func headersAlone()
        async throws(APIError) -> HeadersAlone.Output
    {
        try await send(HeadersAlone())
    }

    /// The request behind ``headersAlone()``.
    public struct HeadersAlone: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.head, "/headers")
        }

        public static var addsWildcardToAccept: Bool { true }

        public static func output(from response: CallResponse) throws -> Output {
            try response.validateEmpty()
            return try Output(requestID: response.header("X-Request-ID"))
        }

        /// What ``headersAlone()`` returns, with header fields of the response.
        public struct Output: Sendable {
            /// The header `X-Request-ID`.
            public let requestID: UUID

            public init(requestID: UUID) {
                self.requestID = requestID
            }
        }
    }
}

extension AnswersAPI {
    /// `GET /bytes`.
    nonisolated(nonsending) public func bytes() async throws(APIError) -> Data {
        try await send(BytesCall())
    }

    /// The request behind ``bytes()``.
    public struct BytesCall: Endpoint {
        public typealias Output = Data

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/bytes")
            request.responsePolicy = .raw
        }
    }
}

extension AnswersAPI {
    /// `GET /text`.
    nonisolated(nonsending) public func text() async throws(APIError) -> String {
        try await send(Text())
    }

    /// The request behind ``text()``.
    public struct Text: Endpoint {
        public typealias Output = String

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/text")
            request.responsePolicy = .raw
        }
    }
}

extension AnswersAPI {
    /// `GET /quoted`.
    nonisolated(nonsending) public func quoted() async throws(APIError) -> String {
        try await send(Quoted())
    }

    /// The request behind ``quoted()``.
    public struct Quoted: Endpoint {
        public typealias Output = String

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/quoted")
            request.responsePolicy = .json
        }
    }
}

/// The `AnswersItem` type of ``AnswersAPI``.
public struct AnswersItem: JSONModel {
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

/// The `AnswersJob` type of ``AnswersAPI``.
public struct AnswersJob: JSONModel {
    public var job: String

    public init(job: String) {
        self.job = job
    }

    public init(json: inout JSONReader) throws {
        job = ""
        var object = json.beginObject("job")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: job = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("job", job)
        json.endObject()
    }
}
