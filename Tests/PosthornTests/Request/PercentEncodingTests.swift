import Foundation
import Posthorn
import Testing

@Suite("Percent-encoding (RFC 3986)")
struct PercentEncodingTests {
    static let values: [(String, String)] = [
        ("plain", "plain"),
        ("AZaz09-._~", "AZaz09-._~"),
        ("..a/", "..a%2F"),
        ("%2f", "%252f"),
        ("%2e%", "%252e%25"),
        ("%", "%25"),
        ("?", "%3F"),
        ("#", "%23"),
        ("//", "%2F%2F"),
        ("a/b", "a%2Fb"),
        ("\\", "%5C"),
        ("a b", "a%20b"),
        ("a+b", "a%2Bb"),
        ("a&b=c", "a%26b%3Dc"),
        (";,:@!$'()*", "%3B%2C%3A%40%21%24%27%28%29%2A"),
        ("[]{}", "%5B%5D%7B%7D"),
        ("\"<>^`|", "%22%3C%3E%5E%60%7C"),
        ("é", "%C3%A9"),
        ("e\u{301}", "e%CC%81"),
        ("日本", "%E6%97%A5%E6%9C%AC"),
        ("👍🏽", "%F0%9F%91%8D%F0%9F%8F%BD"),
        ("\r\n", "%0D%0A"),
        ("\0", "%00"),
        ("\u{7f}", "%7F"),
        ("\u{feff}", "%EF%BB%BF"),
        ("...", "..."),
        (" ", "%20"),
    ]

    @Test(arguments: values)
    func encodesPathValues(_ value: String, _ encoded: String) throws {
        let request = try built(.get, "/a/{id}/b") { $0.path("id", value) }
        #expect(request.target == "/v1/a/\(encoded)/b")
    }

    @Test(arguments: values)
    func encodesQueryNamesAndValues(_ value: String, _ encoded: String) throws {
        let request = try built { $0.query(value, value) }
        #expect(request.query == "\(encoded)=\(encoded)")
    }

    @Test func queryValuesRoundTrip() throws {
        // Foundation takes a byte order mark for its own.
        for (value, _) in Self.values where value != "\u{feff}" {
            let request = try built { $0.query("q", value) }
            #expect(request.query.dropFirst(2).removingPercentEncoding == value)
        }
    }

    @Test func emptyQueryValueIsSent() throws {
        #expect(try built { $0.query("q", "") }.query == "q=")
    }

    @Test(arguments: [
        ("", "the path parameter id is empty"), (".", "the path parameter id is a dot segment"),
        ("..", "the path parameter id is a dot segment"),
        ("../etc", "segment 1 of the path parameter id is a dot segment"),
        ("a/../b", "segment 2 of the path parameter id is a dot segment"),
        ("a/b//c/..", "segment 5 of the path parameter id is a dot segment"),
        ("a\\..\\b", "segment 2 of the path parameter id is a dot segment"),
        ("%2e%2E", "segment 1 of the path parameter id is a dot segment"),
        ("a%2f..%2Fb", "segment 2 of the path parameter id is a dot segment"),
        ("..;x=1/b", "segment 1 of the path parameter id is a dot segment"),
        ("a%5c.%2e%5Cb", "segment 2 of the path parameter id is a dot segment"),
        (".%2E;x", "segment 1 of the path parameter id is a dot segment"),
    ])
    func emptyOrDotSegmentPathValueIsRefused(_ value: String, _ message: String) {
        let error = #expect(throws: APIError.self) {
            try built(.get, "/a/{id}") { $0.path("id", value) }
        }
        #expect(error?.code == .invalidParameter)
        #expect(error?.message == message)
    }

    /// Dots that are names for the server are encoded, and all else as in a `String`.
    @Test(arguments: [
        ("/a/{+key}", "b/../c", "/v1/a/b/%2E%2E/c"), ("/a/{+key}", ".", "/v1/a/%2E"),
        ("/a/{+key}", "./..", "/v1/a/%2E/%2E%2E"), ("/a/{+key}", "%2e/a..", "/v1/a/%252e/a.."),
        ("/a/{+key}", "b//c d?#", "/v1/a/b//c%20d%3F%23"), ("/a/{key}", "../b", "/v1/a/%2E%2E%2Fb"),
    ])
    func dotsThatAreNamesAreEncoded(_ template: String, _ key: String, _ target: String) throws {
        let request = try built(.get, template) { $0.path("key", EncodedPath(encoding: key)) }
        #expect(request.target == target)
    }

    /// The dots of the template and of other values change the path.
    @Test(arguments: [
        ("/a/../{+key}", "x", "the path /a/../{+key} has a dot segment"),
        ("/a/{other}/{+key}", "..", "the path parameter other is a dot segment"),
        ("/a/{+key}/{link}", "../b", "segment 1 of the path parameter link is a dot segment"),
    ])
    func namesDoNotAllowOtherDots(_ template: String, _ value: String, _ message: String) {
        let error = #expect(throws: APIError.self) {
            try built(.get, template) {
                $0.path("key", EncodedPath(encoding: ".."))
                $0.path("other", value)
                $0.path("link", EncodedPath(value))
            }
        }
        #expect(error?.message == message)
    }

    @Test(
        arguments: [
            ("/a/.{id}", "x", nil), ("/a/{id}.json", "x", nil), ("/a/{id}{id}", "x", nil),
            ("/../b/{id}", "x", "/../b/{id}"), ("/a/%2e%2E/{id}", "x", "/a/%2e%2E/{id}"),
            ("./{id}", "x", "/./{id}"),
        ] as [(String, String, String?)])
    func templateWithDotSegmentIsRefused(
        _ template: String, _ value: String, _ refused: String?
    ) throws {
        let build = { try built(.get, template) { $0.path("id", value) } }
        guard let refused else {
            _ = try build()
            return
        }
        let error = #expect(throws: APIError.self) { _ = try build() }
        #expect(error?.message == "the path \(refused) has a dot segment")
    }

    @Test(arguments: ["...", "a..", "..a", "%2", "..%2", "a;..", "..\u{301}", "a/...;.."])
    func pathValueMayContainDots(_ value: String) throws {
        _ = try built(.get, "/a/{id}") { $0.path("id", value) }
    }

    @Test(arguments: [("/a/.{end}", "."), ("/a/{end}.", "."), ("/a/%2e{end}", ".")])
    func valueCannotCompleteADotSegment(_ template: String, _ value: String) {
        let error = #expect(throws: APIError.self) {
            try built(.get, template) { $0.path("end", value) }
        }
        #expect(error?.message == "the path parameter end is a dot segment")
    }

    @Test func missingPathValueIsNamed() {
        let error = #expect(throws: APIError.self) { try built(.get, "/a/{id}") { _ in } }
        #expect(
            error?.description == "probe failed while building: the path /a/{id} has no value for "
                + "{id}; call path(\"id\", …) in build(_:)")
    }

    @Test func unclosedBraceIsAnError() {
        let error = #expect(throws: APIError.self) { try built(.get, "/a/{id") { _ in } }
        #expect(error?.message == "the path /a/{id has a { without its }")
    }

    @Test func valueFillsRepeatedPlaceholders() throws {
        let request = try built(.get, "/{a}/{b}/{a}") {
            $0.path("a", 1)
            $0.path("b", 2)
        }
        #expect(request.target == "/v1/1/2/1")
    }

    @Test func valueThatLooksLikePlaceholderIsNotExpanded() throws {
        let request = try built(.get, "/{a}/{b}") {
            $0.path("a", "{b}")
            $0.path("b", "secret")
        }
        #expect(request.target == "/v1/%7Bb%7D/secret")
    }
}
