import Foundation
import PosthornCore
import PosthornCurl
import PosthornTesting
import Synchronization
import TestSupport
import Testing

/// Calls with alternatives of credentials, over real connections.
@Suite("Alternatives of credentials", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct GeneratedRequiresTests {
    /// Runs calls against a server, and returns what it received.
    private func requests(
        _ auth: RequiresAPI.Auth, _ rules: [StubRule] = [.on(nil, "*", response: .text("fine"))],
        observers: [any ClientObserver] = [], _ run: (RequiresAPI) async throws -> Void
    ) async throws -> [[String]] {
        let server = try ScriptedServer.serving(rules)
        defer { server.stop() }
        try await CurlSession.withSession { session in
            let configuration = try ClientConfiguration(
                baseURL: server.url(), transport: session, observers: observers)
            try await run(RequiresAPI(configuration, auth: auth))
        }
        return server.requests.map { $0.components(separatedBy: "\r\n") }
    }

    /// Of `[user, [key, partner], [key, session]]`: the credentials that the client has, and what is sent of them.
    private static let given: [(has: String, sent: [String])] = [
        ("user key partner session", ["/usual", "Authorization: Bearer u"]),
        ("user", ["/usual", "Authorization: Bearer u"]),
        ("user key", ["/usual", "Authorization: Bearer u"]),
        ("key partner session", ["/usual?api_key=k%261", "Authorization: Token p"]),
        ("key partner", ["/usual?api_key=k%261", "Authorization: Token p"]),
        ("key session", ["/usual?api_key=k%261", "Cookie: sid=s"]),
        ("partner session", []), ("key", []), ("partner", []), ("session", []), ("", []),
    ]

    @Test("The first alternative is sent of which the client has all credentials", arguments: given)
    func firstCompleteAlternative(_ row: (has: String, sent: [String])) async throws {
        func credential(_ name: String, _ value: Credential) -> Credential {
            row.has.split(separator: " ").contains(name[...]) ? value : .none
        }
        let auth = RequiresAPI.Auth(
            user: credential("user", .bearer("u")), key: credential("key", .apiKey("k&1")),
            partner: credential("partner", .apiKey("p")),
            session: credential("session", .apiKey("s")), camera: .none, device: .none)
        let requests = try await requests(auth) { api in
            if row.sent.isEmpty {
                let error = await #expect(throws: APIError.self) { try await api.usual() }
                #expect(error?.code == .credentialFailed)
            } else {
                try await api.usual()
            }
        }
        #expect(requests.count == (row.sent.isEmpty ? 0 : 1))
        let sent = try requests.first.map { lines in
            let target = try #require(lines[0].split(separator: " ").dropFirst().first)
            return [String(target)]
                + lines.filter { $0.hasPrefix("Authorization:") || $0.hasPrefix("Cookie:") }
        }
        #expect(sent ?? [] == row.sent)
        #expect(!requests.joined().contains { $0.hasPrefix("Referer:") })
    }

    @Test("Each alternative of the service has an initializer that requires its credentials")
    func initializers() async throws {
        let user = RequiresAPI.Auth(user: .bearer("u"), camera: .none, device: .none)
        let pair = RequiresAPI.Auth(
            key: .apiKey("k"), partner: .apiKey("p"), camera: .none, device: .none)
        let sent =
            try await requests(user) { try await $0.read() }
            + requests(pair) { try await $0.usual() }
        #expect(sent[0].contains("Authorization: Bearer u"))
        #expect(sent[1].contains("Authorization: Token p"))
    }

    @Test("Without all credentials of an alternative, nothing is sent")
    func missingCredential() async throws {
        let auth = RequiresAPI.Auth(user: .bearer("u"), camera: .none, device: .none)
        let sent = try await requests(auth) { api in
            let error = await #expect(throws: APIError.self) { try await api.both() }
            #expect(error?.code == .credentialFailed)
            #expect(
                error?.message
                    == "the call needs the credentials key and session; the client has none of them"
            )
            try await api.free()
            try await api.optional()
        }
        #expect(sent.map { $0[0] } == ["GET /free HTTP/1.1", "GET /optional HTTP/1.1"])
        #expect(!sent.joined().contains { $0.hasPrefix("Authorization") })
    }

    @Test("A query key is in no log, no error and no Referer, and a redirect does not repeat it")
    func queryKeyIsHidden() async throws {
        let log = EventLog()
        let auth = RequiresAPI.Auth(
            key: .apiKey("s3cret"), partner: .apiKey("p"), session: .apiKey("s"), camera: .none,
            device: .none)
        let rules: [StubRule] = [
            .on(.get, "/usual", response: .redirect(to: "/moved", status: .temporaryRedirect)),
            .on(.get, "/moved", response: .text("no", status: .forbidden)),
        ]
        var shown = ""
        let sent = try await requests(auth, rules, observers: [log]) { api in
            let error = await #expect(throws: APIError.self) { try await api.usual() }
            shown = "\(try #require(error)) \(error?.localizedDescription ?? "")"
            dump(error, to: &shown)
        }
        #expect(
            sent.map { $0[0] }
                == ["GET /usual?api_key=s3cret HTTP/1.1", "GET /moved HTTP/1.1"])
        #expect(!sent[1].contains { $0.contains("s3cret") })
        #expect(!shown.contains("s3cret"), "\(shown)")
        #expect(!log.text.contains("s3cret"))
        #expect(log.text.contains("usual"))
    }

    @Test("A Digest credential answers the challenge of the server, once")
    func digest() async throws {
        var challenge = StubResponse.text("", status: .unauthorized)
        challenge.headers[.wwwAuthenticate] =
            #"Digest realm="camera", nonce="abc", qop="auth", algorithm=SHA-256"#
        let auth = RequiresAPI.Auth(
            user: .none, camera: .digest(user: "ada", password: "secret"), device: .none)
        let sent = try await requests(
            auth,
            [
                .on(.get, "/picture", times: 1, response: challenge),
                .on(.get, "/picture", response: .text("pixels")),
            ]
        ) {
            let text = try await $0.picture()
            #expect(text == "pixels")
        }
        #expect(sent.count == 2)
        #expect(!sent[0].contains { $0.hasPrefix("Authorization") })
        let field = try #require(sent[1].first { $0.hasPrefix("Authorization: Digest ") })
        #expect(field.contains(#"username="ada""#) && field.contains(#"nonce="abc""#))
        #expect(!field.contains("secret"))

        let refused = try await requests(auth, [.on(nil, "*", response: challenge)]) { api in
            let error = await #expect(throws: APIError.self) { try await api.picture() }
            #expect(error?.code == .unauthorized)
        }
        #expect(refused.count == 2)
    }

    @Test("A call that needs a client certificate is not sent without one")
    func certificate() async throws {
        let auth = RequiresAPI.Auth(user: .none, camera: .none, device: .certificate)
        let sent = try await requests(auth) { api in
            let error = await #expect(throws: APIError.self) { try await api.private() }
            #expect(error?.code == .invalidRequest)
        }
        #expect(sent.isEmpty)
    }

    @Test("A value that a call sets takes the place of the credential")
    func callReplacesCredential() async throws {
        let auth = RequiresAPI.Auth(
            key: .apiKey("k"), partner: .apiKey("p"), camera: .none, device: .none)
        let sent = try await requests(auth) { api in
            try await api.with { $0.query("api_key", "own") }.usual()
            try await api.with { $0.header("Authorization", "Own x") }.usual()
        }
        #expect(sent[0][0] == "GET /usual?api_key=own HTTP/1.1")
        #expect(sent[1].contains("Authorization: Own x"))
    }
}

/// Keeps the descriptions of all events.
final class EventLog: ClientObserver {
    private let events = Mutex("")
    var text: String { events.withLock { $0 } }

    func observe(_ event: CallEvent) {
        events.withLock { text in
            text += "\(event)\n"
            dump(event, to: &text)
        }
    }
}
