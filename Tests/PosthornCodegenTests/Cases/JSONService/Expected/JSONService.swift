// Generated from JSONService/JSONService.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `JSONServiceAPI`.
public struct JSONServiceAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.responsePolicy = .json
    }
}
