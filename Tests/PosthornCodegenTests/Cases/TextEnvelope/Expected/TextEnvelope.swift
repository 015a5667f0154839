// Generated from TextEnvelope/TextEnvelope.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `TextEnvelopeAPI`.
public struct TextEnvelopeAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    private static let envelope: any ResponsePolicy = .envelope(
        code: "status", message: "text", payload: "result", success: "OK")

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.responsePolicy = Self.envelope
    }
}
