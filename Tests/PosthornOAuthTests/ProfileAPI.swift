@_spi(Generated) import Posthorn

/// An API behind tokens of the credential `user`.
struct ProfileAPI: APIService {
    static let server: String? = nil
    var configuration: ClientConfiguration
    var user: Credential

    init(_ url: String, _ transport: some Transport, _ user: Credential) throws {
        configuration = try ClientConfiguration(baseURL: url, transport: transport)
        self.user = user
    }

    func prepare(_ request: inout RequestBuilder) throws { request.auth = .bearer("user") }

    func credential(named name: String) -> Credential? { user }

    struct Me: Endpoint {
        typealias Output = Profile

        func build(_ request: inout RequestBuilder) throws { request.method(.get, "/api/me") }
    }

    /// A request that is not idempotent, with a body and a query.
    struct Change: Endpoint {
        typealias Output = Profile

        func build(_ request: inout RequestBuilder) throws {
            request.method(.post, "/api/me")
            request.query("quiet", true)
            request.body("name", "Ada")
        }
    }

    struct Admin: Endpoint {
        func build(_ request: inout RequestBuilder) throws { request.method(.get, "/api/admin") }
    }
}

/// The client and the user of a token.
struct Profile: Decodable, Equatable, Sendable {
    var client: String
    var user: String?
}
