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
public struct SeveralUser: Codable, Hashable, Sendable {
    public var id: Int
    public var tenant: SeveralTenant

    public init(id: Int, tenant: SeveralTenant) {
        self.id = id
        self.tenant = tenant
    }
}
