// Generated from WarnsOfSecrets/Secrets.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// The example key of a vendor's documentation, AKIAIOSFODNN7EXAMPLE, is warned of.
public struct SecretsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// What is sent with every endpoint.
    public var common: Common

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, common: Common = Common()) {
        self.configuration = configuration
        self.common = common
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.header("X-Key", common.key)
        request.header("X-Request-ID", common.requestID)
        request.header("X-API-Key", "changeme-51")
    }

    /// What is sent with every endpoint of ``SecretsAPI``.
    public struct Common: Sendable {
        /// Sent as the header `X-Key`.
        ///
        /// The default is `9f86d081884c7d659a2feaa0c55ad015`.
        public var key: String
        /// Sent as the header `X-Request-ID`.
        ///
        /// The default is `123e4567-e89b-12d3-a456-426614174000`.
        public var requestID: String

        /// Creates the common parameters.
        public init(
            key: String = "9f86d081884c7d659a2feaa0c55ad015",
            requestID: String = "123e4567-e89b-12d3-a456-426614174000"
        ) {
            self.key = key
            self.requestID = requestID
        }
    }
}
