import Foundation
import Testing

/// A table of a page has all that the sources declare.
@Suite("Documentation tables")
struct TableTests {
    /// The page, the file whose members it lists, and which of its declarations count.
    struct Table: Sendable, CustomTestStringConvertible {
        let page: String
        let source: String
        let pattern: String
        /// The minimum number of matches, so that the pattern cannot silently match nothing.
        let least: Int

        init(_ page: String, _ source: String, _ pattern: String, _ least: Int) {
            (self.page, self.source, self.pattern, self.least) = (page, source, pattern, least)
        }

        var testDescription: String { "\(page): \(source)" }
    }

    private static let member = "public (?:mutating |static )?(?:var|let|func) (\\w+)"

    private static let tables = [
        Table("Calls", "PosthornCore/Calls/ClientConfiguration", member, 5),
        Table("Calls", "PosthornCore/Requests/CallOptions", member, 11),
        Table("Calls", "PosthornHTTP/TransferOptions", "(?m)^    public var (\\w+)", 9),
        Table("Calls", "PosthornCore/Requests/CallOptions+Common", member, 5),
        Table("Calls", "PosthornHTTP/HTTPBody", "public static func (\\w+)", 1),
        Table("Spec/Auth", "PosthornHTTP/Credential", member, 5),
        Table("Responses", "PosthornCore/Responses/JSONPolicy", member, 6),
        Table(
            "Responses", "PosthornCore/Responses/ResponsePolicy", "(?m)^    (?:var|func) (\\w+)", 10
        ),
        Table(
            "Tasks", "PosthornHTTP/Download/DownloadOptions+Destination",
            "(?m)^        case (\\w+)\\(", 3),
        Table("Tasks", "PosthornCurl/Session/SessionHooks", "public var (\\w+)", 5),
        Table(
            "Tasks", "PosthornCurl/Session/SessionEvent", "(?m)^    (?:indirect )?case (\\w+)", 17),
        Table("Tasks", "PosthornHTTP/CallTask", member, 7),
        Table("Tasks", "PosthornCurl/Session/SessionTask", member, 15),
        Table("Tasks", "PosthornCurl/Session/SessionTask+Progress", member, 4),
        Table("Tasks", "PosthornCurl/Session/SessionTask+Challenge", member, 1),
        Table("Tasks", "PosthornCurl/Session/SessionTask+State", "(?m)^        case (\\w+)", 7),
        Table(
            "AWS", "PosthornAWS/AWSSigner",
            "public (?:var|let) (?!name|region|service|signsStreams|verifiesStreams)(\\w+)", 7),
        Table("Testing", "PosthornTesting/Stub/StubRequest", member, 8),
        Table("Testing", "PosthornTesting/Stub/StubResponse", "public (?:static )?func (\\w+)", 10),
    ]

    @Test("Each table lists all declarations", arguments: tables)
    func tablesListAllDeclarations(_ table: Table) throws {
        let page = Example.root.appending(path: "Documentation/\(table.page).md")
        let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("|") }.joined(separator: "\n")
        let file = Example.root.appending(path: "Sources/\(table.source).swift")
        let names = try String(contentsOf: file, encoding: .utf8)
            .matches(of: Regex(table.pattern)).compactMap { $0.output[1].substring }
            .filter { $0 != "description" && $0 != "expandedDescription" }
        #expect(Set(names).count >= table.least, "\(names)")
        for name in names { #expect(try rows.contains(Regex("`\\.?\(name)\\b")), "\(name)") }
    }
}
