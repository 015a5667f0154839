// Generated from SeveralFiles/SeveralUsers.yaml. Edit the spec, not this file.

public import Posthorn

extension SeveralAPI {
    /// `GET /users/{id}`.
    public func getUser(id: String) async throws(APIError) -> SeveralUser {
        try await send(GetUser(id: id))
    }

    /// The request behind ``getUser(id:)``.
    public struct GetUser: Endpoint {
        public typealias Output = SeveralUser

        public static let name = "getUser"

        public var id: String

        public init(id: String) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) throws {
            request.method(.get, "/users/{id}")
            try request.path("id", id)
        }
    }
}

/// The `SeveralUser` type of ``SeveralAPI``.
public struct SeveralUser: JSONModel {
    public let id: Int
    public let tenant: SeveralTenant

    public init(id: Int, tenant: SeveralTenant) {
        self.id = id
        self.tenant = tenant
    }

    public init(json: inout JSONReader) throws {
        var id: Int?
        var tenant: SeveralTenant?
        try json.beginObject()
        while let key = try json.nextKey() {
            switch key {
            case "id": try json.read(&id)
            case "tenant": try json.read(&tenant)
            default: try json.skip()
            }
        }
        self.id = try json.require(id, "id")
        self.tenant = try json.require(tenant, "tenant")
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("id", id)
        try json.write("tenant", tenant)
        json.endObject()
    }
}
