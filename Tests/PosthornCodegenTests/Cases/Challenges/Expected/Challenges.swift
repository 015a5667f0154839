// Generated from Challenges/Challenges.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `ChallengesAPI`.
public struct ChallengesAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// The credentials that the spec names.
    public var auth: Auth

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, auth: Auth) {
        self.configuration = configuration
        self.auth = auth
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.auth = .bearer("pull")
    }

    /// Finds the credential that an endpoint names.
    public func credential(named name: String) -> Credential? {
        switch name {
        case "pull": auth.pull
        case "local": auth.local
        case "csrf": auth.csrf
        default: nil
        }
    }

    /// The credentials of ``ChallengesAPI``; their values are bound here and never in the spec.
    public struct Auth: Sendable {
        /// Sent as `Authorization: Bearer …`.
        ///
        /// A token of `https://auth.example/token`, for a `basic` credential of the user, or
        /// `anonymous`.
        public var pull: Credential
        /// For a registry of one's own.
        ///
        /// Sent as `Authorization: Bearer …`.
        ///
        /// A token of a server at the origin of the service, for a `basic` credential of the user,
        /// or `anonymous`.
        public var local: Credential
        /// Sent as the header `X-CSRF-Token`.
        ///
        /// The server issues it in a response with 403; the client needs no value.
        public var csrf: Credential

        /// Creates the set of credentials.
        public init(
            pull: Credential, local: Credential = .none, csrf: Credential = .serverIssued(with: 403)
        ) {
            self.pull = pull.forTokens(from: "https://auth.example/token")
            self.local = local.forTokens()
            self.csrf = csrf
        }
    }
}

extension ChallengesAPI {
    /// `GET /v2/{+name}/manifests/{reference}`.
    nonisolated(nonsending) public func manifest(
        name: String, reference: String
    ) async throws(APIError) -> Data {
        try await send(Manifest(name: name, reference: reference))
    }

    /// The request behind ``manifest(name:reference:)``.
    public struct Manifest: Endpoint {
        public typealias Output = Data

        public let name: String
        public let reference: String

        public init(name: String, reference: String) {
            self.name = name
            self.reference = reference
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/v2/{+name}/manifests/{reference}")
            request.responsePolicy = .raw
            request.path("name", name)
            request.path("reference", reference)
        }
    }
}

extension ChallengesAPI {
    /// `GET /v2/_catalog`.
    nonisolated(nonsending) public func catalog() async throws(APIError) -> Data {
        try await send(Catalog())
    }

    /// The request behind ``catalog()``.
    public struct Catalog: Endpoint {
        public typealias Output = Data

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/v2/_catalog")
            request.responsePolicy = .raw
            request.auth = .bearer("local")
        }
    }
}

extension ChallengesAPI {
    /// `POST /votes`.
    nonisolated(nonsending) public func vote() async throws(APIError) {
        try await send(Vote())
    }

    /// The request behind ``vote()``.
    public struct Vote: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/votes")
            request.auth = .header("X-CSRF-Token", credential: "csrf")
        }
    }
}

extension ChallengesAPI {
    /// `GET /either`.
    nonisolated(nonsending) public func either() async throws(APIError) {
        try await send(Either())
    }

    /// The request behind ``either()``.
    public struct Either: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/either")
            request.auth = .any(
                .bearer("pull"),
                .all(.bearer("local"), .header("X-CSRF-Token", credential: "csrf")))
        }
    }
}
