// Generated from ServiceErrors/ServiceErrors.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `ServiceErrorsAPI`.
public struct ServiceErrorsAPI: APIService {
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

    /// The failures that the endpoints of ``ServiceErrorsAPI`` share.
    public enum Failure: ServiceFailureConvertible {
        /// Status 401.
        case unauthorized(Documented<ServiceProblem>)
        /// Status 429.
        case tooManyRequests(Documented<ServiceProblem>, retryAfter: Int?)
        /// A status from 500 to 599.
        case serverError(status: Int, Documented<ServiceProblem>)
        /// Code `7`.
        case serviceLock(Documented<ServiceLock>)
        /// A failure that the spec does not document.
        case other(APIError)

        public static func decode(code: EnvelopeCode, from response: CallResponse) throws -> Self? {
            switch code {
            case 7: .serviceLock(try response.failure(named: "serviceLock"))
            default: nil
            }
        }

        public static func decode(from response: CallResponse) throws -> Self? {
            switch response.status.code {
            case 401: .unauthorized(try response.failure(named: "unauthorized"))
            case 429:
                try .tooManyRequests(
                    response.failure(named: "tooManyRequests"),
                    retryAfter: response.header("Retry-After"))
            case 500...599:
                .serverError(
                    status: response.status.code, try response.failure(named: "serverError"))
            default: nil
            }
        }

        public var apiError: APIError {
            switch self {
            case .unauthorized(let failure): failure.apiError
            case .tooManyRequests(let failure, _): failure.apiError
            case .serverError(_, let failure): failure.apiError
            case .serviceLock(let failure): failure.apiError
            case .other(let error): error
            }
        }
    }
}

extension ServiceErrorsAPI {
    /// `GET /items`.
    nonisolated(nonsending) public func listItems() async throws(ListItems.Failure) -> [String] {
        try await send(ListItems())
    }

    /// The request behind ``listItems()``.
    public struct ListItems: Endpoint {
        public typealias Output = [String]
        public typealias Failure = ServiceErrorsAPI.Failure

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/items")
        }
    }
}

extension ServiceErrorsAPI {
    /// `DELETE /items/{id}`.
    nonisolated(nonsending) public func removeItem(id: String) async throws(RemoveItem.Failure) {
        try await send(RemoveItem(id: id))
    }

    /// The request behind ``removeItem(id:)``.
    public struct RemoveItem: Endpoint {
        public typealias Failure = ServiceErrorsAPI.Failure

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

extension ServiceErrorsAPI {
    /// `HEAD /items/{id}`.
    nonisolated(nonsending) public func checkItem(id: String) async throws(APIError) {
        try await send(CheckItem(id: id))
    }

    /// The request behind ``checkItem(id:)``.
    public struct CheckItem: Endpoint {
        public let id: String

        public init(id: String) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.head, "/items/{id}")
            request.path("id", id)
        }
    }
}

extension ServiceErrorsAPI {
    /// `GET /items/watch`.
    nonisolated(nonsending) public func watchItems()
        async throws(WatchItems.Failure) -> EventStream<String>
    {
        try await stream(WatchItems())
    }

    /// The request behind ``watchItems()``.
    public struct WatchItems: StreamEndpoint {
        public typealias Output = EventStream<String>

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/items/watch")
            request.responsePolicy = .raw
        }

        /// The ways in which ``watchItems()`` fails.
        public enum Failure: ServiceFailureConvertible {
            /// Status 401.
            case unauthorized(Documented<ServiceProblem>)
            /// Status 429.
            case tooManyRequests(Documented<ServiceProblem>, retryAfter: Int?)
            /// A status from 500 to 599.
            case serverError(status: Int, Documented<ServiceProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 401: .unauthorized(try response.failure(named: "unauthorized"))
                case 429:
                    try .tooManyRequests(
                        response.failure(named: "tooManyRequests"),
                        retryAfter: response.header("Retry-After"))
                case 500...599:
                    .serverError(
                        status: response.status.code, try response.failure(named: "serverError"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .unauthorized(let failure): failure.apiError
                case .tooManyRequests(let failure, _): failure.apiError
                case .serverError(_, let failure): failure.apiError
                case .other(let error): error
                }
            }

            public var serviceFailure: ServiceErrorsAPI.Failure {
                switch self {
                case .unauthorized(let failure): .unauthorized(failure)
                case .tooManyRequests(let failure, let retryAfter):
                    .tooManyRequests(failure, retryAfter: retryAfter)
                case .serverError(let status, let failure): .serverError(status: status, failure)
                default: .other(apiError)
                }
            }
        }
    }
}

extension ServiceErrorsAPI {
    /// `GET /items/{id}/file`.
    /// - Parameter destination: The file to write; it is replaced when the response is complete.
    nonisolated(nonsending) public func getFile(
        id: String, to destination: URL
    ) async throws(GetFile.Failure) -> DownloadedFile {
        try await download(GetFile(id: id), to: destination)
    }

    /// The request behind ``getFile(id:to:)``.
    public struct GetFile: DownloadEndpoint {
        public typealias Failure = ServiceErrorsAPI.Failure

        public let id: String

        public init(id: String) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/items/{id}/file")
            request.path("id", id)
        }
    }
}

extension ServiceErrorsAPI {
    /// `POST /items`.
    nonisolated(nonsending) public func addItem(name: String) async throws(AddItem.Failure) {
        try await send(AddItem(name: name))
    }

    /// The request behind ``addItem(name:)``.
    public struct AddItem: Endpoint {
        public let name: String

        public init(name: String) {
            self.name = name
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/items")
            request.body("name", name)
        }

        /// The ways in which ``addItem(name:)`` fails.
        public enum Failure: ServiceFailureConvertible {
            /// Status 409.
            case nameTaken(Documented<ServiceProblem>)
            /// A status from 500 to 599.
            case serverError(status: Int, Documented<ServiceOutage>)
            /// Status 401.
            case unauthorized(Documented<ServiceProblem>)
            /// Status 429.
            case tooManyRequests(Documented<ServiceProblem>, retryAfter: Int?)
            /// Code `7`.
            case serviceLock(Documented<ServiceLock>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(
                code: EnvelopeCode, from response: CallResponse
            ) throws -> Self? {
                switch code {
                case 7: .serviceLock(try response.failure(named: "serviceLock"))
                default: nil
                }
            }

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 401: .unauthorized(try response.failure(named: "unauthorized"))
                case 409: .nameTaken(try response.failure(named: "nameTaken"))
                case 429:
                    try .tooManyRequests(
                        response.failure(named: "tooManyRequests"),
                        retryAfter: response.header("Retry-After"))
                case 500...599:
                    .serverError(
                        status: response.status.code, try response.failure(named: "serverError"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .nameTaken(let failure): failure.apiError
                case .serverError(_, let failure): failure.apiError
                case .unauthorized(let failure): failure.apiError
                case .tooManyRequests(let failure, _): failure.apiError
                case .serviceLock(let failure): failure.apiError
                case .other(let error): error
                }
            }

            public var serviceFailure: ServiceErrorsAPI.Failure {
                switch self {
                case .unauthorized(let failure): .unauthorized(failure)
                case .tooManyRequests(let failure, let retryAfter):
                    .tooManyRequests(failure, retryAfter: retryAfter)
                case .serviceLock(let failure): .serviceLock(failure)
                default: .other(apiError)
                }
            }
        }
    }
}

/// The `ServiceLock` type of ``ServiceErrorsAPI``.
public struct ServiceLock: JSONModel {
    public var owner: String

    public init(owner: String) {
        self.owner = owner
    }

    public init(json: inout JSONReader) throws {
        owner = ""
        var object = json.beginObject("owner")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: owner = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("owner", owner)
        json.endObject()
    }
}

/// The `ServiceOutage` type of ``ServiceErrorsAPI``.
public struct ServiceOutage: JSONModel {
    public var until: Date

    public init(until: Date) {
        self.until = until
    }

    public init(json: inout JSONReader) throws {
        var until: Date?
        var object = json.beginObject("until")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: until = json.value()
            default: break
            }
        }
        guard json.finish(object), let until else { throw json.takeFailure() }
        self.until = until
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("until", until)
        json.endObject()
    }
}

/// The `ServiceProblem` type of ``ServiceErrorsAPI``.
public struct ServiceProblem: JSONModel {
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
