public import PosthornCore
internal import FoundationEssentials

/// The endpoints of an authorization server.
///
/// Write them, or read them from the server with ``discover(_:on:)``.
public struct OAuthServer: Hashable, Sendable {
    /// The name of the server, a URL without a query and a fragment.
    ///
    /// A redirect that names another issuer is refused (RFC 9207). `nil`, the default, accepts all.
    public var issuer: String?
    /// The URL of the token endpoint (RFC 6749, section 3.2).
    public var tokenURL: String
    /// The URL at which a browser begins (RFC 6749, section 3.1); `nil` if there is none.
    public var authorizationURL: String?
    /// The URL for devices without a browser (RFC 8628); `nil` if there is none.
    public var deviceAuthorizationURL: String?
    /// The URL that revokes tokens (RFC 7009); `nil` if there is none.
    public var revocationURL: String?
    /// The URL that describes tokens (RFC 7662); `nil` if there is none.
    public var introspectionURL: String?
    /// The URL of the key set that signs ID tokens (RFC 7517); `nil` if there is none.
    public var keySetURL: String?
    /// The endpoints of clients that show a certificate.
    public var certificateEndpoints = CertificateEndpoints()
    /// Whether each redirect names its issuer, so that one without is refused.
    ///
    /// `false` by default.
    public var namesIssuer = false

    /// Endpoints that ask for a certificate (`mtls_endpoint_aliases`; RFC 8705, section 5).
    ///
    /// Each one that is `nil`, the default, is that of the other clients.
    public struct CertificateEndpoints: Hashable, Sendable {
        /// In place of ``OAuthServer/tokenURL``.
        public var tokenURL: String?
        /// In place of ``OAuthServer/deviceAuthorizationURL``.
        public var deviceAuthorizationURL: String?
        /// In place of ``OAuthServer/revocationURL``.
        public var revocationURL: String?
        /// In place of ``OAuthServer/introspectionURL``.
        public var introspectionURL: String?

        /// Creates endpoints that are those of the other clients.
        public init() {}
    }

    /// Returns the server as clients with a certificate use it.
    func forCertificates() -> OAuthServer {
        var server = self
        let own = certificateEndpoints
        server.tokenURL = own.tokenURL ?? tokenURL
        server.deviceAuthorizationURL = own.deviceAuthorizationURL ?? deviceAuthorizationURL
        server.revocationURL = own.revocationURL ?? revocationURL
        server.introspectionURL = own.introspectionURL ?? introspectionURL
        return server
    }

    /// Creates a server from the URL of its token endpoint; the other members are `nil`.
    public init(tokenURL: String) { self.tokenURL = tokenURL }

    /// Reads the metadata of a server (RFC 8414, and OpenID Connect Discovery).
    ///
    /// It asks for `/.well-known/oauth-authorization-server`, then for `/.well-known/openid-configuration`. Redirects
    /// are not followed.
    ///
    /// - Parameters:
    ///   - issuer: The URL of the server, as its documentation writes it.
    ///   - transport: The transport that sends the requests.
    /// - Throws: An ``OAuthError``: ``OAuthError/Reason/unexpectedResponse`` if the server has no metadata, or those
    ///   of another issuer, or endpoints without TLS though the issuer has TLS; ``OAuthError/Reason/transport``.
    public static func discover(
        _ issuer: String, on transport: some Transport
    ) async throws(OAuthError) -> OAuthServer {
        var last: OAuthError?
        for url in try metadataURLs(of: issuer) {
            let document: JSONValue
            do {
                document = try await OAuthExchange(transport).metadata(url)
            } catch {
                // A server that cannot be reached has no other document either.
                if error.reason == .transport { throw error }
                last = error
                continue
            }
            return try OAuthServer(document, issuer: issuer)
        }
        throw last ?? .unexpected("\(Origin.text(of: issuer)) has no metadata")
    }

    /// Inserts the well-known name before the path, and appends it (OpenID).
    private static func metadataURLs(of issuer: String) throws(OAuthError) -> [String] {
        let isShort = issuer.hasSuffix("/")
        let base = isShort ? String(issuer.dropLast()) : issuer
        guard let scheme = base.firstRange(of: "://"), !base.contains("?"), !base.contains("#"),
            ["http", "https"].contains(base[..<scheme.lowerBound].lowercased())
        else {
            throw OAuthError(
                .invalidConfiguration, "the issuer is not a URL without a query and a fragment",
                advice: "write it as in https://id.example.com")
        }
        let host = base[scheme.upperBound...].firstIndex(of: "/") ?? base.endIndex
        let path = base[host...]
        return [
            "\(base[..<host])/.well-known/oauth-authorization-server\(path)",
            "\(base)/.well-known/openid-configuration",
        ]
    }

    init(_ document: JSONValue, issuer: String) throws(OAuthError) {
        let name = "the metadata of \(Origin.text(of: issuer))"
        guard document["issuer"]?.string == issuer else {
            throw Self.refused("\(name) are not those of the issuer")
        }
        let metadata = Metadata(
            name: name, document: document, isSecure: issuer.lowercased().hasPrefix("https:"))
        guard let tokenURL = try metadata.url("token_endpoint") else {
            throw Self.refused("\(name) have no token_endpoint")
        }
        self.init(tokenURL: tokenURL)
        self.issuer = issuer
        authorizationURL = try metadata.url("authorization_endpoint")
        deviceAuthorizationURL = try metadata.url("device_authorization_endpoint")
        revocationURL = try metadata.url("revocation_endpoint")
        introspectionURL = try metadata.url("introspection_endpoint")
        keySetURL = try metadata.url("jwks_uri")
        if let aliases = document["mtls_endpoint_aliases"], aliases != .null {
            let own = Metadata(name: name, document: aliases, isSecure: metadata.isSecure)
            certificateEndpoints.tokenURL = try own.url("token_endpoint")
            certificateEndpoints.deviceAuthorizationURL =
                try own.url("device_authorization_endpoint")
            certificateEndpoints.revocationURL = try own.url("revocation_endpoint")
            certificateEndpoints.introspectionURL = try own.url("introspection_endpoint")
        }
        namesIssuer = document["authorization_response_iss_parameter_supported"]?.bool ?? false
    }

    /// The document of a server.
    private struct Metadata {
        let name: String
        let document: JSONValue
        let isSecure: Bool

        func url(_ member: String) throws(OAuthError) -> String? {
            guard let value = document[member], value != .null else { return nil }
            guard let text = value.string, let url = try? HTTPURL(text), url.fragment == nil else {
                throw OAuthServer.refused("\(member) of \(name) is not a URL")
            }
            guard !isSecure || url.origin.scheme == "https" else {
                throw OAuthServer.refused("\(member) of \(name) has no TLS")
            }
            return text
        }
    }

    private static func refused(_ found: String) -> OAuthError {
        OAuthError(
            .unexpectedResponse, found,
            advice: "write the issuer as the server's documentation does")
    }
}
