import Foundation
import Testing

@_spi(Generated) @testable import PosthornCore
@_spi(Generated) @testable import PosthornJSON

/// A name is compared with what the text says, not with its bytes: JSON writes a quote, a backslash and the
/// control characters as escapes, each in several spellings (RFC 8259, section 7).
@Suite("JSON member names with escapes")
struct JSONNameTests {
    /// Reads members whose names need escapes, and one whose name does not.
    struct Escaped: JSONReadable, Equatable {
        var quote: Int
        var backslash: Int?
        var control: Int?
        var plain: Int?

        init(_ quote: Int, _ backslash: Int? = nil, _ control: Int? = nil, _ plain: Int? = nil) {
            (self.quote, self.backslash, self.control, self.plain) =
                (quote, backslash, control, plain)
        }

        init(json: inout JSONReader) throws {
            quote = 0
            var object = json.beginObject("a\"b a\\\\b? a\\\n\u{1}? plain?")
            while let member = json.nextMember(&object) {
                switch member {
                case 0: quote = json.int()
                case 1: backslash = json.intIfPresent()
                case 2: control = json.intIfPresent()
                default: plain = json.intIfPresent()
                }
            }
            try json.endObject(object)
        }
    }

    private func read(_ text: String) throws -> Escaped {
        try JSONReader.read(Escaped.self, from: Array(text.utf8))
    }

    @Test(arguments: [
        (#"{"a\"b":1,"a\\b":2,"a\n\u0001":3,"plain":4}"#, Escaped(1, 2, 3, 4)),
        (#"{"plain":4,"a\n\u0001":3,"a\\b":2,"a\"b":1}"#, Escaped(1, 2, 3, 4)),
        (#"{"a\u0022b":1,"a\u005Cb":2,"a\u000a\u0001":3,"pl\u0061in":4}"#, Escaped(1, 2, 3, 4)),
        (#"{"\u0061\u0022\u0062":1,"\u0061\u005c\u0062":2}"#, Escaped(1, 2)),
        // Names that only look alike.
        (#"{"a\"b":1,"a\b":2,"a\\nu0001":3,"a\\\\b":4}"#, Escaped(1)),
        (#"{"a\\\"b":2,"a\"b":1,"a\\\\b":3,"a\\n\\u0001":4}"#, Escaped(1)),
    ])
    func matchesEveryEscapeSpelling(_ text: String, _ value: Escaped) throws {
        #expect(try read(text) == value)
    }

    /// Reads members whose names have marks or spaces, over two lines.
    private struct Marked: JSONReadable {
        var values: [Int] = []

        init(json: inout JSONReader) throws {
            values = [0, 0, 0, 0]
            var object = json.beginObject(
                """
                is\\ it\\? hey!
                a\\??  !
                """)
            while let member = json.nextMember(&object) { values[member] = json.int() }
            try json.endObject(object)
        }
    }

    @Test func namesMayEndWithMarksOrBeEmpty() throws {
        let text = #"{"":4,"a?":3,"is it?":1,"hey!":2}"#
        #expect(try JSONReader.read(Marked.self, from: Array(text.utf8)).values == [1, 2, 3, 4])
        let error = #expect(throws: JSONError.self) {
            try JSONReader.read(Marked.self, from: Array(#"{"":4,"hey!":2}"#.utf8))
        }
        #expect(error?.missingKey == "is it?")
    }

    private struct First: JSONReadable {
        var values: [Int] = [0, 0, 0]

        init(json: inout JSONReader) throws {
            var object = json.beginObject("one two three")
            while let member = json.nextMember(&object) { values[member] = json.int() }
            try json.endObject(object)
        }
    }

    @Test func concurrentFirstReadsFindTheSameNames() async throws {
        let text = Array(#"{"three":3,"one":1,"two":2}"#.utf8)
        try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 0..<64 {
                group.addTask { try JSONReader.read(First.self, from: text).values }
            }
            for try await values in group { #expect(values == [1, 2, 3]) }
        }
    }

    @Test(arguments: [
        (#"{"a"b":1}"#, JSONError.Reason.syntax), (#"{"a\"b":1,"a"b":1}"#, .syntax),
        ("{\"a\\\"b\":1,\"a\n\u{1}\":3}", .syntax), (#"{"a\\\"b":1}"#, .missing),
        (#"{"a\"b":1,"a\u0022b":1}"#, .invalid),
    ])
    func refusesInvalidAndDuplicateNames(_ text: String, _ reason: JSONError.Reason) {
        let error = #expect(throws: JSONError.self) { try read(text) }
        #expect(error?.reason == reason)
    }
}
