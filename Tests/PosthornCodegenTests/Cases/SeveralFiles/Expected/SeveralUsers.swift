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

        public let id: String

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
public final class SeveralUser: JSONModel {
    public let id: Int
    public let tenant: SeveralTenant

    public init(id: Int, tenant: SeveralTenant) {
        self.id = id
        self.tenant = tenant
    }

    public init(json: inout JSONReader) throws {
        var id: Int?
        var tenant: SeveralTenant?
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "id": json.read(&id)
            case "tenant": json.read(&tenant)
            default: json.skip()
            }
        }
        guard json.isIntact, let id, let tenant else {
            throw json.failure(in: object, needing: "id", "tenant")
        }
        self.id = id
        self.tenant = tenant
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("id", id)
        try json.write("tenant", tenant)
        json.endObject()
    }
}
