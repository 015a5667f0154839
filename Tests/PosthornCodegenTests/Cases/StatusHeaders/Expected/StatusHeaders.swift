// Generated from StatusHeaders/StatusHeaders.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `StatusHeadersAPI`.
public struct StatusHeadersAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension StatusHeadersAPI {
    /// `PUT /items/{id}`.
    /// - Parameter ifNoneMatch: Not sent when `nil`.
    nonisolated(nonsending) public func save(
        id: Int, ifNoneMatch: String? = nil
    ) async throws(Save.Failure) -> Save.Output {
        try await send(Save(id: id, ifNoneMatch: ifNoneMatch))
    }

    /// The request behind ``save(id:ifNoneMatch:)``.
    public struct Save: Endpoint {
        public let id: Int
        public let ifNoneMatch: String?

        public init(id: Int, ifNoneMatch: String? = nil) {
            self.id = id
            self.ifNoneMatch = ifNoneMatch
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/items/{id}")
            request.redirects = .never
            request.acceptedStatuses = [303, 304, 308]
            request.path("id", id)
            request.header("If-None-Match", ifNoneMatch)
        }

        public static var addsWildcardToAccept: Bool { true }

        public static func output(from response: CallResponse) throws -> Output {
            switch response.status.code {
            case 200:
                try .ok(
                    response.value(), eTag: response.header("ETag"),
                    version: response.header("X-Version") ?? 1)
            case 201:
                try response.validateEmpty(
                    returning: .created(
                        location: response.header("Location"),
                        lastModified: response.header("Last-Modified", as: .http)))
            case 202: try response.validateEmpty(returning: .accepted)
            case 206:
                try .part(response.value(by: .text), contentRange: response.header("Content-Range"))
            case 303: try .seeOther(location: response.header("Location"))
            case 304: try .notModified(eTag: response.header("ETag"))
            case 308: .permanentRedirect
            default: throw response.unexpectedStatus()
            }
        }

        /// What ``save(id:ifNoneMatch:)`` returns, by the status of the response.
        public enum Output: Sendable {
            /// It was there.
            ///
            /// Status 200.
            case ok(StatusItem, eTag: String, version: Int)
            /// Status 201.
            case created(location: URL, lastModified: Date?)
            /// Status 202.
            case accepted
            /// Status 206.
            case part(String, contentRange: String)
            /// Status 303.
            case seeOther(location: URL)
            /// Status 304.
            case notModified(eTag: String?)
            /// Status 308.
            case permanentRedirect
        }

        /// The ways in which ``save(id:ifNoneMatch:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 401.
            case unauthorized(Documented<Void>, wwwAuthenticate: [String])
            /// Status 404.
            case notFound(Documented<StatusItem>, mode: StatusMode)
            /// Status 409.
            case taken(Documented<StatusItem>, retryAfter: Int?)
            /// A status from 500 to 599.
            case serverError(status: Int, Documented<String>, retryAfter: Int?)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 401:
                    try .unauthorized(
                        response.failure(named: "unauthorized"),
                        wwwAuthenticate: response.header("WWW-Authenticate"))
                case 404:
                    try .notFound(
                        response.failure(named: "notFound"), mode: response.header("X-Mode"))
                case 409:
                    try .taken(
                        response.failure(named: "taken"),
                        retryAfter: response.header("Retry-After"))
                case 500...599:
                    try .serverError(
                        status: response.status.code,
                        response.failure(named: "serverError", by: .text),
                        retryAfter: response.header("Retry-After"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .unauthorized(let failure, _): failure.apiError
                case .notFound(let failure, _): failure.apiError
                case .taken(let failure, _): failure.apiError
                case .serverError(_, let failure, _): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension StatusHeadersAPI {
    /// `POST /login`.
    nonisolated(nonsending) public func login() async throws(Login.Failure) {
        try await send(Login())
    }

    /// The request behind ``login()``.
    public struct Login: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/login")
            request.redirects = .never
        }

        /// The ways in which ``login()`` fails.
        public enum Failure: EndpointFailure {
            /// Status 302.
            case found(Documented<Void>, location: URL, setCookie: [String])
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 302:
                    try .found(
                        response.failure(named: "found"), location: response.header("Location"),
                        setCookie: response.header("Set-Cookie"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .found(let failure, _, _): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

/// The `StatusItem` type of ``StatusHeadersAPI``.
public struct StatusItem: JSONModel {
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

/// The values of `StatusMode`.
public enum StatusMode: OpenEnum {
    case read
    case write
    /// A value that the spec does not list.
    case unknown(String)

    public static var knownCases: [Self] {
        [.read, .write]
    }

    public init(rawValue: String) {
        switch rawValue {
        case "read": self = .read
        case "write": self = .write
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .read: "read"
        case .write: "write"
        case .unknown(let value): value
        }
    }
}
