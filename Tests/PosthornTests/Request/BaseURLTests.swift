import Posthorn
import Testing

@Suite("Base URL")
struct BaseURLTests {
    @Test(arguments: [
        ("https://h.example", "/a", "https://h.example/a"),
        ("https://h.example/", "/a", "https://h.example/a"),
        ("https://h.example", "a", "https://h.example/a"),
        ("https://h.example/", "a", "https://h.example/a"),
        ("https://h.example", "", "https://h.example/"),
        ("https://h.example", "/", "https://h.example/"),
        ("https://h.example/v1", "/a", "https://h.example/v1/a"),
        ("https://h.example/v1/", "/a", "https://h.example/v1/a"),
        ("https://h.example/v1", "a/b", "https://h.example/v1/a/b"),
        ("https://h.example/v1", "", "https://h.example/v1"),
        ("https://h.example/v1", "/", "https://h.example/v1/"),
        ("https://h.example/v1//", "/a", "https://h.example/v1//a"),
        ("https://h.example/v1", "//evil.example/a", "https://h.example/v1//evil.example/a"),
        ("https://h.example", "//evil.example/a", "https://h.example//evil.example/a"),
        (
            "https://h.example/v1", "https://evil.example/a",
            "https://h.example/v1/https://evil.example/a"
        ),
        ("https://h.example", "https://evil.example/a", "https://h.example/https://evil.example/a"),
        ("https://h.example/v1", "/a/", "https://h.example/v1/a/"),
        ("https://h.example?k=1", "/a", "https://h.example/a?k=1"),
        ("https://h.example/v1?k=1", "/a", "https://h.example/v1/a?k=1"),
        ("https://h.example/v1/?k=1&l=2", "/a", "https://h.example/v1/a?k=1&l=2"),
        ("https://h.example/v1?", "/a", "https://h.example/v1/a"),
        ("https://h.example/v1?u=http://x/?y", "/a", "https://h.example/v1/a?u=http://x/?y"),
        ("https://h.example/v1?k=%20%C3%A9", "/a", "https://h.example/v1/a?k=%20%C3%A9"),
        (#"https://h.example/v1?k="<x>""#, "/a", "https://h.example/v1/a?k=%22%3Cx%3E%22"),
        ("https://h.example/v%201", "/a", "https://h.example/v%201/a"),
        ("https://h.example/v^1", "/a", "https://h.example/v%5E1/a"),
        ("https://h.example", "/a b", "https://h.example/a%20b"),
        ("https://h.example", "/a%20b", "https://h.example/a%20b"),
        ("https://h.example", "/a?b#c", "https://h.example/a%3Fb%23c"),
        ("https://h.example", "/é", "https://h.example/%C3%A9"),
        ("https://h.example", "/a:b@c;d=e,f", "https://h.example/a:b@c;d=e,f"),
        ("http://h.example:8080", "/a", "http://h.example:8080/a"),
        ("http://h.example:8080/v1", "/a", "http://h.example:8080/v1/a"),
        ("http://127.0.0.1:80", "/a", "http://127.0.0.1:80/a"),
        ("http://[::1]", "/a", "http://[::1]/a"),
        ("http://[::1]:8080/v1", "/a", "http://[::1]:8080/v1/a"),
        ("http://[::ffff:127.0.0.1]", "/a", "http://[::ffff:127.0.0.1]/a"),
        ("HTTPS://H.example/V1", "/a", "https://h.example/V1/a"),
        ("https://xn--mnchen-3ya.example", "/a", "https://xn--mnchen-3ya.example/a"),
        ("http://under_score", "/a", "http://under_score/a"),
    ])
    func joinsBaseURLAndPath(_ base: String, _ path: String, _ url: String) throws {
        #expect(try built(.get, path, base: base) { _ in }.url == url)
    }

    @Test func canonicallyEquivalentPathsKeepTheirBytes() throws {
        let composed = try built(.get, "/caf\u{E9}") { _ in }
        let decomposed = try built(.get, "/cafe\u{301}") { _ in }
        #expect(composed.target == "/v1/caf%C3%A9")
        #expect(decomposed.target == "/v1/cafe%CC%81")
    }

    @Test func baseURLQueryPrecedesEndpointQuery() throws {
        let request = try built(base: "https://h.example/v1?k=1") { $0.query("a", 2) }
        #expect(request.url == "https://h.example/v1/things?k=1&a=2")
        #expect(request.route == "/…/things")
        #expect(request.origin == "https://h.example")
    }

    @Test func routeIsThePathTemplate() throws {
        let request = try built(.get, "a/{id}") { $0.path("id", "secret") }
        #expect(request.route == "/…/a/{id}")
        #expect(request.target == "/v1/a/secret")
    }

    static let refused: [(String, String)] = [
        ("", "the base URL has no scheme"),
        ("h.example", "the base URL has no scheme"),
        ("h.example/v1", "the base URL has no scheme"),
        ("//h.example", "the base URL has no scheme"),
        ("https:/h.example", "the base URL has no scheme"),
        ("https:h.example", "the base URL has no scheme"),
        ("://h.example", "the base URL has the scheme "),
        ("h.example/?u=http://x", "the base URL has no scheme"),
        ("user:secret@h://x", "the base URL has no scheme"),
        ("ftp://h.example", "the base URL has the scheme ftp"),
        ("file:///etc/passwd", "the base URL has the scheme file"),
        ("ws://h.example", "the base URL has the scheme ws"),
        ("https://", "the base URL has no valid host and port"),
        ("https:///a", "the base URL has no valid host and port"),
        ("https://?a", "the base URL has no valid host and port"),
        ("https://:80", "the base URL has no valid host and port"),
        ("https://h:", "the base URL has no valid host and port"),
        ("https://h:0", "the base URL has no valid host and port"),
        ("https://h:65536", "the base URL has no valid host and port"),
        ("https://h:8o", "the base URL has no valid host and port"),
        ("https://h:80:80", "the base URL has no valid host and port"),
        ("https://h%2fevil", "the base URL has no valid host and port"),
        ("https://h,evil", "the base URL has no valid host and port"),
        ("https://[::1", "the base URL has no valid host and port"),
        ("https://[h]", "the base URL has no valid host and port"),
        ("https://[::1]x", "the base URL has no valid host and port"),
        ("https://[fe80::1%25eth0]", "the base URL has no valid host and port"),
        ("https://::1", "the base URL has no valid host and port"),
        ("https://user@h", "the base URL holds a user name or password"),
        ("https://user:secret@h", "the base URL holds a user name or password"),
        ("https://h#f", "the base URL has a fragment"),
        ("https://h/a?b#", "the base URL has a fragment"),
        ("https://h/v1/..", "the base URL has a dot segment in its path"),
        ("https://h/./v1", "the base URL has a dot segment in its path"),
        ("https://h/v1/%2E%2e/x", "the base URL has a dot segment in its path"),
    ]

    @Test(arguments: refused)
    func refusesInvalidBaseURLs(_ base: String, _ message: String) throws {
        let error = try #require(throws: APIError.self) { try built(base: base) { _ in } }
        #expect(error.code == .invalidBaseURL)
        #expect(error.stage == .building)
        #expect(error.message == message)
        #expect(error.advice != nil)
        #expect(!error.description.contains("secret"))
    }

    /// UTS 46, as libidn2 has it.
    @Test(arguments: [
        ("https://bücher.example/v1", "https://xn--bcher-kva.example/v1"),
        ("https://BÜCHER.example:8443", "https://xn--bcher-kva.example:8443"),
        ("https://faß.example", "https://xn--fa-hia.example"),
        ("https://h。example", "https://h.example"),
    ])
    func sendsInternationalHostsAsASCII(_ base: String, _ sent: String) throws {
        #expect(try built(base: base) { $0.method(.get, "/things") }.url == sent + "/things")
    }

    @Test(arguments: [
        " https://h", "https://h ", "https://h/a b", "https://h\n", "https://h\r\nX: y",
        "https://h/\0", "https://h\u{7f}", "https://h\\@evil", "https://a\u{2044}b.example",
        "https://h/\u{e9}", "https://bücher.example/\u{e9}", "https://xn--ü.example",
    ])
    func refusesSpacesControlsAndNonASCII(_ base: String) {
        let error = #expect(throws: APIError.self) { try built(base: base) { _ in } }
        #expect(error?.code == .invalidBaseURL)
        #expect(
            error?.message == "the base URL holds a space, a control, a backslash or a character "
                + "outside ASCII")
    }

    @Test func missingBaseURLIsAnError() throws {
        struct Nowhere: APIService {
            var configuration: ClientConfiguration
        }
        let service = Nowhere(configuration: ClientConfiguration(transport: StubTransport()))
        let error = #expect(throws: APIError.self) { try service.request(for: Ping()) }
        #expect(
            error?.description == "ping failed while building: there is no base URL; give the "
                + "configuration a baseURL, or the spec a `server`")
    }
}
