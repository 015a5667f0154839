import Foundation
import PosthornCore
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Calls whose credentials other calls return, over real connections.
@Suite("Credentials that calls return", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct SignedInTests {
    /// A server whose tokens are valid until they are revoked; it keeps a transcript.
    private final class Door: Sendable {
        private struct State {
            var count = 0
            var valid: String?
            var lines: [String] = []
        }

        private let state = Locked(State())
        /// The status of a refusal.
        let refusal: HTTPResponse.Status

        init(refusal: HTTPResponse.Status = .unauthorized) { self.refusal = refusal }

        var lines: [String] { state.withLock { $0.lines } }

        func revoke() { state.withLock { $0.valid = nil } }

        func response(to request: StubRequest) -> StubResponse {
            let credential = request.headers[.authorization] ?? "-"
            return state.withLock { state in
                guard request.path == "/sessions" else {
                    let isValid = credential == "Bearer \(state.valid ?? "none")"
                    state.lines.append("\(request.path) \(credential) \(isValid)")
                    return isValid
                        ? StubResponse.text("fine") : .text("no", status: refusal)
                }
                state.lines.append("\(request.path) \(credential) \(request.text)")
                state.count += 1
                state.valid = "t\(state.count)"
                return .json(#"{"session":{"token":"t\#(state.count)"}}"#)
            }
        }
    }

    private static let signIn = SignedInAPI.SignInCall(name: "ada", password: "canary")

    private func auth(
        token: Credential = .issued(by: signIn), subject: Credential = .none,
        session: Credential = .none, key: Credential = .none, once: Credential = .none
    ) -> SignedInAPI.Auth {
        SignedInAPI.Auth(token: token, subject: subject, session: session, key: key, once: once)
    }

    private func serving(
        _ respond: @escaping @Sendable (StubRequest) -> StubResponse,
        _ run: (SignedInAPI, ScriptedServer) async throws -> Void, auth: SignedInAPI.Auth? = nil
    ) async throws {
        let server = try ScriptedServer.serving([.on(nil, "*", reply: respond)])
        defer { server.stop() }
        try await CurlSession.withSession { session in
            let configuration = try ClientConfiguration(baseURL: server.url(), transport: session)
            try await run(SignedInAPI(configuration, auth: auth ?? self.auth()), server)
        }
    }

    private func expectFine(_ api: SignedInAPI) async throws {
        #expect(try await api.read() == "fine")
    }

    private func paths(_ server: ScriptedServer) -> [Substring] {
        server.requests.map { $0.split(separator: " ")[1] }
    }

    @Test("A hundred calls sign in once, before they are sent")
    func signsInOnce() async throws {
        let door = Door()
        try await serving(door.response) { api, _ in
            try await withThrowingTaskGroup { group in
                for _ in 0..<100 { group.addTask { try await expectFine(api) } }
                try await group.waitForAll()
            }
        }
        #expect(door.lines.first == #"/sessions - {"name":"ada","password":"canary"}"#)
        #expect(door.lines.dropFirst() == Array(repeating: "/read Bearer t1 true", count: 100)[...])
    }

    @Test(
        "A refusal with a status of the spec signs in again, once for all calls",
        arguments: [HTTPResponse.Status.unauthorized, .forbidden])
    func signsInAgain(_ refusal: HTTPResponse.Status) async throws {
        let door = Door(refusal: refusal)
        try await serving(door.response) { api, _ in
            try await expectFine(api)
            door.revoke()
            try await expectFine(api)
            try await expectFine(api)
        }
        let signIn = #"/sessions - {"name":"ada","password":"canary"}"#
        #expect(
            door.lines == [
                signIn, "/read Bearer t1 true", "/read Bearer t1 false", signIn,
                "/read Bearer t2 true", "/read Bearer t2 true",
            ])
    }

    @Test("Another status is the response of the call, and so is a second refusal")
    func otherStatus() async throws {
        let door = Door(refusal: .notFound)
        try await serving(door.response) { api, _ in
            try await expectFine(api)
            door.revoke()
            let error = await #expect(throws: SignedInAPI.Read.Failure.self) {
                try await api.read()
            }
            #expect(error?.apiError.response?.status == .notFound)
        }
        #expect(door.lines.count == 3)

        let count = Locked(0)
        try await serving { request in
            guard request.path == "/sessions" else { return .text("no", status: .forbidden) }
            return .json(#"{"session":{"token":"t\#(count.withLock { $0 += 1; return $0 })"}}"#)
        } _: { api, server in
            let error = await #expect(throws: SignedInAPI.Read.Failure.self) {
                try await api.read()
            }
            #expect(error?.apiError.message.hasSuffix("documented as expired") == true)
            #expect(server.requests.count == 4)
        }
    }

    @Test(
        "A refusal by a code of the envelope signs in again, whatever its status",
        arguments: [HTTPResponse.Status.ok, .unauthorized, .badRequest])
    func signsInAgainAfterCode(_ status: HTTPResponse.Status) async throws {
        let code = Locked("40101")
        let count = Locked(0)
        try await serving { request in
            if request.path == "/sessions" {
                return .json(#"{"session":{"token":"t\#(count.withLock { $0 += 1; return $0 })"}}"#)
            }
            return request.headers[.authorization] == "Bearer t2"
                ? .json(#"{"code":0,"data":"fine"}"#)
                : .json(#"{"data":"40101","code":\#(code.withLock { $0 })}"#, status: status)
        } _: { api, server in
            let record = try await api.getRecord()
            #expect(record == "fine")
            #expect(paths(server) == ["/sessions", "/record", "/sessions", "/record"])
            guard status != .unauthorized else { return }
            // Another code, and the same digits in a text, do not refer to the token.
            count.withLock { $0 = 3 }
            for other in ["1002", "\"40101\"", "\"GONE\""] {
                code.withLock { $0 = other }
                let api = SignedInAPI(api.configuration, auth: auth())
                let error = await #expect(throws: SignedInAPI.GetRecord.Failure.self) {
                    try await api.getRecord()
                }
                #expect(error?.apiError.envelopeError != nil)
            }
            #expect(server.requests.count == 10)
        }
    }

    @Test("A second refusal by a code is the failure of the call")
    func secondCode() async throws {
        try await serving { request in
            request.path == "/sessions"
                ? .json(#"{"session":{"token":"t"}}"#)
                : .json(#"{"code":40101,"message":"expired"}"#)
        } _: { api, server in
            let error = await #expect(throws: SignedInAPI.GetRecord.Failure.self) {
                try await api.getRecord()
            }
            guard case .signedOut = error else { throw try #require(error) }
            #expect(paths(server) == ["/sessions", "/record", "/sessions", "/record"])
        }
    }

    @Test(
        "Without a value or with a refused password, calls fail before they are sent, and name the call"
    )
    func fails() async throws {
        let cases: [(StubResponse, String)] = [
            (.json("{}"), "the response of signIn with 200 OK has no credential"),
            (
                .json(#"{"session":{"token":""}}"#),
                "the response of signIn with 200 OK has no credential"
            ),
            (.text("no", status: .badRequest), "400 Bad Request"),
        ]
        for (response, text) in cases {
            try await serving { _ in
                response
            } _: { api, server in
                let error = await #expect(throws: SignedInAPI.Read.Failure.self) {
                    try await api.read()
                }
                #expect(error?.apiError.code == .credentialFailed)
                #expect(error?.apiError.message.contains(text) == true, "\(error as Any)")
                #expect(!"\(error as Any)".contains("canary"))
                #expect(server.requests.count == 1)
            }
        }
    }

    @Test("A field of the response, a cookie of a redirect, and a value that needs another one")
    func otherPlaces() async throws {
        let other = try ScriptedServer.serving([
            .on(nil, "*") { _ in .text("").header("Set-Cookie", "sid=foreign; Path=/") }
        ])
        defer { other.stop() }
        let away = other.url() + "/away"
        let auth = auth(
            subject: .issued(
                by: SignedInAPI.Identity.Authenticate(user: "ada", password: "canary")),
            session: .issued(by: SignedInAPI.Open(user: "ada")),
            key: .issued(by: SignedInAPI.GetKey()), once: .issued(by: SignedInAPI.ExchangeCall()))
        try await serving(
            { request in
                switch request.path {
                case "/identity/tokens": .text("", status: .created).header("X-Subject-Token", "s1")
                case "/open":
                    .redirect(to: away, status: .found).header(
                        "Set-Cookie", "sid=c1; Path=/; HttpOnly")
                case "/sessions": .json(#"{"session":{"token":"t1"}}"#)
                case "/key": .text("k&1")
                case "/exchange": .json(#"{"token":"e1"}"#).header("X-Count", "1")
                default: .json("[]")
                }
            },
            { api, server in
                _ = try await api.list()
                #expect(server.requests.last?.contains("\r\nX-Auth-Token: s1\r\n") == true)
                var second = api
                second.auth.subject = .none
                _ = try await second.list()
                let last = server.requests.last ?? ""
                #expect(last.contains("\r\nCookie: sid=c1\r\n"), "\(last)")
                #expect(last.contains("\r\nAuthorization: Token e1\r\n"), "\(last)")
                let lines = server.requests.map { $0.components(separatedBy: "\r\n")[0] }
                #expect(lines.contains("POST /exchange?key=k%261 HTTP/1.1"), "\(lines)")
                // Each value is known now.
                _ = try await second.list()
                #expect(server.requests.count == lines.count + 1)
            }, auth: auth)
    }

    @Test("Each server has a value of its own, and options of one call do not change the other")
    func origins() async throws {
        let (first, second) = (Door(), Door())
        try await serving(first.response) { api, _ in
            let server = try ScriptedServer.serving([.on(nil, "*") { second.response(to: $0) }])
            defer { server.stop() }
            let base = try BaseURL(server.url())
            let other = api.with {
                $0.baseURL = base
                $0.header("X-Trace", "1")
            }
            try await expectFine(api)
            try await expectFine(other)
            try await expectFine(api)
            #expect(server.requests.map { $0.contains("X-Trace: 1") } == [false, true])
        }
        #expect(first.lines.map { $0.prefix { $0 != " " } } == ["/sessions", "/read", "/read"])
        #expect(second.lines.map { $0.prefix { $0 != " " } } == ["/sessions", "/read"])
    }

    @Test("Recordings and descriptions show neither the password nor the value")
    func recordings() async throws {
        let stub = StubTransport([
            .on(.post, "/sessions", response: .json(#"{"session":{"token":"canary-t"}}"#)),
            .on(.get, "/key", response: .text("canary-k")),
            .on(nil, "*", response: .json(#"{"token":"canary-e"}"#).header("X-Count", "1")),
        ])
        let recorder = RecordingTransport(stub)
        let auth = auth(key: .issued(by: SignedInAPI.GetKey()))
        let api = SignedInAPI(
            try ClientConfiguration(baseURL: "https://api.example", transport: recorder), auth: auth
        )
        _ = try await api.exchange()
        #expect(recorder.recording.exchanges.count == 3)
        for exchange in recorder.recording.exchanges {
            let text = [exchange.requestBody, exchange.responseBody].map {
                String(decoding: $0, as: UTF8.self)
            }
            #expect(!"\(text) \(exchange.url) \(exchange)".contains("canary"), "\(text)")
        }
        var dumped = ""
        dump(auth, to: &dumped)
        dump(api, to: &dumped)
        #expect(!dumped.contains("canary"))
    }
}
