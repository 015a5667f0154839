// Generated from SeveralFiles/SeveralUsers.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

extension SeveralAPI {
    /// `GET /users/{id}`.
    nonisolated(nonsending) public func getUser(id: String) async throws(APIError) -> SeveralUser {
        try await send(GetUser(id: id))
    }

    /// The request behind ``getUser(id:)``.
    public struct GetUser: Endpoint {
        public typealias Output = SeveralUser

        public let id: String

        public init(id: String) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/users/{id}")
            request.path("id", id)
        }
    }
}

/// The `SeveralUser` type of ``SeveralAPI``.
public struct SeveralUser: JSONModel {
    public var id: Int
    public var tenant: SeveralTenant

    public init(id: Int, tenant: SeveralTenant) {
        self.id = id
        self.tenant = tenant
    }

    public init(json: inout JSONReader) throws {
        id = 0
        var tenant: SeveralTenant?
        var object = json.beginObject("id tenant")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            case 1: tenant = json.value()
            default: break
            }
        }
        guard json.finish(object), let tenant else { throw json.takeFailure() }
        self.tenant = tenant
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("tenant", tenant)
        json.endObject()
    }
}
