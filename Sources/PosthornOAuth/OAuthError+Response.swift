internal import FoundationEssentials
internal import PosthornCore

extension OAuthError {
    /// Describes a response that is not one of success, or has an error; `nil` for another one.
    ///
    /// - Parameter purpose: What the request asked for.
    init?(_ response: TransportResponse, from url: String, to purpose: String) {
        let (name, status) = (Origin.text(of: url), response.status.code)
        let content = try? JSONValue(jsonData: response.body)
        let refusal = OAuthError(
            "\(name) refused \(purpose)", code: content?["error"]?.string,
            serverMessage: content?["error_description"]?.string)
        let delay = RetryAfter.delay(of: response.headers)
        switch status {
        case _ where refusal != nil: self = refusal ?? .unexpected("")
        case 200..<300: return nil
        case 300..<400:
            self.init(
                .unexpectedResponse,
                "\(name) redirects the request for \(purpose), and one with secrets is not redirected",
                advice: "write the URL that it redirects to, if you trust it")
        case 401, 403:
            self.init(
                .refused, "\(name) refused \(purpose)", advice: Self.advice(for: "invalid_client"))
        case 429, 500...:
            self.init(
                .unavailable,
                status == 429
                    ? "\(name) limits the rate of requests for \(purpose)"
                    : "\(name) failed to serve the request for \(purpose)",
                advice: delay.map { "try again in \($0.text), as the server asks" }
                    ?? Self.advice(for: "temporarily_unavailable"))
        default:
            self = .unexpected(
                "\(name) did not respond to the request for \(purpose) as OAuth requires")
        }
        (self.status, retryAfter) = (status, delay)
    }

    /// Reads the error of a response or of a redirect; `nil` if there is none.
    init?(_ message: String, code: String?, serverMessage: String?) {
        // The codes of all RFCs have these characters. Another text may be anything, such as a token.
        guard let code, !code.isEmpty, code.utf8.count <= 64,
            code.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x5F })
        else { return nil }
        self.init(.refused, message, advice: Self.advice(for: code))
        (self.code, self.serverMessage) = (code, serverMessage)
    }

    /// What to do about a code of RFC 6749, 7009, 8628, 8693, 8707 or OpenID Connect.
    private static func advice(for code: String) -> String {
        switch code {
        case "invalid_client":
            "check the client's id and its secret or key, and how the server lets clients authenticate: "
                + "`.secret`, `.formSecret`, `.key` or `.certificate`"
        case "invalid_grant":
            "let the user sign in again; for an assertion, check its issuer, its key and this machine's clock"
        case "unauthorized_client", "unsupported_grant_type", "unsupported_response_type":
            "let the server's administrator allow this grant for the client"
        case "invalid_scope": "check the scopes, and whether the client may have them"
        case "invalid_target": "check the audience or the resource"
        case "access_denied": "ask the user or the server's administrator to consent"
        case "interaction_required", "login_required", "consent_required",
            "account_selection_required", "expired_token":
            "let the user sign in again"
        case "authorization_pending", "server_error", "slow_down", "temporarily_unavailable":
            "try again later"
        case "invalid_dpop_proof", "use_dpop_nonce": "check this machine's clock"
        default: "look at `serverMessage`, which the server has for developers"
        }
    }

    /// Whether the server refused the proof of a token request, and may accept another one.
    var isRefusalOfProof: Bool {
        code == "use_dpop_nonce" || code == "invalid_dpop_proof" && underlying == nil
    }
}
