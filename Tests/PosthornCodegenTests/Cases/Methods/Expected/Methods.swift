// Generated from Methods/Methods.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

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
    nonisolated(nonsending) public func read() async throws(APIError) {
        try await send(Read())
    }

    /// The request behind ``read()``.
    public struct Read: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/things")
        }
    }
}

extension MethodsAPI {
    /// `POST /things`.
    nonisolated(nonsending) public func create() async throws(APIError) {
        try await send(Create())
    }

    /// The request behind ``create()``.
    public struct Create: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/things")
        }
    }
}

extension MethodsAPI {
    /// `PUT /things`.
    nonisolated(nonsending) public func replace() async throws(APIError) {
        try await send(Replace())
    }

    /// The request behind ``replace()``.
    public struct Replace: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/things")
        }
    }
}

extension MethodsAPI {
    /// `PATCH /things`.
    nonisolated(nonsending) public func change() async throws(APIError) {
        try await send(Change())
    }

    /// The request behind ``change()``.
    public struct Change: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.patch, "/things")
        }
    }
}

extension MethodsAPI {
    /// `DELETE /things`.
    nonisolated(nonsending) public func remove() async throws(APIError) {
        try await send(Remove())
    }

    /// The request behind ``remove()``.
    public struct Remove: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.delete, "/things")
        }
    }
}

extension MethodsAPI {
    /// `HEAD /things`.
    nonisolated(nonsending) public func peek() async throws(APIError) {
        try await send(Peek())
    }

    /// The request behind ``peek()``.
    public struct Peek: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.head, "/things")
        }
    }
}

extension MethodsAPI {
    /// `OPTIONS /things`.
    nonisolated(nonsending) public func ask() async throws(APIError) {
        try await send(Ask())
    }

    /// The request behind ``ask()``.
    public struct Ask: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.options, "/things")
        }
    }
}

extension MethodsAPI {
    /// `QUERY /things`.
    nonisolated(nonsending) public func search(text: String) async throws(APIError) -> [Int] {
        try await send(Search(text: text))
    }

    /// The request behind ``search(text:)``.
    public struct Search: Endpoint {
        public typealias Output = [Int]

        public let text: String

        public init(text: String) {
            self.text = text
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.query, "/things")
            request.body("text", text)
        }
    }
}

extension MethodsAPI {
    /// `PURGE /cache/{key}`.
    nonisolated(nonsending) public func purge(key: String) async throws(APIError) {
        try await send(Purge(key: key))
    }

    /// The request behind ``purge(key:)``.
    public struct Purge: Endpoint {
        public let key: String

        public init(key: String) {
            self.key = key
        }

        public func build(_ request: inout RequestBuilder) {
            request.method("PURGE", "/cache/{key}")
            request.path("key", key)
        }
    }
}

extension MethodsAPI {
    /// `PROPFIND /files`.
    nonisolated(nonsending) public func find(body: HTTPBody) async throws(APIError) -> Data {
        try await send(Find(body: body))
    }

    /// The request behind ``find(body:)``.
    public struct Find: Endpoint {
        public typealias Output = Data

        public let body: HTTPBody

        public init(body: HTTPBody) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method("PROPFIND", "/files")
            request.responsePolicy = .raw
            request.sendsIdempotencyKey = true
            request.upload(body, as: "application/xml")
        }
    }
}
