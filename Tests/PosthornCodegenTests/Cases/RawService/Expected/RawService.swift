// Generated from RawService/RawService.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `RawServiceAPI`.
public struct RawServiceAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.responsePolicy = .raw
    }
}

extension RawServiceAPI {
    /// `GET /robots.txt`.
    nonisolated(nonsending) public func read() async throws(APIError) -> String {
        try await send(Read())
    }

    /// The request behind ``read()``.
    public struct Read: Endpoint {
        public typealias Output = String

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/robots.txt")
        }
    }
}

extension RawServiceAPI {
    /// `GET /item`.
    nonisolated(nonsending) public func item() async throws(APIError) -> [Int] {
        try await send(Item())
    }

    /// The request behind ``item()``.
    public struct Item: Endpoint {
        public typealias Output = [Int]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/item")
            request.responsePolicy = .json
        }
    }
}
