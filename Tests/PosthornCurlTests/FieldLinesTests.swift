import Posthorn
@testable import PosthornCurl
import Testing

/// Response header lines are cached by name.
struct FieldLinesTests {
    static func isKept(_ name: String) throws -> Bool {
        let lines = FieldLines()
        let field = HTTPField(name: try #require(HTTPField.Name(name)), value: "value")
        return Array("\(name): value".utf8).withUnsafeBytes { bytes in
            for _ in 0..<3 { lines.keep(bytes, field, .none) }
            return lines.line(bytes) != nil
        }
    }

    @Test(arguments: ["Server", "content-type", "ETag"])
    func cachesLinesOfNonSensitiveFields(_ name: String) throws { #expect(try Self.isKept(name)) }

    @Test(arguments: ["Set-Cookie", "Location", "X-Session-Token", "Authentication-Info"])
    func doesNotCacheLinesOfOtherFields(_ name: String) throws { #expect(try !Self.isKept(name)) }
}
