import Foundation
import Testing

/// The page of all rules is made from the golden folders; recording them writes it too.
@Suite("The page of rules")
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

    private static func page() throws -> String {
        var lines = [
            "# Every rule, with a message each", "",
            "Made from the golden folders, which have the spec that each message is about. A message",
            "has its place before it: `path:line:column`.",
        ]
        for (title, severity) in [("Errors", "error"), ("Warnings", "warning")] {
            lines += ["", "## \(title)"]
            for message in try messages(severity) {
                let quote = message.text.contains("`") ? ("`` ", " ``") : ("`", "`")
                let code = quote.0 + message.text + quote.1
                lines.append(
                    "- \(code) ([\(message.folder)](../../Tests/PosthornCodegenTests/Cases/"
                        + "\(message.folder)))")
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    @Test("The page lists what the golden folders say")
    func pageIsWhole() throws {
        let file = Self.folder.appending(component: "Rules.md")
        let page = try Self.page()
        if GoldenCase.isRecording {
            try Data(page.utf8).write(to: file)
            Issue.record("recorded; run again without POSTHORN_RECORD")
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == page)
        #expect(try Self.messages("error").count > 180)
    }

    @Test("What the index links is there", arguments: ["README.md", "Rules.md"])
    func linksLead(_ name: String) throws {
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
