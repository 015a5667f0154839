// Generated from ErrorPolicies/ErrorPolicies.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore
import PosthornFormats

/// A client of the service `ErrorPoliciesAPI`.
public struct ErrorPoliciesAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// The credentials that the spec names.
    public var auth: Auth

    private static let envelope: any ResponsePolicy = .envelope(
        code: "code", message: "msg", payload: "data", success: 0)

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, auth: Auth) {
        self.configuration = configuration
        self.auth = auth
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.responsePolicy = Self.envelope
        request.auth = .bearer("user")
    }

    /// Finds the credential that an endpoint names.
    public func credential(named name: String) -> Credential? {
        switch name {
        case "user": auth.user
        default: nil
        }
    }

    /// The credentials of ``ErrorPoliciesAPI``; their values are bound here and never in the spec.
    public struct Auth: Sendable {
        /// Sent as `Authorization: Bearer …`.
        public var user: Credential

        /// Creates the set of credentials.
        public init(user: Credential) {
            self.user = user
        }
    }
}

extension ErrorPoliciesAPI {
    /// `DELETE /devices/{id}`.
    nonisolated(nonsending) public func removeDevice(
        id: String
    ) async throws(RemoveDevice.Failure) {
        try await send(RemoveDevice(id: id))
    }

    /// The request behind ``removeDevice(id:)``.
    public struct RemoveDevice: Endpoint {
        public let id: String

        public init(id: String) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.delete, "/devices/{id}")
            request.refreshStatuses = []
            request.path("id", id)
        }

        /// The ways in which ``removeDevice(id:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 401.
            case unauthorized(Documented<ErrorPoliciesFlows>)
            /// Status 404.
            case notFound(Documented<String>)
            /// Status 410.
            case gone(Documented<String>)
            /// Status 422.
            case unprocessableContent(Documented<Data>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 401: .unauthorized(try response.failure(named: "unauthorized"))
                case 404: .notFound(try response.failure(named: "notFound", by: .text))
                case 410: .gone(try response.failure(named: "gone"))
                case 422:
                    .unprocessableContent(
                        try response.failure(named: "unprocessableContent", by: .raw))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .unauthorized(let failure): failure.apiError
                case .notFound(let failure): failure.apiError
                case .gone(let failure): failure.apiError
                case .unprocessableContent(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension ErrorPoliciesAPI {
    /// `GET /export`.
    nonisolated(nonsending) public func export() async throws(Export.Failure) {
        try await send(Export())
    }

    /// The request behind ``export()``.
    public struct Export: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/export")
        }

        /// The ways in which ``export()`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<ErrorPoliciesProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound", by: .plist))
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

extension ErrorPoliciesAPI {
    /// `GET /price`.
    nonisolated(nonsending) public func price() async throws(Price.Failure) -> Int {
        try await send(Price())
    }

    /// The request behind ``price()``.
    public struct Price: Endpoint {
        public typealias Output = Int

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/price")
            request.responsePolicy = .json
        }

        /// The ways in which ``price()`` fails.
        public enum Failure: EndpointFailure {
            /// Status 402.
            case paymentRequired(Documented<ErrorPoliciesProblem>)
            /// Status 403.
            case forbidden(Documented<String>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 402: .paymentRequired(try response.failure(named: "paymentRequired", by: .xml))
                case 403: .forbidden(try response.failure(named: "forbidden", by: .text))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .paymentRequired(let failure): failure.apiError
                case .forbidden(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension ErrorPoliciesAPI {
    /// `GET /picture`.
    nonisolated(nonsending) public func picture() async throws(Picture.Failure) -> Data {
        try await send(Picture())
    }

    /// The request behind ``picture()``.
    public struct Picture: Endpoint {
        public typealias Output = Data

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/picture")
            request.responsePolicy = .raw
        }

        /// The ways in which ``picture()`` fails.
        public enum Failure: EndpointFailure {
            /// Code `7`.
            case errorPoliciesProblem(Documented<ErrorPoliciesProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(
                code: EnvelopeCode, from response: CallResponse
            ) throws -> Self? {
                switch code {
                case 7: .errorPoliciesProblem(try response.failure(named: "errorPoliciesProblem"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .errorPoliciesProblem(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension ErrorPoliciesAPI {
    /// `GET /invoice`.
    /// - Parameter destination: The file to write; it is replaced when the response is complete.
    nonisolated(nonsending) public func invoice(
        to destination: URL
    ) async throws(Invoice.Failure) -> DownloadedFile {
        try await download(Invoice(), to: destination)
    }

    /// The request behind ``invoice(to:)``.
    public struct Invoice: DownloadEndpoint {
        public typealias Failure = Picture.Failure

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/invoice")
        }
    }
}

extension ErrorPoliciesAPI {
    /// `GET /content`.
    nonisolated(nonsending) public func content() async throws(Content.Failure) -> ByteStream {
        try await stream(Content())
    }

    /// The request behind ``content()``.
    public struct Content: StreamEndpoint {
        public typealias Output = ByteStream
        public typealias Failure = Picture.Failure

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/content")
        }
    }
}

extension ErrorPoliciesAPI {
    /// `POST /sign-in`.
    nonisolated(nonsending) public func signIn() async throws(APIError) -> SignIn.Output {
        try await send(SignIn())
    }

    /// The request behind ``signIn()``.
    public struct SignIn: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/sign-in")
        }

        public static var addsWildcardToAccept: Bool { true }

        public static func output(from response: CallResponse) throws -> Output {
            try response.validateEmpty()
            return try Output(
                setCookie: response.header("Set-Cookie"), count: response.header("X-Count"),
                via: response.header("Via"))
        }

        /// What ``signIn()`` returns, with header fields of the response.
        public struct Output: Sendable {
            /// The header `Set-Cookie`.
            public let setCookie: [String]
            /// The header `X-Count`.
            public let count: [Int]?
            /// The header `Via`.
            public let via: String

            public init(setCookie: [String], count: [Int]? = nil, via: String) {
                self.setCookie = setCookie
                self.count = count
                self.via = via
            }
        }
    }
}

/// The `ErrorPoliciesFlows` type of ``ErrorPoliciesAPI``.
public struct ErrorPoliciesFlows: JSONModel {
    public var flows: [String]

    public init(flows: [String]) {
        self.flows = flows
    }

    public init(json: inout JSONReader) throws {
        flows = []
        var object = json.beginObject("flows")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: flows = json.array()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("flows", flows)
        json.endObject()
    }
}

/// The `ErrorPoliciesProblem` type of ``ErrorPoliciesAPI``.
public struct ErrorPoliciesProblem: JSONModel {
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
