// Generated from WarnsOfMixedFormats/MixedFormats.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `MixedFormatsAPI`.
public struct MixedFormatsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension MixedFormatsAPI {
    /// `GET /a`.
    nonisolated(nonsending) public func get() async throws(APIError) -> MixedFormatsOrder {
        try await send(Get())
    }

    /// The request behind ``get()``.
    public struct Get: Endpoint {
        public typealias Output = MixedFormatsOrder

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/a")
            request.responsePolicy(.json, accepting: "application/json", "application/xml;q=0.9")
        }
    }
}

extension MixedFormatsAPI {
    /// `GET /b`.
    nonisolated(nonsending) public func mislabeled() async throws(APIError) -> MixedFormatsOrder {
        try await send(Mislabeled())
    }

    /// The request behind ``mislabeled()``.
    public struct Mislabeled: Endpoint {
        public typealias Output = MixedFormatsOrder

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/b")
            request.responsePolicy(.json, accepting: "application/json", "text/html;q=0.9")
        }
    }
}

/// The `MixedFormatsOrder` type of ``MixedFormatsAPI``.
public struct MixedFormatsOrder: JSONModel {
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
