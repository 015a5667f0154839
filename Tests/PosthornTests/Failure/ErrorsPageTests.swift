import Foundation
import Posthorn
import Testing

/// `Documentation/ErrorReference.md` has the errors of the two tables of tests, word for word: one of those
/// that differ only in the parameter or header field that they name.
@Suite("Error reference page", .serialized)
struct ErrorsPageTests {
    private static let page = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Documentation/ErrorReference.md")

    private static func table(_ rows: [(what: String, error: String)]) -> String {
        func cell(_ text: String) -> String {
            text.replacing("|", with: "\\|").replacing("\n", with: " ")
        }
        return "| what | the error |\n|---|---|\n"
            + distinct(rows).map { "| \(cell($0.what)) | `` \(cell($0.error)) `` |\n" }.joined()
    }

    private static func distinct(
        _ rows: [(what: String, error: String)]
    ) -> [(what: String, error: String)] {
        var seen: Set<String> = []
        return rows.filter { row in
            seen.insert(row.error.replacing(/(parameter|header field) \S+/, with: "")).inserted
        }
    }

    private static let tables = [
        "requests": table(BadInputTests.cases.map { ($0.name, $0.error) }),
        "responses": table(
            InvalidResponseTests.all.map {
                (
                    $0.testDescription,
                    "\($0.code.rawValue): \($0.message)".replacing(
                        "decodingFailed: the response does not have the expected shape: ",
                        with: "… ")
                )
            }),
    ]

    /// The range of a table in the page: between two lines that name it.
    private static func place(of name: String, in text: String) throws -> Range<String.Index> {
        let start = try #require(text.range(of: "<!-- \(name) -->\n"))
        let end = try #require(text.range(of: "<!-- end of \(name) -->"))
        return start.upperBound..<end.lowerBound
    }

    @Test(arguments: ["requests", "responses"])
    func listsErrorsOfTheTestTables(_ name: String) throws {
        var text = try String(contentsOf: Self.page, encoding: .utf8)
        let place = try Self.place(of: name, in: text)
        let table = try #require(Self.tables[name])
        if ProcessInfo.processInfo.environment["POSTHORN_RECORD"] == "1" {
            text.replaceSubrange(place, with: table)
            try text.write(to: Self.page, atomically: true, encoding: .utf8)
            Issue.record("recorded; run again without POSTHORN_RECORD")
            return
        }
        #expect(text[place] == table)
    }
}
