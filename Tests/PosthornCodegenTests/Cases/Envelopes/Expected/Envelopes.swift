// Generated from Envelopes/Envelopes.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `EnvelopesAPI`.
public struct EnvelopesAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    private static let envelope: any ResponsePolicy = .envelope(
        code: "ret", message: "msg", payload: "data", success: 0)

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.responsePolicy = Self.envelope
    }
}

extension EnvelopesAPI {
    /// `GET /a`.
    nonisolated(nonsending) public func wrapped() async throws(APIError) -> EnvelopesItem {
        try await send(Wrapped())
    }

    /// The request behind ``wrapped()``.
    public struct Wrapped: Endpoint {
        public typealias Output = EnvelopesItem

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/a")
        }
    }
}

extension EnvelopesAPI {
    /// `GET /b`.
    nonisolated(nonsending) public func explicit() async throws(APIError) -> EnvelopesItem {
        try await send(Explicit())
    }

    /// The request behind ``explicit()``.
    public struct Explicit: Endpoint {
        public typealias Output = EnvelopesItem

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/b")
            request.responsePolicy = .envelope(
                code: "ret", message: "msg", payload: "data", success: 0)
        }
    }
}

extension EnvelopesAPI {
    /// `GET /c`.
    nonisolated(nonsending) public func bare() async throws(APIError) -> EnvelopesItem {
        try await send(Bare())
    }

    /// The request behind ``bare()``.
    public struct Bare: Endpoint {
        public typealias Output = EnvelopesItem

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/c")
            request.responsePolicy = .json
        }
    }
}

extension EnvelopesAPI {
    /// `GET /d`.
    nonisolated(nonsending) public func raw() async throws(APIError) -> Data {
        try await send(Raw())
    }

    /// The request behind ``raw()``.
    public struct Raw: Endpoint {
        public typealias Output = Data

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/d")
            request.responsePolicy = .raw
        }
    }
}

extension EnvelopesAPI {
    /// `GET /e`.
    nonisolated(nonsending) public func unwrapped() async throws(APIError) -> [EnvelopesItem] {
        try await send(Unwrapped())
    }

    /// The request behind ``unwrapped()``.
    public struct Unwrapped: Endpoint {
        public typealias Output = [EnvelopesItem]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/e")
            request.responsePolicy = .envelope(payload: "page.items")
        }
    }
}

extension EnvelopesAPI {
    /// `GET /f`.
    nonisolated(nonsending) public func coded() async throws(Coded.Failure) -> EnvelopesItem {
        try await send(Coded())
    }

    /// The request behind ``coded()``.
    public struct Coded: Endpoint {
        public typealias Output = EnvelopesItem

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/f")
            request.responsePolicy = .envelope(code: "status", payload: "item", success: "OK", 0)
        }

        /// The ways in which ``coded()`` fails.
        public enum Failure: EndpointFailure {
            /// Code `"LOST"`.
            case lost(Documented<EnvelopesItem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(
                code: EnvelopeCode, from response: CallResponse
            ) throws -> Self? {
                switch code {
                case "LOST": .lost(try response.failure(named: "lost"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .lost(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

/// The `EnvelopesItem` type of ``EnvelopesAPI``.
public struct EnvelopesItem: JSONModel {
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
