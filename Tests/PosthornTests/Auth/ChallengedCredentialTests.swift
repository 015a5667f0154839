import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// A registry and its server of tokens in one, over real connections.
@Suite("Tokens of a challenge", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ChallengedCredentialTests {
    /// The parameters of the challenge after the realm.
    private struct Registry: Sendable {
        var realm = "/token"
        var token = #"{"token":"t","expires_in":300}"#
        var status = HTTPResponse.Status.ok
        var error = ""
        /// Whether a token is accepted.
        var accepts: @Sendable (_ request: StubRequest) -> Bool = {
            $0.headers[.authorization] == "Bearer t"
        }

        var rules: [StubRule] {
            [
                .on(.get, "/token", response: .json(token, status: status)),
                .on(nil, "*") { request in
                    guard !accepts(request) else { return .text("fine") }
                    let host = request.headers[HTTPField.Name(token: "Host")] ?? ""
                    let place = realm.hasPrefix("/") ? "http://\(host)\(realm)" : realm
                    let scope = request.path.replacing("/", with: "")
                    return .text("no", status: .unauthorized).header(
                        .wwwAuthenticate,
                        #"Bearer realm="\#(place)",service="a b",scope="repository:\#(scope):pull"\#(error)"#
                    )
                },
            ]
        }
    }

    /// Runs calls against a registry, and returns the request lines that it received, with their credentials.
    private func lines(
        _ registry: Registry = Registry(),
        _ credential: Credential = .basic(user: "ada", password: "secret").forTokens(),
        _ run: (Store, String) async throws -> Void
    ) async throws -> [String] {
        let server = try ScriptedServer.serving(registry.rules)
        defer { server.stop() }
        try await CurlSession.withSession { session in
            var store = Store { $0.auth = .bearer("user") }
            store.configuration = try ClientConfiguration(
                baseURL: server.url(), transport: session)
            store.credentials = ["user": credential]
            try await run(store, server.url("/token"))
        }
        return server.requests.map { request in
            let lines = request.components(separatedBy: "\r\n")
            let field = lines.first { $0.hasPrefix("Authorization: ") }
            return lines[0].replacing(" HTTP/1.1", with: "")
                + (field.map { " " + $0.dropFirst(15) } ?? "")
        }
    }

    private func get(_ path: String) -> Ping { Ping { $0.method(.get, path) } }

    private static let basic = "Basic YWRhOnNlY3JldA=="
    private static let query = "GET /token?service=a%20b&scope=repository%3Atea%3Apull"

    @Test func getsTokenForTheChallengeAndKeepsIt() async throws {
        let lines = try await lines { store, _ in
            for _ in 0..<2 { try await store.send(get("/tea")) }
        }
        #expect(
            lines == ["GET /tea", "\(Self.query) \(Self.basic)"]
                + Array(repeating: "GET /tea Bearer t", count: 2))
    }

    /// A token that has expired never reaches the server.
    @Test func renewsTokenBeforeItExpires() async throws {
        let registry = Registry(token: #"{"access_token":"t","expires_in":1e-9}"#)
        let lines = try await lines(registry) { store, _ in
            for _ in 0..<2 { try await store.send(get("/tea")) }
        }
        let renewed = ["\(Self.query) \(Self.basic)", "GET /tea Bearer t"]
        #expect(lines == ["GET /tea"] + renewed + renewed)
    }

    @Test func revokedTokenIsReplacedOnce() async throws {
        let accepted = Locked(1)
        var registry = Registry(error: #",error="invalid_token""#)
        registry.accepts = { request in
            request.headers[.authorization] == "Bearer t"
                && accepted.withLock { left in
                    defer { left -= 1 }
                    return left > 0
                }
        }
        let lines = try await lines(registry) { store, _ in
            try await store.send(get("/tea"))
            let error = await #expect(throws: APIError.self) { try await store.send(get("/tea")) }
            #expect(error?.code == .unauthorized)
        }
        let token = "\(Self.query) \(Self.basic)"
        let call = "GET /tea Bearer t"
        #expect(lines == ["GET /tea", token, call, call, token, call])
    }

    /// RFC 6750, section 3.1: another token of the same scope would not help.
    @Test func insufficientScopeOfTheSameTokenIsTheResponse() async throws {
        var registry = Registry(error: #",error="insufficient_scope""#)
        registry.accepts = { _ in false }
        let lines = try await lines(registry) { store, _ in
            let error = await #expect(throws: APIError.self) { try await store.send(get("/tea")) }
            #expect(error?.code == .unauthorized)
            await #expect(throws: APIError.self) { try await store.send(get("/tea")) }
        }
        #expect(lines.count { $0.hasPrefix("GET /token") } == 1)
        #expect(lines.count == 4)
    }

    @Test func bodyThatCanBeSentOnceLeavesTheTokenToTheNextCall() async throws {
        let lines = try await lines { store, _ in
            let upload = Ping { request in
                let pieces = AsyncStream<Data> { $0.finish() }
                request.method(.post, "/tea")
                request.upload(HTTPBody(BodyStream(pieces)), as: "text/plain")
            }
            let error = await #expect(throws: APIError.self) { try await store.send(upload) }
            #expect(error?.code == .unauthorized)
            try await store.send(upload)
        }
        #expect(lines == ["POST /tea", "\(Self.query) \(Self.basic)", "POST /tea Bearer t"])
    }

    @Test func tokenIsOnlyForTheOriginThatAskedForIt() async throws {
        let other = try ScriptedServer.serving([.on(nil, "*", response: .text("fine"))])
        defer { other.stop() }
        let lines = try await lines { store, _ in
            try await store.send(get("/tea"))
            var store = store
            store.configuration = try ClientConfiguration(
                baseURL: other.url(), transport: store.configuration.transport)
            try await store.send(get("/tea"))
        }
        #expect(lines.last == "GET /tea Bearer t")
        #expect(other.requests.count == 1)
        #expect(other.requests.first?.contains("Authorization") == false)
    }

    @Test func otherTokensServeAsCredentials() async throws {
        let lines = try await lines(Registry(), .bearer("t").forTokens()) { store, _ in
            try await store.send(get("/tea"))
        }
        #expect(lines == ["GET /tea Bearer t"])
    }

    // MARK: Realms

    @Test(arguments: [
        (nil, "realms at the origin of the call"),
        ("https://auth.example/token?a=secret", "https://auth.example"),
        ("http://127.0.0.1:1/token", "http://127.0.0.1:1"), ("not a URL", "an unreadable URL"),
    ])
    func sendsNoPasswordToAnotherRealm(_ declared: String?, _ shown: String) async throws {
        let other = try ScriptedServer.serving([.on(nil, "*", response: .text(""))])
        defer { other.stop() }
        let credential = Credential.basic(user: "ada", password: "secret")
        let registry = Registry(realm: other.url("/token"))
        let lines = try await lines(registry, credential.forTokens(from: declared)) { store, _ in
            let error = await #expect(throws: APIError.self) { try await store.send(get("/tea")) }
            #expect(error?.code == .credentialFailed)
            #expect(
                error?.message == "the credential user is for \(shown); the challenge names the "
                    + "realm http://127.0.0.1:\(other.port)")
            #expect(error?.advice?.contains("`realm`") == true)
        }
        #expect(lines == ["GET /tea"])
        #expect(other.connections == 0)
    }

    @Test func sendsNoPasswordWithoutTLS() async throws {
        let realm = "http://id.example/token"
        let credential = Credential.basic(user: "ada", password: "secret").forTokens(from: realm)
        let lines = try await lines(Registry(realm: realm), credential) { store, _ in
            let error = await #expect(throws: APIError.self) { try await store.send(get("/tea")) }
            #expect(error?.code == .credentialFailed)
            #expect("\(error as Any)".contains("has no TLS, and would show secrets"))
        }
        #expect(lines == ["GET /tea"])
    }

    @Test func sendsNoPasswordToAnotherPath() async throws {
        let lines = try await lines(Registry(), .none) { store, url in
            var store = store
            store.credentials["user"] = .basic(user: "ada", password: "secret")
                .forTokens(from: url + "/v2")
            let error = await #expect(throws: APIError.self) { try await store.send(get("/tea")) }
            let server = url.replacing("/token", with: "")
            #expect(
                error?.message
                    == "the credential user is for \(server); the challenge names another "
                    + "path of that server")
        }
        #expect(lines == ["GET /tea"])
    }

    @Test func declaredRealmGetsThePassword() async throws {
        let lines = try await lines(Registry(), .none) { store, url in
            var store = store
            let user = Credential.basic(user: "ada", password: "secret")
            // The first URL counts, which is that of the client.
            store.credentials["user"] =
                user.forTokens(from: url).forTokens(from: "https://auth.example/token")
            try await store.send(get("/tea"))
            store.credentials["user"] = Credential.anonymous.forTokens(from: url)
            try await store.send(get("/tea"))
        }
        #expect(lines[1] == "\(Self.query) \(Self.basic)")
        #expect(lines[4] == Self.query)
        #expect(lines.count == 6)
    }

    @Test func tokenIsInNoRecording() async throws {
        var registry = Registry(token: #"{"token":"canary","access_token":"canary"}"#)
        registry.accepts = { $0.headers[.authorization] == "Bearer canary" }
        let recording = Locked<Data?>(nil)
        let lines = try await lines(registry) { store, _ in
            let recorder = RecordingTransport(store.configuration.transport)
            var store = store
            store.configuration.transport = recorder
            try await store.send(get("/tea"))
            let data = try recorder.recording.har()
            recording.withLock { $0 = data }
        }
        #expect(lines.count == 3)
        let text = String(decoding: try #require(recording.withLock { $0 }), as: UTF8.self)
        #expect(text.contains("access_token"))
        #expect(!text.contains("canary") && !text.contains("YWRhOnNlY3JldA"))
    }

    // MARK: Bad responses

    @Test(arguments: [
        (#"{"token":"t"}"#, 401, "responded with 401 Unauthorized"),
        (#"{"token":"t"}"#, 302, "responded with 302 Found"),
        (#"{"token":""}"#, 200, "sent no token that a header field can carry"),
        (#"{"token":"a b"}"#, 200, "sent no token that a header field can carry"),
        ("<html>", 200, "sent no token that a header field can carry"),
        (#"{"token":7}"#, 200, "sent no token that a header field can carry"),
    ])
    func badTokenResponsesFailTheCall(
        _ token: String, _ status: Int, _ message: String
    ) async throws {
        let registry = Registry(token: token, status: .init(code: status))
        let lines = try await lines(registry) { store, url in
            let error = await #expect(throws: APIError.self) { try await store.send(get("/tea")) }
            #expect(error?.code == .credentialFailed)
            let origin = url.replacing("/token", with: "")
            #expect(
                error?.message == "the token of the credential user could not be loaded: "
                    + "\(origin), which issues tokens, \(message)")
            #expect(!"\(String(describing: error))".contains("secret"))
        }
        #expect(lines == ["GET /tea", "\(Self.query) \(Self.basic)"])
    }

    /// A lifetime that makes no sense is that of a token without one.
    @Test(arguments: ["-5", "0", "1e300", #""soon""#])
    func oddLifetimesKeepTheToken(_ lifetime: String) async throws {
        let registry = Registry(token: #"{"token":"t","expires_in":\#(lifetime)}"#)
        let lines = try await lines(registry) { store, _ in
            for _ in 0..<3 { try await store.send(get("/tea")) }
        }
        #expect(lines.count { $0.hasPrefix("GET /token") } == 1)
    }

    @Test func userNameWithColonIsRefused() async throws {
        let lines = try await lines(Registry(), .basic(user: "a:b", password: "p").forTokens()) {
            store, _ in
            let error = await #expect(throws: APIError.self) { try await store.send(get("/tea")) }
            #expect(error?.code == .credentialFailed)
        }
        #expect(lines == ["GET /tea"])
    }
}
