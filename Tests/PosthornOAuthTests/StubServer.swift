import Foundation
import Posthorn
import PosthornOAuth
import PosthornTesting

/// An authorization server whose token endpoint a closure scripts, and an API that accepts some tokens.
final class StubServer: Transport {
    typealias Response = Result<TransportResponse, TransportError>

    static let server: OAuthServer = {
        var server = OAuthServer(tokenURL: "https://id.example/token")
        server.authorizationURL = "https://id.example/authorize"
        server.deviceAuthorizationURL = "https://id.example/device"
        server.revocationURL = "https://id.example/revoke"
        server.introspectionURL = "https://id.example/introspect"
        return server
    }()

    let clock = ManualClock()
    private let start: ContinuousClock.Instant
    private let seen = Locked<[TransportRequest]>([])
    private let respond: @Sendable (_ number: Int) -> Response
    private let accepts: @Sendable (_ token: String) -> Bool
    private let api: (@Sendable (_ request: TransportRequest, _ number: Int) -> TransportResponse)?

    /// - Parameters:
    ///   - accepts: Whether the API accepts a token; it accepts all by default.
    ///   - api: Responds to the requests to the API in place of `accepts`; gets their numbers, from 1.
    ///   - respond: Responds to the requests to the authorization server; gets their numbers, from 1.
    init(
        accepts: @escaping @Sendable (_ token: String) -> Bool = { _ in true },
        api: (@Sendable (_ request: TransportRequest, _ number: Int) -> TransportResponse)? = nil,
        respond: @escaping @Sendable (_ number: Int) -> Response
    ) {
        (self.respond, self.accepts, self.api) = (respond, accepts, api)
        start = clock.now
    }

    /// The requests to the authorization server.
    var requests: [TransportRequest] { all { $0.url.hasPrefix("https://id.example/") } }
    /// The tokens that the API has received.
    var tokens: [String] { calls.map(Self.token) }
    /// The requests to the API.
    var calls: [TransportRequest] { all { $0.url.hasPrefix("https://api.example/") } }

    private static func token(_ request: TransportRequest) -> String {
        String((request.headers[.authorization] ?? "").dropFirst("Bearer ".count))
    }

    private func all(_ isIncluded: (TransportRequest) -> Bool) -> [TransportRequest] {
        seen.withLock { $0 }.filter(isIncluded)
    }

    /// The forms that the authorization server has received.
    var forms: [[String: String]] {
        requests.map { request in
            var components = URLComponents()
            components.percentEncodedQuery = request.body?.data.map {
                String(decoding: $0, as: UTF8.self)
            }?
            .replacing("+", with: "%20")
            let items = (components.queryItems ?? []).map { ($0.name, $0.value ?? "") }
            return Dictionary(items) { "\($0), \($1)" }
        }
    }

    /// The seconds that have passed on the clock.
    var seconds: Double { (clock.now - start) / .seconds(1) }

    func client(
        _ authentication: ClientAuthentication = .secret("canary-secret"), id: String = "shop",
        of server: OAuthServer = server, binding: TokenBinding? = nil
    ) -> OAuthClient {
        OAuthClient(id, of: server, authentication, self, times, binding: binding)
    }

    /// The times of the clock.
    var times: OAuthClient.Clock {
        var times = OAuthClient.Clock()
        let date = Date(timeIntervalSince1970: 1_795_255_200)
        times.date = { [self] in date + seconds }
        times.instant = { [clock] in clock.now }
        times.sleep = { [clock] in clock.advance(by: $0) }
        return times
    }

    func api(_ credential: Credential) throws -> ProfileAPI {
        try ProfileAPI("https://api.example", self, credential)
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        seen.withLock { $0.append(request) }
        if request.url.hasPrefix("https://api.example/") {
            if let api { return api(request, calls.count) }
            let isAccepted = accepts(Self.token(request))
            return .json(#"{"client":"shop"}"#, isAccepted ? .ok : .unauthorized)
        }
        return try respond(requests.count).get()
    }
}

extension TransportResponse {
    static func json(_ text: String, _ status: HTTPResponse.Status = .ok) -> TransportResponse {
        var headers = HTTPFields()
        headers[.contentType] = "application/json"
        return TransportResponse(
            status: status, headers: headers, body: Data(text.utf8), bodyIntegrity: .length)
    }
}

extension StubServer.Response {
    static func json(
        _ text: String, _ status: HTTPResponse.Status = .ok, retryAfter: String? = nil
    ) -> Self {
        var response = TransportResponse.json(text, status)
        response.headers[.retryAfter] = retryAfter
        return .success(response)
    }

    /// A response with tokens.
    static func tokens(_ token: String, _ others: String = "") -> Self {
        .json(#"{"access_token":"\#(token)","token_type":"Bearer"\#(others)}"#)
    }
}

/// All that an error shows to someone who prints it.
func printed(_ error: any Error) -> String {
    var text = "\(error) \(String(reflecting: error)) \(error.localizedDescription) "
    dump(error, to: &text)
    return text
}
