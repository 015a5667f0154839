internal import Crypto
internal import FoundationEssentials
public import PosthornCore
internal import PosthornKeys
internal import PosthornSupport

/// A sign-in of a user in a browser: an authorization code with a proof key (RFC 6749, section 4.1; RFC 7636).
///
/// Open ``url``, and give ``OAuthClient/tokens(of:redirectedTo:)`` the URL that the server redirects to.
///
/// A server encodes the request to keep it until then, also for another process. The encoded request has secrets. Keep it
/// in the session of the browser that began the sign-in, on the server or in a cookie that is encrypted, `HttpOnly` and
/// `Secure`, for a few minutes. Remove it when you use it. Its description shows no secret.
public struct AuthorizationRequest: Codable, Sendable {
    /// The URL to open in a browser.
    public let url: String
    /// The value that an ID token of the sign-in has as its `nonce`.
    public let nonce: String
    let state: String
    let verifier: String
    let redirectURI: String
    /// The client that began the sign-in, and its server.
    let clientID: String
    let tokenURL: String
    /// The secret key that the tokens are going to be bound to; `nil` if the program keeps it, or there is none.
    let proofKey: String?

    /// Returns the code of a redirect.
    fileprivate func code(in url: String, for client: OAuthClient) throws(OAuthError) -> String {
        guard clientID == client.id, tokenURL == client.server.tokenURL else {
            throw OAuthError(
                .invalidConfiguration, "another client began the sign-in",
                advice: "end a sign-in with the client that began it")
        }
        let parameters = try Self.parameters(of: url)
        guard parameters["state"] == state else {
            throw OAuthError(
                .foreignRedirect, "the redirect has another state than the sign-in",
                advice: "begin the sign-in again")
        }
        if let expected = client.server.issuer {
            let isSame = parameters["iss"].map { $0 == expected } ?? !client.server.namesIssuer
            guard isSame else {
                throw OAuthError(
                    .foreignRedirect, "the redirect is not that of \(Origin.text(of: expected))",
                    advice: "begin the sign-in again")
            }
        }
        if let error = parameters["error"] {
            let name = Origin.text(of: self.url)
            throw OAuthError(
                "\(name) refused the sign-in", code: error,
                serverMessage: parameters["error_description"])
                ?? .unexpected("\(name) refused the sign-in with an unknown error")
        }
        guard let code = parameters["code"] else {
            throw OAuthError(.foreignRedirect, "the redirect has neither a code nor an error")
        }
        return code
    }

    private static func parameters(of url: String) throws(OAuthError) -> [String: String] {
        let parts = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let query = parts[0].split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        var result: [String: String] = [:]
        for item in query.split(separator: "&") {
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = pair.compactMap { text in
                PercentDecoding.bytes(text, plusIsSpace: true).map {
                    String(decoding: $0, as: UTF8.self)
                }
            }
            guard texts.count == pair.count, let name = texts.first else { continue }
            guard result.updateValue(texts.dropFirst().first ?? "", forKey: name) == nil else {
                throw OAuthError(.foreignRedirect, "the redirect has a parameter twice")
            }
        }
        return result
    }
}

extension AuthorizationRequest: RedactedStringConvertible {}

extension OAuthClient {
    /// Begins a sign-in of a user in a browser.
    ///
    /// - Parameters:
    ///   - redirect: The URL of the app that the server redirects to.
    ///   - scopes: What the tokens are for; by default what the server decides.
    ///   - parameters: Further parameters, such as `prompt`; none by default.
    /// - Throws: An ``OAuthError`` if the server has no ``OAuthServer/authorizationURL``.
    public func authorization(
        redirect: String, scopes: [String] = [], parameters: KeyValuePairs<String, String> = [:]
    ) throws(OAuthError) -> AuthorizationRequest {
        let url = try endpoint(\.authorizationURL, "authorizationURL")
        let key = try binding?.key(in: nil)
        let (state, nonce, verifier) = (Self.random(), Self.random(), Self.random())
        let challenge = Self.challenge(of: verifier)
        var query = [
            ("response_type", "code"), ("client_id", id), ("redirect_uri", redirect),
            ("state", state), ("code_challenge", challenge), ("code_challenge_method", "S256"),
        ]
        if !scopes.isEmpty { query.append(("scope", scopes.joined(separator: " "))) }
        if scopes.contains("openid") { query.append(("nonce", nonce)) }
        // Binds the code, too (RFC 9449, section 10).
        if let key { query.append(("dpop_jkt", key.thumbprint)) }
        query += parameters.map { ($0.key, $0.value) }
        let text = query.map { PercentEncoding.pair($0.0, $0.1) }.joined(separator: "&")
        return AuthorizationRequest(
            url: url + (url.contains("?") ? "&" : "?") + text, nonce: nonce, state: state,
            verifier: verifier, redirectURI: redirect, clientID: id, tokenURL: server.tokenURL,
            proofKey: key?.text)
    }

    /// Returns the tokens of a sign-in.
    ///
    /// - Parameters:
    ///   - request: The sign-in, which this client or one with the same settings began.
    ///   - url: The URL that the server redirected to, with its query.
    /// - Throws: An ``OAuthError``: ``OAuthError/Reason/foreignRedirect`` if the redirect is not that of this
    ///   sign-in, ``OAuthError/Reason/refused`` if the user or the server refused.
    public func tokens(
        of request: AuthorizationRequest, redirectedTo url: String
    ) async throws(OAuthError) -> OAuthTokens {
        let code = try request.code(in: url, for: self)
        return try await tokens(by: binding?.key(in: request.proofKey)) {
            [
                ("grant_type", "authorization_code"), ("code", code),
                ("redirect_uri", request.redirectURI), ("code_verifier", request.verifier),
            ]
        }
    }

    /// The challenge of a proof key (RFC 7636, section 4.2).
    static func challenge(of verifier: String) -> String {
        Base64URL.encode(Data(SHA256.hash(data: Data(verifier.utf8))))
    }

    private static func random() -> String { Base64URL.encode(randomBytes(32)) }
}
