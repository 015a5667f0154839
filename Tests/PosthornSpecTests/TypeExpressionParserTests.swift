import TestSupport
import Testing

@testable import PosthornSpec

@Suite("Type expressions")
struct TypeExpressionParserTests {
    @Test(
        "A type round-trips",
        arguments: [
            "String", "Order", "[Order]", "[[Int]]", "[String: Order]", "[String: [Order]]",
            "[[String: Int]]",
        ])
    func readsTypes(_ text: String) throws {
        #expect(try TypeExpressionParser.parse(text, mark: .start).description == text)
    }

    @Test("Spaces do not matter", arguments: [" [ String :Order ] ", "[String:Order]"])
    func ignoresSpaces(_ text: String) throws {
        let type = try TypeExpressionParser.parse(text, mark: .start)
        #expect(type.description == "[String: Order]")
    }

    @Test("A type name has its position")
    func marksNames() throws {
        let mark = SourceMark(line: 7, column: 10)
        let type = try TypeExpressionParser.parse("[String: Order]", mark: mark)
        #expect(
            type.innermost
                == .named(TypeName("Order", mark: SourceMark(line: 7, column: 19))))
    }

    @Test("Enum values have their Swift names and positions")
    func readsEnums() throws {
        let type = try TypeExpressionParser.parse("in_progress | DONE|no", mark: .start)
        #expect(
            type
                == .inline(
                    .enumeration(
                        EnumSpec(
                            cases: [
                                EnumCase(
                                    rawValue: "in_progress", swiftName: "inProgress", mark: .start),
                                EnumCase(
                                    rawValue: "DONE", swiftName: "done",
                                    mark: SourceMark(line: 1, column: 15)),
                                EnumCase(
                                    rawValue: "no", swiftName: "no",
                                    mark: SourceMark(line: 1, column: 20)),
                            ], isShort: true))))
    }

    @Test(
        "Invalid types are refused with their position",
        arguments: [
            ("", 1, "this is not a type"),
            ("[Int", 5, "this is not a type"),
            ("[Int]]", 6, "this is not a type"),
            ("Int Int", 5, "this is not a type"),
            ("[Int: Int]", 5, "the keys of a map are texts"),
            ("Int??", 5, "a type has one '?'"),
            ("Date(unx)", 6, "'Date' has no such form on the wire"),
            ("events of Price", 1, "a stream is all that an endpoint returns"),
            ("lines of Price", 1, "a stream is all that an endpoint returns"),
            ("a | | b", 5, "an enum's values stand between its '|'"),
            ("a_b | aB", 7, "two values of an enum cannot have one Swift name"),
        ])
    func refusesInvalidTypes(_ text: String, column: Int, rule: String) {
        #expect {
            _ = try TypeExpressionParser.parse(text, mark: .start)
        } throws: { error in
            guard let problem = error as? SpecProblem else { return false }
            return problem.rule == rule && problem.mark.column == column
        }
    }

    @Test(
        "A misspelt form gets the right spelling",
        arguments: [
            ("Int64 (string)", "'Int64(string)'"), ("Int64[string]", "'Int64(string)'"),
            ("Int64 as string", "'Int64(string)'"), ("[Int64](string)", "'[Int64(string)]'"),
            ("[Date] (day)", "'[Date(day)]'"), ("Int64 (hex)", "the type alone"),
            ("string(Int64)", "'Int64(string)'"), ("String(UInt64)", "'UInt64(string)'"),
            ("Data(base64)", "'Data' alone, which has that format"),
            ("Date(rfc3339)", "'Date' alone, which has that format"),
            ("Data(utf8)", "'base64url' or 'hex'"), ("Int64()", "'string'"),
            ("String(hex)", "'String' alone"), ("int64(string)", "'Int64(string)'"),
        ])
    func correctsForms(_ text: String, advice: String) {
        #expect {
            _ = try TypeExpressionParser.parse(text, mark: .start)
        } throws: { error in
            (error as? SpecProblem)?.write == advice
        }
    }

    @Test("Nesting is limited", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
    func limitsNesting() {
        let text = String(repeating: "[", count: 100_000)
        #expect(throws: SpecProblem.self) {
            try TypeExpressionParser.parse(text, mark: .start)
        }
    }
}
