/// Where a server is that issues tokens, credentials or keys.
package enum IssuerPlace: Sendable {
    /// On this machine or its link, such as a metadata server: without TLS and proxies, and with short time limits.
    case local
    /// Anywhere, with TLS.
    case remote
    /// Anywhere, without TLS too, for requests and responses that have no secret.
    case withoutSecrets
}

extension Transport {
    /// Sends a request to a server that issues tokens, credentials or keys.
    ///
    /// It follows no redirect, because a redirect would carry secrets to another place. It sends no cookies, uses no
    /// cache, responds to no challenge, and reads at most a mebibyte. Recordings hide the secrets.
    ///
    /// - Parameter redirects: Redirects that carry no secrets; none by default.
    /// - Throws: An error with the code `invalidRequest` also if a URL without TLS would show secrets.
    package func send(
        _ request: TransportRequest, toIssuer place: IssuerPlace,
        redirects: RedirectPolicy = .never
    ) async throws(TransportError) -> TransportResponse {
        var request = request
        request.options.redirects = redirects
        request.options.sendsCookies = false
        request.options.usesCache = false
        request.options.respondsToChallenges = false
        request.options.maximumResponseBytes = 1 << 20
        request.options.timeouts = Timeouts(total: .seconds(30))
        request.change { $0.hidden = issuedSecrets }
        if place == .local {
            request.options.bypassesProxy = true
            request.options.timeouts = Timeouts(connect: .seconds(1), total: .seconds(5))
        }
        if place == .remote, (try? HTTPURL(request.url))?.origin.keepsSecrets != true {
            throw .invalidRequest(
                "the endpoint at \(Origin.text(of: request.url)) has no TLS, and would show secrets",
                "write its URL with https")
        }
        return try await send(request)
    }
}

/// The members, parameters and header fields of requests to issuers and their responses that recordings hide.
private let issuedSecrets: Set<String> = [
    "SecretAccessKey", "SessionToken", "Token", "WebIdentityToken", "X-IDENTITY-HEADER",
    "X-aws-ec2-metadata-token", "accessToken", "access_token", "actor_token", "assertion",
    "client_assertion", "client_secret", "code", "code_verifier", "device_code", "id_token",
    "refresh_token", "subject_token", "token", "user_code", "verification_uri_complete",
]
