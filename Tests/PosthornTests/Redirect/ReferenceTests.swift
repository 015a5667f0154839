import Posthorn
import TestSupport
import Testing

/// Resolves a `Location` against the requested URL.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ReferenceTests {
    static let base = "http://a/b/c/d;p?q"

    // RFC 3986, sections 5.4.1 and 5.4.2, as far as http goes; then what servers write.
    @Test(
        arguments: [
            ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
            ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
            (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
            ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
            ("../../", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
            ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
            ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."),
            ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
            ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
            ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
            ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
            ("https://G:443/x", "https://g/x"), ("https://G:80/x", "https://g:80/x"),
            ("HTTP://h", "http://h/"),
            ("http://h?x", "http://h/?x"), ("http://h:/x", "http://h/x"),
            ("http://[::1]:8080/x", "http://[::1]:8080/x"), ("//a//b", "http://a//b"),
            ("a b", "http://a/b/c/a%20b"), ("  /x  ", "http://a/x"),
            ("/grün?ü#ü", "http://a/gr%C3%BCn?%C3%BC#%C3%BC"), ("/%7e%2F", "http://a/%7e%2F"),
            ("/<a>{b}", "http://a/%3Ca%3E%7Bb%7D"), ("?a\\b", "http://a/b/c/d;p?a%5Cb"),
            ("/a:b", "http://a/a:b"), ("./a:b", "http://a/b/c/a:b"),
        ])
    func resolvesReferences(_ reference: String, _ expected: String) throws {
        #expect(try HTTPURL(Self.base).resolve(reference).text == expected)
    }

    @Test(
        arguments: [
            ("file:///etc/passwd", "has the scheme file"), ("ftp://h/x", "has the scheme ftp"),
            ("gopher://h/x", "has the scheme gopher"), ("data:text/plain,x", "has the scheme data"),
            ("javascript:alert(1)", "has the scheme javascript"),
            ("unix:/run/docker.sock", "has the scheme unix"), ("g:h", "has the scheme g"),
            ("localhost:8080/x", "has the scheme localhost"), ("http:g", "has no host"),
            ("http:/host", "has no host"), ("http:///host", "has no host"),
            ("///host", "has no host"), ("http://", "has no host"),
            ("http://user:pw@h/", "holds a user name or password"),
            ("//user@h/", "holds a user name or password"),
            ("http://a@b@c/", "holds a user name or password"),
            ("\\\\h\\x", "holds a backslash"), ("/\\h", "holds a backslash"),
            ("http://h\\@a/", "holds a backslash"), ("http://h:0/", "has no valid port"),
            ("http://h:65536/", "has no valid port"), ("http://h:8a/", "has no valid port"),
            ("http://h:80:80/", "has no valid port"), ("http://%68/", "has no valid host"),
            ("http://h h/", "has no valid host"),
            ("http://a\u{2044}b.example/", "has a host outside ASCII that is not a valid name"),
            ("http://[::1/", "has no valid host"), ("http://[::g]/", "has no valid host"),
            ("http://.h/", "has no valid host"), ("/x\ty", "holds a control character"),
            ("http://h\u{0}/", "holds a control character"),
        ])
    func refusesInvalidReferences(_ reference: String, _ reason: String) throws {
        let base = try HTTPURL(Self.base)
        let error = #expect(throws: HTTPURL.Defect.self) { try base.resolve(reference) }
        #expect(error?.reason == reason)
    }

    @Test(
        arguments: [
            ("http://H.example/x", "http://h.example:80/y", true),
            ("https://h.example/", "https://h.example:443/", true),
            ("http://h.example/", "https://h.example/", false),
            ("http://h.example/", "http://h.example:8080/", false),
            ("http://h.example/", "http://h.example./", false),
            ("http://h.example/", "http://www.h.example/", false),
            ("http://127.0.0.1/", "http://localhost/", false),
            ("http://127.0.0.1/", "http://127.1/", true),
            ("http://127.0.0.1/", "http://0x7f000001/", true),
            ("http://127.0.0.1/", "http://0177.0.0.01/", true),
            ("http://127.0.0.1/", "http://2130706433/", true),
            ("http://127.0.0.1/", "http://127.0.0.1./", true),
            ("http://[::1]/", "http://[0:0::0001]/", true),
            ("http://[::1]/", "http://[::ffff:1]/", false),
        ])
    func originIsSchemeHostAndPort(_ one: String, _ other: String, _ same: Bool) throws {
        #expect(try (HTTPURL(one).origin == HTTPURL(other).origin) == same)
    }
}
