// Generated from Constants/Constants.yaml. Edit the spec, not this file.

public import Posthorn

/// A client of the service `ConstantsAPI`.
public struct ConstantsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Adds what the service's spec says of every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.header("X-Client", "web")
        request.body("jsonrpc", "2.0")
    }
}

extension ConstantsAPI {
    /// `POST /token`.
    nonisolated(nonsending) public func signIn(scope: String) async throws(APIError) {
        try await send(SignIn(scope: scope))
    }

    /// The request behind ``signIn(scope:)``.
    public struct SignIn: Endpoint {
        public let scope: String

        public init(scope: String) {
            self.scope = scope
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/token")
            request.form("grant_type", "client_credentials")
            request.form("scope", scope)
        }
    }
}

extension ConstantsAPI {
    /// `GET /search`.
    nonisolated(nonsending) public func search(q: String) async throws(APIError) {
        try await send(Search(q: q))
    }

    /// The request behind ``search(q:)``.
    public struct Search: Endpoint {
        public let q: String

        public init(q: String) {
            self.q = q
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/search")
            request.query("no_projects", "")
            request.query("q", q)
            request.query("limit", "50")
            request.header("Prefer", "return=minimal")
            request.cookie("consent", "true")
        }
    }
}

extension ConstantsAPI {
    /// `POST /upload`.
    nonisolated(nonsending) public func upload(content: FormPart) async throws(APIError) {
        try await send(Upload(content: content))
    }

    /// The request behind ``upload(content:)``.
    public struct Upload: Endpoint {
        public let content: FormPart

        public init(content: FormPart) {
            self.content = content
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/upload")
            request.part(":action", "file_upload")
            request.part("version", "1.10")
            request.part("content", content)
        }
    }
}

extension ConstantsAPI {
    /// `POST /rpc`.
    nonisolated(nonsending) public func call(id: Int) async throws(APIError) {
        try await send(Call(id: id))
    }

    /// The request behind ``call(id:)``.
    public struct Call: Endpoint {
        public let id: Int

        public init(id: Int) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/rpc")
            request.body("method", "session-get")
            request.body("strict", true)
            request.body("+id", 7)
            request.body("rate", 0.5)
            request.body("since", "2026-01-01")
            request.body("id", id)
        }
    }
}
