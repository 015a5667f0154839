// Generated from Standalone/Standalone.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `StandaloneAPI`.
public struct StandaloneAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension StandaloneAPI {
    /// `GET /session`.
    nonisolated(nonsending) public func getSession() async throws(APIError) -> String {
        try await send(GetSession())
    }

    /// The request behind ``getSession()``.
    public struct GetSession: Endpoint {
        public typealias Output = String

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/session")
            request.responsePolicy = .raw
        }
    }
}

/// The `StandaloneClaims` type of ``StandaloneAPI``.
public struct StandaloneClaims: JSONModel {
    public var sub: String
    public var address: StandaloneAddress?

    public init(sub: String, address: StandaloneAddress? = nil) {
        self.sub = sub
        self.address = address
    }

    public init(json: inout JSONReader) throws {
        sub = ""
        var object = json.beginObject("sub address?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: sub = json.string()
            case 1: address = json.valueIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("sub", sub)
        json.writeIfPresent("address", address)
        json.endObject()
    }
}

/// The `StandaloneAddress` type of ``StandaloneAPI``.
public struct StandaloneAddress: JSONModel {
    public var country: String

    public init(country: String) {
        self.country = country
    }

    public init(json: inout JSONReader) throws {
        country = ""
        var object = json.beginObject("country")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: country = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("country", country)
        json.endObject()
    }
}
