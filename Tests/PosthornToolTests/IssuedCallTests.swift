import Foundation
import PosthornCore
import PosthornInterpreter
import PosthornSpec
import PosthornTesting
import TestSupport
import Testing

/// Calls whose credentials come from a server: what the user supplies, what is sent, and what is said without it.
@Suite("posthorn call and issued credentials", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct IssuedCallTests {
    private let tool: Tool

    /// Nothing listens at the token endpoint.
    private static let spec = """
        service: DepotAPI
        auth:
          session: { header: X-Session-Id, from: 409 }
          images: { scheme: bearer, from: challenge }
          app: { scheme: oauth2, tokenURL: "https://127.0.0.1:1/token", scopes: ["orders:read", "orders:write"] }
          user: { scheme: bearer, from: signIn, at: session.token }
          cookie: { cookie: sid, from: open }
          pin: { header: X-Pin, from: unlock, at: token }
          seat: { header: X-Seat, from: enroll, at: token }
        endpoints:
          signIn: { POST: /sessions, requires: none, body: Login, returns: SignedIn }
          open: { POST: /open, requires: none, form: { name: String, password: String, remember?: Bool } }
          listNotes: { GET: /notes, requires: user, returns: "[Int]", errors: { 403: { refresh: true } } }
          unlock: { POST: /unlock, requires: none, body: { grant: { const: pin }, pin: String }, returns: Session }
          enroll: { POST: /seats, requires: none, body: { name: String, row: Int }, returns: Session }
          listFiles: { GET: /files, requires: cookie, returns: "[Int]" }
          listKeys: { GET: /keys, requires: pin, returns: "[Int]" }
          listSeats: { GET: /seats, requires: seat, returns: "[Int]" }
          pause: { POST: /pause, requires: session }
          listTags: { GET: /tags, requires: images, returns: "[String]" }
          listOrders: { GET: /orders, requires: { app: ["orders:read"] }, returns: "[Int]" }
          clearOrders: { DELETE: /orders, requires: { app: ["orders:write"] } }
        types:
          Login: { name: String, password: { type: String, secret: true } }
          SignedIn: { session: Session }
          Session: { token: String }

        """

    init() throws {
        tool = try Tool()
        try tool.write(Self.spec, to: "Depot/Depot.yaml")
    }

    private func call(
        _ server: ScriptedServer, _ words: String..., environment: [String: String] = [:]
    ) throws -> Tool.Run {
        let all = ["call", "Depot"] + words + ["--server", server.url("")]
        return try tool.finish(tool.start(all, environment: environment))
    }

    /// The first line of each request, with a field of it.
    private func received(_ server: ScriptedServer, _ field: String) -> [String] {
        server.requests.map { request in
            let lines = request.components(separatedBy: "\r\n")
            let found = lines.first { $0.hasPrefix(field + ": ") }
            return lines[0].replacing(" HTTP/1.1", with: "")
                + (found.map { " " + $0.dropFirst(field.utf8.count + 2) } ?? "")
        }
    }

    // MARK: A call

    @Test("A user and a password sign in, once more after a refusal, and nothing of it is shown")
    func signsIn() throws {
        let count = Locked(0)
        let server = try ScriptedServer.serving([
            .on(.post, "/sessions") { _ in
                .json(#"{"session":{"token":"t0ken-\#(count.withLock { $0 += 1; return $0 })"}}"#)
            },
            .on(.get, "/notes") { request in
                request.headers[.authorization] == "Bearer t0ken-2"
                    ? .json("[1]") : .text("no", status: .forbidden)
            },
        ])
        defer { server.stop() }
        let run = try call(
            server, "listNotes", "-v", "--har", "x.har",
            environment: ["POSTHORN_DEPOTAPI_USER": "ada:pa55word"])
        #expect(run.exitCode == 0, "\(run)")
        #expect(
            received(server, "Authorization") == [
                "POST /sessions", "GET /notes Bearer t0ken-1", "POST /sessions",
                "GET /notes Bearer t0ken-2",
            ])
        #expect(
            server.requests.first?.hasSuffix(#"{"name":"ada","password":"pa55word"}"#) == true,
            "\(server.requests)")
        for text in [run.output, run.complaints, try tool.read("x.har")] {
            #expect(!text.contains("t0ken") && !text.contains("pa55word"), "\(text)")
        }
    }

    @Test("A cookie comes from a form, and a text without a user is the value itself")
    func sendsCookie() throws {
        let server = try ScriptedServer.serving([
            .on(.post, "/open", response: .text("").header("Set-Cookie", "sid=c1; Path=/")),
            .on(.get, "/files", response: .json("[2]")),
        ])
        defer { server.stop() }
        for secret in ["ada:pa55word", "c2"] {
            let run = try call(
                server, "listFiles", environment: ["POSTHORN_DEPOTAPI_COOKIE": secret])
            #expect(run.exitCode == 0, "\(run)")
        }
        #expect(
            received(server, "Cookie") == [
                "POST /open", "GET /files sid=c1", "GET /files sid=c2",
            ])
        #expect(server.requests.first?.hasSuffix("name=ada&password=pa55word") == true)
    }

    @Test("Without a secret, the error says what it is")
    func needsUser() throws {
        let server = try issuingServer()
        defer { server.stop() }
        let run = try call(server, "listNotes")
        #expect(run.exitCode != 0 && server.requests.isEmpty)
        #expect(
            run.complaints.contains(
                "write 'USER:PASSWORD' for 'signIn', or what it returns, in 'POSTHORN_DEPOTAPI_USER'"
            ),
            "\(run.complaints)")
    }

    @Test("A password alone comes after a colon, and a text without one is the value itself")
    func signsInWithPassword() throws {
        let server = try ScriptedServer.serving([
            .on(.post, "/unlock", response: .json(#"{"token":"t1"}"#)),
            .on(.get, "/keys", response: .json("[2]")),
        ])
        defer { server.stop() }
        for secret in [":12:34", "t2"] {
            let run = try call(server, "listKeys", environment: ["POSTHORN_DEPOTAPI_PIN": secret])
            #expect(run.exitCode == 0, "\(run)")
        }
        #expect(
            received(server, "X-Pin") == ["POST /unlock", "GET /keys t1", "GET /keys t2"])
        #expect(server.requests.first?.hasSuffix(#"{"grant":"pin","pin":"12:34"}"#) == true)
    }

    @Test(
        "A secret of another form is an error that names the form and the variable",
        arguments: [
            ("listKeys", "pin", "ada:1234"), ("listKeys", "pin", ":"),
            ("listNotes", "user", ":1234"),
            ("listSeats", "seat", "ada:1234"), ("listKeys", "pin", ""),
        ])
    func refusesOtherForm(_ endpoint: String, _ name: String, _ secret: String) throws {
        let (requires, form) =
            switch name {
            case "pin": ("'unlock' requires 'pin'", "':PASSWORD' for 'unlock', or what it returns,")
            case "user":
                (
                    "'signIn' requires 'name' and 'password'",
                    "'USER:PASSWORD' for 'signIn', or what it returns,"
                )
            default:
                ("'enroll' requires 'name' and 'row'", "what 'enroll' returns, without a colon,")
            }
        let variable = "POSTHORN_DEPOTAPI_\(name.uppercased())"
        let rule =
            secret.isEmpty
            ? "the call needs the credential '\(name)'; found none"
            : "\(requires); found another text with a colon for '\(name)'"
        #expect(
            try tool.run(
                "call", "Depot", endpoint, "--server", "http://127.0.0.1:1",
                environment: [variable: secret])
                == Tool.Run(
                    exitCode: 77, output: "",
                    complaints:
                        "\(endpoint): \(rule); write \(form) in '\(variable)' or 'posthorn login Depot \(name)'\n"
                ))
    }

    // MARK: A status

    /// A server that refuses a call without the value that it issues.
    private func issuingServer() throws -> ScriptedServer {
        try ScriptedServer.serving([
            .on(.post, "/pause") { request in
                let sent = HTTPField.Name("X-Session-Id").flatMap { request.headers[$0] }
                if sent == "v4lue" { return .status(.noContent) }
                return .status(.conflict).header("X-Session-Id", "v4lue")
            }
        ])
    }

    @Test("A value that the server issues needs nothing of the user, and is not shown")
    func sendsIssuedValue() throws {
        let server = try issuingServer()
        defer { server.stop() }
        let run = try call(server, "pause", "-v", "--har", "x.har")
        #expect(run.exitCode == 0, "\(run)")
        #expect(received(server, "X-Session-Id") == ["POST /pause", "POST /pause v4lue"])
        for text in [run.output, run.complaints, try tool.read("x.har")] {
            #expect(!text.contains("v4lue"), "\(text)")
        }
    }

    @Test("Calls of one process share the value that the server has issued")
    func sharesIssuedValue() throws {
        let server = try issuingServer()
        defer { server.stop() }
        let messages = (1...2).map {
            #"{"jsonrpc":"2.0","id":\#($0),"method":"tools/call","params":{"name":"pause","arguments":{}}}"#
                + "\n"
        }
        let words = ["mcp", "Depot", "--write", "--server", server.url("")]
        let run = try tool.finish(tool.start(words, input: messages.joined()))
        #expect(run.exitCode == 0 && !run.output.contains("isError\":true"), "\(run)")
        #expect(
            received(server, "X-Session-Id") == [
                "POST /pause", "POST /pause v4lue", "POST /pause v4lue",
            ])
    }

    // MARK: A challenge

    /// A registry that is its own server of tokens.
    private func registry() throws -> ScriptedServer {
        try ScriptedServer.serving([
            .on(.get, "/token") { request in
                .json(#"{"token":"for-\#(request.query("scope")[0])","expires_in":300}"#)
            },
            .on(.get, "/tags") { request in
                if request.headers[.authorization] != nil { return .json(#"["latest"]"#) }
                let realm = request.url.replacing("/tags", with: "/token")
                return .status(.unauthorized).header(
                    "WWW-Authenticate", #"Bearer realm="\#(realm)",scope="tags""#)
            },
        ])
    }

    @Test(
        "A challenge is answered with a token for the user and the password, or for everybody",
        arguments: [("ada:s3cret", " Basic YWRhOnMzY3JldA=="), ("anonymous", "")])
    func getsTokenForChallenge(_ secret: String, _ shown: String) throws {
        let server = try registry()
        defer { server.stop() }
        let login = try tool.run("login", "Depot", "images", input: secret + "\n")
        #expect(login.exitCode == 0, "\(login)")
        let run = try call(server, "listTags", "-v", "--har", "x.har")
        #expect(run.exitCode == 0 && run.output.contains("latest"), "\(run)")
        for text in [run.complaints, try tool.read("x.har")] {
            #expect(!text.contains("s3cret") && !text.contains("for-tags"), "\(text)")
        }
        #expect(
            received(server, "Authorization") == [
                "GET /tags", "GET /token?scope=tags\(shown)", "GET /tags Bearer for-tags",
            ])
    }

    @Test("A token of the user needs no challenge")
    func sendsTokenOfUser() throws {
        let server = try registry()
        defer { server.stop() }
        let environment = ["POSTHORN_DEPOTAPI_IMAGES": "t0ken"]
        #expect(try call(server, "listTags", environment: environment).exitCode == 0)
        #expect(received(server, "Authorization") == ["GET /tags Bearer t0ken"])
    }

    // MARK: A token endpoint

    @Test("A client's id and secret get a token for the scopes of each endpoint, which calls share")
    func getsTokensOfEndpoint() async throws {
        let source = SourceFile(path: "Depot.yaml", text: Self.spec)
        let document = try #require(SpecReader.read([source]).document)
        let stub = StubTransport(
            .on(.post, "/token") { request in
                let scope = request.text.split(separator: "%3A").last ?? ""
                return .json(
                    #"{"access_token":"to-\#(scope)","token_type":"Bearer","expires_in":3600}"#)
            },
            .on(.get, "/orders", response: .json("[1]")),
            .on(.delete, "/orders", response: .status(.noContent)))
        let service = InterpretedService(
            InterpretedSpec(document),
            try ClientConfiguration(baseURL: "https://depot.example", transport: stub),
            secrets: SecretSource(["app": "depot:s3cret"]))
        for name in ["listOrders", "clearOrders", "listOrders"] {
            _ = try await service.call(name).send()
        }
        let token = "POST https://127.0.0.1:1/token Basic ZGVwb3Q6czNjcmV0"
        #expect(
            stub.requests.map { "\($0.method) \($0.url) \($0.headers[.authorization] ?? "")" } == [
                token, "GET https://depot.example/orders Bearer to-read",
                token, "DELETE https://depot.example/orders Bearer to-write",
                "GET https://depot.example/orders Bearer to-read",
            ])
    }

    @Test("A client's secret goes to the token endpoint alone, and a token to the service")
    func sendsNoSecretToService() throws {
        let server = try ScriptedServer.serving([.on(.get, "/orders", response: .json("[1]"))])
        defer { server.stop() }
        func run(_ secret: String) throws -> Tool.Run {
            try call(
                server, "listOrders", "-v", environment: ["POSTHORN_DEPOTAPI_APP": secret])
        }
        let client = try run("depot:s3cret")
        #expect(client.exitCode == 77, "\(client)")
        #expect(client.complaints.contains("the credential app could not be loaded"), "\(client)")
        #expect(!client.complaints.contains("s3cret") && server.requests.isEmpty)
        #expect(try run("t0ken").exitCode == 0)
        #expect(received(server, "Authorization") == ["GET /orders Bearer t0ken"])
    }

    // MARK: What is missing

    @Test(
        "A missing secret is named with its form and its place",
        arguments: [
            ("listTags", "images", "'USER:PASSWORD', a token or 'anonymous',"),
            ("listOrders", "app", "'CLIENT:SECRET', or a token,"),
        ])
    func namesMissingSecret(_ endpoint: String, _ name: String, _ form: String) throws {
        #expect(
            try tool.run("call", "Depot", endpoint, "--server", "http://127.0.0.1:1")
                == Tool.Run(
                    exitCode: 77, output: "",
                    complaints:
                        "\(endpoint): the call needs the credential '\(name)'; found none; write \(form) in "
                        + "'POSTHORN_DEPOTAPI_\(name.uppercased())' or 'posthorn login Depot \(name)'\n"
                ))
    }

    @Test(
        "A curl command leaves out what a server issues, and says so",
        arguments: [
            ("pause", "", "session, which the server issues with 409"),
            ("listTags", "ada:s3cret", "the token of images, which the realm of a 401 issues"),
            (
                "listOrders", "depot:s3cret",
                "the token of app, which https://127.0.0.1:1/token issues"
            ),
        ])
    func notesInCurl(_ endpoint: String, _ secret: String, _ note: String) throws {
        let run = try tool.run(
            "call", "Depot", endpoint, "--curl", "--server", "http://127.0.0.1:1",
            environment: ["POSTHORN_DEPOTAPI_IMAGES": secret, "POSTHORN_DEPOTAPI_APP": secret])
        #expect(run.exitCode == 0 && run.output.hasPrefix("# without \(note)\ncurl "), "\(run)")
        #expect(!run.output.contains("$POSTHORN") && !run.output.contains("s3cret"), "\(run)")
    }

    @Test("A curl command sends a token of the user")
    func sendsTokenInCurl() throws {
        let run = try tool.run(
            "call", "Depot", "listOrders", "--curl", "--server", "http://127.0.0.1:1",
            environment: ["POSTHORN_DEPOTAPI_APP": "t0ken"])
        #expect(
            run.output.hasSuffix("--header \"Authorization: Bearer $POSTHORN_DEPOTAPI_APP\"\n"),
            "\(run)")
    }
}
