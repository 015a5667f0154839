import Foundation
import PosthornCore
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Calls whose whole URL a server has supplied, over real connections to two origins.
@Suite("URLs that the server supplied", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct GeneratedServerURLTests {
    private struct Two {
        let home: ScriptedServer
        let other: ScriptedServer
        let api: ServerURLsAPI
    }

    /// Runs calls with a credential, common parameters and cookies against a server and another origin.
    private func withServers(_ run: (Two) async throws -> Void) async throws {
        let rules = [StubRule.on(nil, "*", response: .text("fine"))]
        let (home, other) = (
            try ScriptedServer.serving(rules), try ScriptedServer.serving(rules)
        )
        defer {
            home.stop()
            other.stop()
        }
        try await CurlSession.withSession { session in
            var configuration = try ClientConfiguration(
                baseURL: home.url("/v1"), transport: session)
            configuration.defaults.deadlineHeader = "X-Left"
            configuration.defaults.header("X-Device", "d1")
            let api = ServerURLsAPI(
                configuration, common: .init(tenant: "t1", theme: "dark"),
                auth: .init(user: .bearer("secret")))
            try await run(Two(home: home, other: other, api: api))
        }
    }

    private func lines(_ request: String) -> [String] { request.components(separatedBy: "\r\n") }

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test("A URL of the own origin gets the credential and the common parameters")
    func ownOrigin() async throws {
        try await withServers { two in
            let place = try url(two.home.url("/uploads/7?_state=a%2Bb"))
            try await two.api.append(
                place: place, body: HTTPBody(Data("abcd".utf8)), contentRange: "0-3")
            let sent = lines(try #require(two.home.requests.first))
            #expect(sent[0] == "PATCH /uploads/7?_state=a%2Bb&lang=en HTTP/1.1")
            for field in [
                "Authorization: Bearer secret", "X-Tenant: t1", "Cookie: theme=dark",
                "Content-Range: 0-3", "Content-Type: application/octet-stream", "X-Device: d1",
            ] {
                #expect(sent.contains(field), "\(field)")
            }
        }
    }

    @Test("To another origin, only what the endpoint sets is sent")
    func otherOrigin() async throws {
        try await withServers { two in
            let api = two.api.with {
                $0.header("X-Session", "s1")
                $0.header("Accept-Language", "de")
                $0.query("trace", "1")
            }
            try await api.append(
                place: url(two.other.url("/put?sig=1")), body: HTTPBody(Data("abcd".utf8)),
                contentRange: "0-3")
            try await api.note(url: url(two.other.url("/note")), text: "x")
            let first = lines(try #require(two.other.requests.first))
            #expect(first[0] == "PATCH /put?sig=1 HTTP/1.1")
            #expect(first.contains("Content-Range: 0-3"))
            #expect(first.contains("Accept-Language: de"))
            #expect(first.last == "abcd")
            #expect(lines(two.other.requests[1])[0] == "POST /note HTTP/1.1")
            #expect(lines(two.other.requests[1]).last == #"{"text":"x"}"#)
            let secrets = [
                "authorization", "secret", "x-tenant", "cookie", "dark", "x-device", "x-left",
                "x-session", "lang=", "trace", "channel",
            ]
            for request in two.other.requests {
                for secret in secrets {
                    #expect(!request.lowercased().contains(secret), "\(secret)")
                }
            }
            #expect(two.home.requests.isEmpty)
        }
    }

    @Test("Fields that the redirect policy forwards are sent to another origin")
    func forwardedFields() async throws {
        try await withServers { two in
            var policy = RedirectPolicy.follow
            policy.forwardedFields = ["X-Device"]
            let api = two.api.with { [policy] in $0.redirects = policy }
            try await api.finish(location: url(two.other.url("/a")), digest: "d")
            #expect(lines(two.other.requests[0]).contains("X-Device: d1"))
        }
    }

    @Test("Parameters of the endpoint replace those of the URL, and common ones do not")
    func parametersReplace() async throws {
        try await withServers { two in
            try await two.api.finish(
                location: url(two.home.url("/up?digest=old&lang=de&x=1")), digest: "new")
            #expect(
                lines(two.home.requests[0])[0] == "PUT /up?lang=de&x=1&digest=new HTTP/1.1")
        }
    }

    @Test(
        "A relative URL is resolved against the base URL",
        arguments: [
            ("/next?page=2", "/next?page=2"), ("next", "/v1/next"), ("../a/./b", "/a/b"),
            ("?cursor=x", "/v1/?cursor=x"), ("//127.0.0.1:$PORT/there", "/there"),
        ])
    func relativeURLs(_ text: String, _ target: String) async throws {
        try await withServers { two in
            let text = text.replacing("$PORT", with: String(two.home.port))
            let value = try await two.api.sign(url: url(text))
            #expect(value == "fine")
            #expect(lines(two.home.requests[0])[0] == "GET \(target) HTTP/1.1")
            #expect(!two.home.requests[0].contains("Authorization"))
        }
    }

    @Test(
        "Nothing is sent to a URL that is not one of HTTP",
        arguments: [
            ("file:///etc/passwd", "has the scheme file"), ("ftp://x.example/a", "the scheme ftp"),
            ("data:,x", "has the scheme data"), ("http:///a", "has no host"),
            ("http://user:pw@x.example/", "holds a user name or password"),
        ])
    func otherSchemes(_ text: String, _ reason: String) async throws {
        try await withServers { two in
            let error = await #expect(throws: APIError.self) {
                _ = try await two.api.sign(url: url(text))
            }
            #expect(error?.code == .invalidParameter)
            #expect(error?.stage == .building)
            #expect(error?.message.contains("the parameter url: the URL") == true)
            #expect(error?.message.contains(reason) == true)
            #expect(error?.description.contains("pw@") == false)
            #expect(two.home.requests.isEmpty)
        }
    }

    @Test("A sealed call, one from https, and one that stays at its origin are not sent elsewhere")
    func refusedCrossings() async throws {
        try await withServers { two in
            let place = try url(two.other.url("/a"))
            let staying = await #expect(throws: APIError.self) {
                try await two.api.with { $0.redirects = .sameOrigin }
                    .finish(location: place, digest: "d")
            }
            #expect(staying?.message.contains("the call stays within its origin") == true)
            let sealed = await #expect(throws: APIError.self) {
                try await two.api.with { $0.signer = StampSigner() }
                    .finish(location: place, digest: "d")
            }
            #expect(sealed?.message.contains("sealed or signed by stamp") == true)
            let secure = try BaseURL("https://127.0.0.1:1")
            let downgraded = await #expect(throws: APIError.self) {
                try await two.api.with { $0.baseURL = secure }.finish(location: place, digest: "d")
            }
            #expect(downgraded?.message.contains("leads from https to http") == true)
            #expect(two.other.requests.isEmpty)
            // Within the origin, a signed call is signed for its URL.
            try await two.api.with { $0.signer = StampSigner() }
                .finish(location: url(two.home.url("/s")), digest: "d")
            #expect(two.home.requests[0].contains("X-Stamp: /s?lang=en&digest=d"))
        }
    }

    @Test("The URL is no part of the route that logs show")
    func routeHasNoURL() throws {
        let api = ServerURLsAPI(
            .canned(), common: .init(tenant: "t"), auth: .init(user: .none))
        let request = try api.request(
            for: ServerURLsAPI.Finish(location: url("https://x.example/s3cret?a=1"), digest: "d"))
        #expect(request.url == "https://x.example/s3cret?a=1&digest=d")
        #expect(!request.route.contains("s3cret"))
        #expect(try request.queryParameters().map(\.name) == ["a", "digest"])
    }
}

/// Signs the target of a request.
private struct StampSigner: Signer {
    var name: String { "stamp" }

    func sign(_ request: inout TransportRequest) async throws {
        if let name = HTTPField.Name("X-Stamp") { request.headers[name] = request.target }
    }

    func verify(_ response: TransportResponse, to request: TransportRequest) async throws {}
}
