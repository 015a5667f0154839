// Generated from Methods/Methods.yaml. Edit the spec, not this file.

public import Posthorn

/// One endpoint for each method.
public struct MethodsAPI: APIService {
    /// The base URL that is used when the configuration names none.
    public static let server: String? = "http://localhost:8080"

    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension MethodsAPI {
    /// `GET /things`.
    public func read() async throws(APIError) {
        try await send(Read())
    }

    /// The request behind ``read()``.
    public struct Read: Endpoint {
        public static var name: String { "read" }

        public init() {}

        public func build(_ request: inout RequestBuilder) throws {
            request.method(.get, "/things")
        }
    }
}

extension MethodsAPI {
    /// `POST /things`.
    public func create() async throws(APIError) {
        try await send(Create())
    }

    /// The request behind ``create()``.
    public struct Create: Endpoint {
        public static var name: String { "create" }

        public init() {}

        public func build(_ request: inout RequestBuilder) throws {
            request.method(.post, "/things")
        }
    }
}

extension MethodsAPI {
    /// `PUT /things`.
    public func replace() async throws(APIError) {
        try await send(Replace())
    }

    /// The request behind ``replace()``.
    public struct Replace: Endpoint {
        public static var name: String { "replace" }

        public init() {}

        public func build(_ request: inout RequestBuilder) throws {
            request.method(.put, "/things")
        }
    }
}

extension MethodsAPI {
    /// `PATCH /things`.
    public func change() async throws(APIError) {
        try await send(Change())
    }

    /// The request behind ``change()``.
    public struct Change: Endpoint {
        public static var name: String { "change" }

        public init() {}

        public func build(_ request: inout RequestBuilder) throws {
            request.method(.patch, "/things")
        }
    }
}

extension MethodsAPI {
    /// `DELETE /things`.
    public func remove() async throws(APIError) {
        try await send(Remove())
    }

    /// The request behind ``remove()``.
    public struct Remove: Endpoint {
        public static var name: String { "remove" }

        public init() {}

        public func build(_ request: inout RequestBuilder) throws {
            request.method(.delete, "/things")
        }
    }
}

extension MethodsAPI {
    /// `HEAD /things`.
    public func peek() async throws(APIError) {
        try await send(Peek())
    }

    /// The request behind ``peek()``.
    public struct Peek: Endpoint {
        public static var name: String { "peek" }

        public init() {}

        public func build(_ request: inout RequestBuilder) throws {
            request.method(.head, "/things")
        }
    }
}

extension MethodsAPI {
    /// `OPTIONS /things`.
    public func ask() async throws(APIError) {
        try await send(Ask())
    }

    /// The request behind ``ask()``.
    public struct Ask: Endpoint {
        public static var name: String { "ask" }

        public init() {}

        public func build(_ request: inout RequestBuilder) throws {
            request.method(.options, "/things")
        }
    }
}
