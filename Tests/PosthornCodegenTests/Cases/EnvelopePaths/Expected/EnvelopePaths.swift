// Generated from EnvelopePaths/EnvelopePaths.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `EnvelopePathsAPI`.
public struct EnvelopePathsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    private static let envelope: any ResponsePolicy = .envelope(
        code: "meta.code", message: "meta.text", payload: "result.list", success: 0, 200, "OK")

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.responsePolicy = Self.envelope
    }
}

extension EnvelopePathsAPI {
    /// `GET /a`.
    nonisolated(nonsending) public func wrapped() async throws(APIError) -> [Int] {
        try await send(Wrapped())
    }

    /// The request behind ``wrapped()``.
    public struct Wrapped: Endpoint {
        public typealias Output = [Int]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/a")
        }
    }
}
