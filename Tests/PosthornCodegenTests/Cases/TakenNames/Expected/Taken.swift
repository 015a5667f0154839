// Generated from TakenNames/Taken.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `TakenAPI`.
public struct TakenAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension TakenAPI {
    /// `GET /data`.
    /// - Parameters:
    ///   - type: Not sent when `nil`.
    ///   - data: Not sent when `nil`.
    nonisolated(nonsending) public func data(
        type: String? = nil, data: Data? = nil
    ) async throws(APIError) -> Data {
        try await send(DataCall(type: type, data: data))
    }

    /// The request behind ``data(type:data:)``.
    public struct DataCall: Endpoint {
        public typealias Output = Data

        public let type: String?
        public let data: Data?

        public init(type: String? = nil, data: Data? = nil) {
            self.type = type
            self.data = data
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/data")
            request.responsePolicy = .raw
            request.query("type", type)
            request.query("data", data)
        }
    }
}

extension TakenAPI {
    /// `POST /date`.
    nonisolated(nonsending) public func date(
        date: Date, string: String
    ) async throws(APIError) -> TakenAnswer {
        try await send(DateCall(date: date, string: string))
    }

    /// The request behind ``date(date:string:)``.
    public struct DateCall: Endpoint {
        public typealias Output = TakenAnswer

        public let date: Date
        public let string: String

        public init(date: Date, string: String) {
            self.date = date
            self.string = string
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/date")
            request.body("date", date)
            request.body("string", string)
        }
    }
}

extension TakenAPI {
    /// `GET /type/{await}`.
    nonisolated(nonsending) public func type(
        await: String
    ) async throws(TypeCall.Failure) -> TakenAnswer {
        try await send(TypeCall(await: `await`))
    }

    /// The request behind ``type(await:)``.
    public struct TypeCall: Endpoint {
        public typealias Output = TakenAnswer

        public let `await`: String

        public init(await: String) {
            self.await = `await`
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/type/{await}")
            request.path("await", `await`)
        }

        /// The ways in which ``type(await:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<TakenAnswer>)
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

/// The `TakenAnswer` type of ``TakenAPI``.
public struct TakenAnswer: JSONModel {
    public var `await`: String
    public var async: Bool?
    public var readMembers: Bool

    public init(await: String, readMembers: Bool, async: Bool? = nil) {
        self.await = `await`
        self.async = async
        self.readMembers = readMembers
    }

    public init(json: inout JSONReader) throws {
        `await` = ""
        readMembers = false
        var object = json.beginObject("await async? readMembers")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: `await` = json.string()
            case 1: async = json.boolIfPresent()
            case 2: readMembers = json.bool()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("await", `await`)
        json.writeIfPresent("async", async)
        json.write("readMembers", readMembers)
        json.endObject()
    }
}
