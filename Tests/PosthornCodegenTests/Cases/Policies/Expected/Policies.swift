// Generated from Policies/Policies.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore
import PosthornFormats
public import PosthornLoading

/// A client of the service `PoliciesAPI`.
public struct PoliciesAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.responsePolicy = .plist
    }
}

extension PoliciesAPI {
    /// `GET /a`.
    nonisolated(nonsending) public func inherited() async throws(APIError) -> PoliciesOrder {
        try await send(Inherited())
    }

    /// The request behind ``inherited()``.
    public struct Inherited: Endpoint {
        public typealias Output = PoliciesOrder

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/a")
        }
    }
}

extension PoliciesAPI {
    /// `GET /b`.
    nonisolated(nonsending) public func bare() async throws(APIError) -> PoliciesOrder {
        try await send(Bare())
    }

    /// The request behind ``bare()``.
    public struct Bare: Endpoint {
        public typealias Output = PoliciesOrder

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/b")
            request.responsePolicy = .json
        }
    }
}

extension PoliciesAPI {
    /// `GET /c`.
    nonisolated(nonsending) public func text() async throws(APIError) -> String {
        try await send(Text())
    }

    /// The request behind ``text()``.
    public struct Text: Endpoint {
        public typealias Output = String

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/c")
            request.responsePolicy = .text
        }
    }
}

extension PoliciesAPI {
    /// `GET /d`.
    nonisolated(nonsending) public func photo() async throws(APIError) -> Picture {
        try await send(Photo())
    }

    /// The request behind ``photo()``.
    public struct Photo: Endpoint {
        public typealias Output = Picture

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/d")
            request.responsePolicy = .image
        }
    }
}

extension PoliciesAPI {
    /// `GET /e`.
    nonisolated(nonsending) public func bytes() async throws(APIError) -> Data {
        try await send(BytesCall())
    }

    /// The request behind ``bytes()``.
    public struct BytesCall: Endpoint {
        public typealias Output = Data

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/e")
            request.responsePolicy = .image
        }
    }
}

extension PoliciesAPI {
    /// `GET /f`.
    nonisolated(nonsending) public func explicit() async throws(APIError) -> [PoliciesOrder] {
        try await send(Explicit())
    }

    /// The request behind ``explicit()``.
    public struct Explicit: Endpoint {
        public typealias Output = [PoliciesOrder]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/f")
            request.responsePolicy = .plist
        }
    }
}

/// The `Picture` type of ``PoliciesAPI``.
public typealias Picture = PosthornLoading.ImageFile

/// The `PoliciesOrder` type of ``PoliciesAPI``.
public struct PoliciesOrder: JSONModel {
    public var id: Int
    public var placedAt: Date
    public var receipt: Data
    public var note: String?

    public init(id: Int, placedAt: Date, receipt: Data, note: String? = nil) {
        self.id = id
        self.placedAt = placedAt
        self.receipt = receipt
        self.note = note
    }

    public init(json: inout JSONReader) throws {
        id = 0
        var placedAt: Date?
        var receipt: Data?
        var object = json.beginObject("id placed_at receipt note?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            case 1: placedAt = json.value()
            case 2: receipt = json.value()
            case 3: note = json.stringIfPresent()
            default: break
            }
        }
        guard json.finish(object), let placedAt, let receipt else { throw json.takeFailure() }
        self.placedAt = placedAt
        self.receipt = receipt
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("placed_at", placedAt)
        json.write("receipt", receipt)
        json.writeIfPresent("note", note)
        json.endObject()
    }
}
