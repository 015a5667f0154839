import Foundation
import Testing

/// The pages of all rules are made from the golden folders; recording them writes these too.
@Suite("Rules pages")
struct RulesPageTests {
    private static let root = GoldenCase.folder.deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let folder = root.appending(path: "Documentation/Spec")

    /// A message of a golden folder.
    private struct Message {
        var rule: String
        /// The line without its place.
        var text: String
        var folder: String
    }

    /// The first message of each rule, by rule.
    private static func messages(_ severity: String) throws -> [Message] {
        var first: [String: Message] = [:]
        for golden in GoldenCase.all {
            guard let said = try golden.expected()["diagnostics.txt"] else { continue }
            for line in said.split(separator: "\n") {
                guard let match = line.firstMatch(of: /^[^:]+:\d+:\d+: ((\w+): (.+?); found .+)$/),
                    match.2 == severity
                else { continue }
                // Types that the folders declare are no part of the rule.
                let rule = String(match.3).replacing(/'[A-Z\[{][^']*'/, with: "'…'")
                if first[rule] != nil { continue }
                first[rule] = Message(
                    rule: rule, text: String(match.1), folder: golden.testDescription)
            }
        }
        return first.values.sorted { $0.rule < $1.rule }
    }

    /// A page of the rules, whose messages begin with the same.
    struct Page: Sendable, CustomTestStringConvertible {
        let name: String
        let title: String
        let introduction: String
        /// Whether a rule that begins with a character is here.
        let holds: @Sendable (Character) -> Bool
        var hasWarnings = false
        var testDescription: String { name }
    }

    static let pages = [
        Page(
            name: "Rules.md", title: "Every rule, with a message each",
            introduction: """
                Each message links to the golden folder with the spec that causes it. In a build, the position
                precedes the message: `path:line:column`. This page lists the warnings, and the errors that start
                with a key or a name in quotes. The others are in [Rules that begin with a](RulesA.md) and
                [Rules that begin with b to z](RulesBToZ.md).
                """,
            holds: { $0 == "'" }, hasWarnings: true),
        Page(
            name: "RulesA.md", title: "Rules that begin with a",
            introduction:
                "Errors about fields, paths, types, enums and so on. See also [Rules](Rules.md).",
            holds: { $0 == "a" }),
        Page(
            name: "RulesBToZ.md", title: "Rules that begin with b to z",
            introduction:
                "Errors about names and unknown keys, among others. See also [Rules](Rules.md).",
            holds: { $0 != "'" && $0 != "a" }),
    ]

    private static func text(of page: Page) throws -> String {
        var lines = ["# \(page.title)", "", page.introduction]
        func list(_ title: String, _ messages: [Message]) {
            lines += ["", "## \(title)"]
            for message in messages {
                let quote = message.text.contains("`") ? ("`` ", " ``") : ("`", "`")
                let code = quote.0 + message.text + quote.1
                lines.append(
                    "- \(code) ([\(message.folder)](../../Tests/PosthornCodegenTests/Cases/"
                        + "\(message.folder)))")
            }
        }
        list(
            "Errors",
            try messages("error").filter { $0.rule.lowercased().first.map(page.holds) == true })
        if page.hasWarnings { list("Warnings", try messages("warning")) }
        return lines.map { $0 + "\n" }.joined()
    }

    @Test("The pages list the diagnostics of the golden folders", arguments: pages)
    func pagesListGoldenDiagnostics(_ page: Page) throws {
        let file = Self.folder.appending(component: page.name)
        let text = try Self.text(of: page)
        if GoldenCase.isRecording {
            try Data(text.utf8).write(to: file)
            Issue.record("recorded; run again without POSTHORN_RECORD")
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
        #expect(text.count { $0 == "\n" } < 200)
    }

    @Test("Each rule is on exactly one page")
    func eachRuleIsOnOnePage() throws {
        let messages = try Self.messages("error")
        #expect(messages.count > 180)
        for message in messages {
            let letter = try #require(message.rule.lowercased().first)
            #expect(Self.pages.count { $0.holds(letter) } == 1)
        }
    }

    @Test(
        "Links lead to existing files",
        arguments: ["README.md", "Rules.md", "RulesA.md", "RulesBToZ.md"])
    func linksLeadToExistingFiles(_ name: String) throws {
        let page = try String(
            contentsOf: Self.folder.appending(component: name), encoding: .utf8)
        let links = page.matches(of: /\]\(([^)#]+)\)/).map { String($0.1) }
        #expect(!links.isEmpty)
        for link in links {
            let file = Self.folder.appending(path: link).standardizedFileURL
            #expect(FileManager.default.fileExists(atPath: file.path), "\(link)")
        }
    }
}
