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
    private static let sizeLimit = 1 << 20

    private let transport: any Transport

    init(_ transport: some Transport) { self.transport = transport }

    /// Returns a document.
    func get(_ url: String) async throws(OAuthError) -> JSONValue {
        try Self.object(in: try await response(to: TransportRequest(url: url)))
    }

    /// Sends a form, and returns the response of a success.
    func post(
        _ url: String, _ form: [(String, String)], authorization: String?
    ) async throws(OAuthError) -> JSONValue {
        try Self.object(in: try await response(to: Self.request(url, form, authorization)))
    }

    /// Sends a form whose response may have any content.
    func postForNothing(
        _ url: String, _ form: [(String, String)], authorization: String?
    ) async throws(OAuthError) {
        _ = try await response(to: Self.request(url, form, authorization))
    }

    private static func request(
        _ url: String, _ form: [(String, String)], _ authorization: String?
    ) -> TransportRequest {
        let body = form.map { PercentEncoding.pair($0.0, $0.1) }.joined(separator: "&")
        var request = TransportRequest(method: .post, url: url, body: Data(body.utf8))
        request.headers[.contentType] = "application/x-www-form-urlencoded"
        request.headers[.authorization] = authorization
        return request
    }

    /// Sends a request, and throws the error that a response describes, whatever its status.
    private func response(
        to request: TransportRequest
    ) async throws(OAuthError) -> TransportResponse {
        var request = request
        request.headers[.accept] = "application/json"
        request.options.redirects = .never
        request.options.sendsCookies = false
        request.options.maximumResponseBytes = Self.sizeLimit
        request.options.timeouts = Timeouts(total: Self.timeout)
        let response: TransportResponse
        do {
            response = try await transport.send(request)
        } catch {
            throw OAuthError(
                .transport, "the authorization server sent no complete response",
                advice: error.advice, underlying: error)
        }
        if var error = Self.error(in: response) {
            error.status = response.status.code
            throw error
        }
        return response
    }

    private static func error(in response: TransportResponse) -> OAuthError? {
        let content = try? JSONValue(jsonData: response.body)
        let refusal = OAuthError(
            "the authorization server refused the request", code: content?["error"]?.string,
            serverMessage: content?["error_description"]?.string)
        if let refusal { return refusal }
        switch response.status.code {
        case 200..<300: return nil
        case 300..<400:
            return OAuthError(
                .unexpectedResponse,
                "the authorization server redirects, and a request with secrets is not redirected",
                advice: "write the URL that it redirects to, if you trust it")
        default: return .unexpected("the authorization server did not respond as OAuth requires")
        }
    }

    private static func object(in response: TransportResponse) throws(OAuthError) -> JSONValue {
        if let content = try? JSONValue(jsonData: response.body), content.object != nil {
            return content
        }
        var error = OAuthError.unexpected("the authorization server did not send a JSON object")
        error.status = response.status.code
        throw error
    }
}
