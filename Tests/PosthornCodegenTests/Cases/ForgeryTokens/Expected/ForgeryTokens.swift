// Generated from ForgeryTokens/ForgeryTokens.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `ForgeryTokensAPI`.
public struct ForgeryTokensAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// The credentials that the spec names.
    public var auth: Auth

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, auth: Auth = Auth()) {
        self.configuration = configuration
        self.auth = auth
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.auth = .header("X-CSRF-Token", credential: "csrf")
    }

    /// Finds the credential that an endpoint names.
    public func credential(named name: String) -> Credential? {
        switch name {
        case "csrf": auth.csrf
        default: nil
        }
    }

    /// The credentials of ``ForgeryTokensAPI``; their values are bound here and never in the spec.
    public struct Auth: Sendable {
        /// Sent as the header `X-CSRF-Token`.
        ///
        /// The server issues it in a response with 403; the client needs no value.
        public var csrf: Credential

        /// Creates the set of credentials.
        public init(csrf: Credential = .serverIssued(with: 403)) {
            self.csrf = csrf
        }
    }
}

extension ForgeryTokensAPI {
    /// `POST /votes`.
    nonisolated(nonsending) public func vote() async throws(APIError) {
        try await send(Vote())
    }

    /// The request behind ``vote()``.
    public struct Vote: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/votes")
        }
    }
}
