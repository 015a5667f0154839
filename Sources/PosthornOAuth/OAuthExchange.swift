internal import FoundationEssentials
internal import HTTPTypes
internal import PosthornCore
internal import PosthornSupport

/// One request to an authorization server.
///
/// It follows no redirect, because a redirect would carry secrets to another place, sends no cookies, and reads at most
/// a mebibyte.
struct OAuthExchange {
    private static let timeout = Duration.seconds(30)

    private let transport: any Transport

    init(_ transport: some Transport) { self.transport = transport }

    func get(_ url: String) async throws(OAuthError) -> JSONValue {
        try await send(TransportRequest(url: url))
    }

    /// Sends a form, and returns the response of a success.
    func post(
        _ url: String, _ form: [(String, String)], authorization: String? = nil
    ) async throws(OAuthError) -> JSONValue {
        var request = Self.request(url, form, authorization)
        request.headers[.accept] = "application/json"
        return try await send(request)
    }

    /// Sends a form whose response has no content.
    func postForNothing(
        _ url: String, _ form: [(String, String)], authorization: String? = nil
    ) async throws(OAuthError) {
        let response = try await response(to: Self.request(url, form, authorization))
        guard !(200..<300).contains(response.status.code) else { return }
        throw Self.refusal(response, try? JSONValue(jsonData: response.body))
    }

    private static func request(
        _ url: String, _ form: [(String, String)], _ authorization: String?
    ) -> TransportRequest {
        let body = form.map { PercentEncoding.pair($0.0, $0.1) }.joined(separator: "&")
        var request = TransportRequest(method: .post, url: url, body: Data(body.utf8))
        request.headers[.contentType] = "application/x-www-form-urlencoded"
        if let authorization { request.headers[.authorization] = authorization }
        return request
    }

    private func send(_ request: TransportRequest) async throws(OAuthError) -> JSONValue {
        let response = try await response(to: request)
        let content = try? JSONValue(jsonData: response.body)
        guard (200..<300).contains(response.status.code), content?["error"]?.string == nil else {
            throw Self.refusal(response, content)
        }
        guard let content, content.object != nil else {
            var error = OAuthError.unexpected(
                "the authorization server did not respond with a JSON object",
                write: "check the URL of the endpoint")
            error.status = response.status.code
            throw error
        }
        return content
    }

    private func response(
        to request: TransportRequest
    ) async throws(OAuthError) -> TransportResponse {
        var request = request
        request.options.redirects = .never
        request.options.sendsCookies = false
        request.options.maximumResponseBytes = 1 << 20
        request.options.timeouts = Timeouts(total: Self.timeout)
        do {
            return try await transport.send(request)
        } catch {
            throw OAuthError(
                .transport, "the authorization server cannot be reached", advice: error.advice,
                underlying: error)
        }
    }

    private static func refusal(
        _ response: TransportResponse, _ content: JSONValue?
    ) -> OAuthError {
        let status = response.status.code
        var error: OAuthError
        if let code = content?["error"]?.string, isCode(code) {
            error = OAuthError(.refused, "the authorization server refused the request")
            error.code = code
            error.serverMessage = content?["error_description"]?.string
        } else if (300..<400).contains(status) {
            error = .unexpected(
                "the authorization server redirects, and a request with secrets is not redirected",
                write: "write the URL that it redirects to, if it is trusted")
        } else {
            error = .unexpected(
                "the authorization server did not respond as OAuth requires",
                write: "check the URL of the endpoint")
        }
        error.status = status
        return error
    }

    /// Whether a text is an error code, with the characters that the RFC allows, and short enough for a log.
    private static func isCode(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    }
}
