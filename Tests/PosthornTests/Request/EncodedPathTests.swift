import Foundation
import Posthorn
import Testing

@Suite("Plain and encoded path values")
struct EncodedPathTests {
    private func target(_ template: String, _ value: some ParameterValue) throws -> String {
        try built(.get, template, base: "https://h") { $0.path("key", value) }.target
    }

    private func target(_ template: String, _ value: EncodedPath) throws -> String {
        try built(.get, template, base: "https://h") { $0.path("key", value) }.target
    }

    /// All printable characters of ASCII, as RFC 3986 lets them stand in a path.
    @Test func plainValueIsPercentEncoded() throws {
        let kept =
            "!$&'()*+,-./0123456789:;=@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~"
        for byte in UInt8(32)..<127 {
            let character = String(Unicode.Scalar(byte))
            let encoded = "%" + String(byte, radix: 16, uppercase: true)
            let expected = kept.contains(character) ? character : encoded
            #expect(try target("/f/{+key}", "a\(character)b") == "/f/a\(expected)b")
            let inSegment = "-._~".contains(character) || character.wholeMatch(of: /\w/) != nil
            #expect(
                try target("/f/{key}", "a\(character)b")
                    == "/f/a\(inSegment ? character : encoded)b")
        }
    }

    @Test(arguments: [
        ("percent%20.txt", "/f/percent%2520.txt"), ("100%", "/f/100%25"), ("%", "/f/%25"),
        ("%zz/%4", "/f/%25zz/%254"), ("日本/é", "/f/%E6%97%A5%E6%9C%AC/%C3%A9"),
        ("a//b", "/f/a//b"), ("/a", "/f//a"), ("a/", "/f/a/"), ("//a///b//", "/f///a///b//"),
        ("/", "/f//"), ("...", "/f/..."), ("?#[]", "/f/%3F%23%5B%5D"),
    ])
    func plainValueKeepsSlashesInReservedExpansion(_ value: String, _ expected: String) throws {
        #expect(try target("/f/{+key}", value) == expected)
    }

    @Test(arguments: [
        ("/f/{+key}", "a%20b/c%2Fd", "/f/a%20b/c%2Fd"), ("/f/{+key}", "50%25.txt", "/f/50%25.txt"),
        ("/f/{+key}", "%7e%7E", "/f/%7e%7E"), ("/f/{+key}", "a b?c#d", "/f/a%20b%3Fc%23d"),
        ("/f/{+key}", "a//b/", "/f/a//b/"), ("/f/{+key}", "(é)", "/f/(%C3%A9)"),
        ("/f/{key}", "a%20b/c%2Fd", "/f/a%20b%2Fc%2Fd"), ("/f/{key}", "(%28)", "/f/%28%28%29"),
        ("/f{/key}", "a%2Fb", "/f/a%2Fb"), ("/f{?key}", "a%26b&c", "/f?key=a%26b%26c"),
    ])
    func encodedValueIsNotEncodedAgain(
        _ template: String, _ value: String, _ expected: String
    ) throws {
        #expect(try target(template, EncodedPath(value)) == expected)
    }

    @Test(arguments: [
        ("", "the path parameter key is empty"), ("..", "the path parameter key is a dot segment"),
        ("a/%2e%2E/b", "segment 2 of the path parameter key is a dot segment"),
        ("a%2F..%2fb", "segment 2 of the path parameter key is a dot segment"),
        ("a%5C%2e", "segment 2 of the path parameter key is a dot segment"),
        ("..;x/b", "segment 1 of the path parameter key is a dot segment"),
        (
            "100%",
            "the parameter key: an encoded path has a % without two hexadecimal digits after it"
        ),
        (
            "%4",
            "the parameter key: an encoded path has a % without two hexadecimal digits after it"
        ),
        (
            "%zz",
            "the parameter key: an encoded path has a % without two hexadecimal digits after it"
        ),
    ])
    func invalidEncodedValueIsRefused(_ value: String, _ message: String) {
        for template in ["/f/{+key}", "/f/{key}"] {
            let error = #expect(throws: APIError.self) {
                try target(template, EncodedPath(value))
            }
            #expect(error?.code == .invalidParameter)
            #expect(error?.message == message)
        }
    }

    @Test func prefixModifierNeedsPlainValue() throws {
        #expect(try target("/f/{key:3}", "a%20") == "/f/a%252")
        let error = #expect(throws: APIError.self) {
            try target("/f/{key:3}", EncodedPath("a%20"))
        }
        #expect(
            error?.message
                == "the template takes the first characters of {key}, which is not plain text")
    }

    @Test func lastValueDecidesWhetherItIsEncoded() throws {
        let request = try built(.get, "/f/{+a}/{+b}", base: "https://h") {
            $0.path("a", EncodedPath("%20"))
            $0.path("a", "%20")
            $0.path("b", "%20")
            $0.path("b", EncodedPath("%20"))
            $0.path("b", EncodedPath?.none)
        }
        #expect(request.target == "/f/%2520/%20")
    }
}
