import Foundation
import PosthornDiff
import PosthornSpec
import TestSupport
import Testing

/// Compares pairs of specs, each an entry of a text file in `Cases`.
///
/// The lines below `===` are the old spec, those below `--- new` the new one. A spec without `service` gets one. A side with
/// several files has sections such as `--- old/A/A.yaml`. Each line below `--- changes` is a change.
@Suite("Changes between specs", .serialized, .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct DiffTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let file: String
        let entry: RefusalFile.Entry

        var testDescription: String { "\(file) \(entry.title)" }
        var expected: String { text("changes") }

        func text(_ name: String) -> String {
            entry.sections.first { $0.name == name }?.text ?? ""
        }

        /// The ids of the rules in the expected lines.
        var rules: [String] {
            expected.split(separator: "\n").compactMap { line in
                line.wholeMatch(of: /.* \[([a-z-]+)\]/).map { String($0.1) }
            }
        }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Cases")

    private static let cases: [Case] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".txt") }.sorted().flatMap { name in
            let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
            return RefusalFile(text ?? "").entries.map { Case(file: name, entry: $0) }
        }
    }()

    @Test("Each pair of specs has the changes that its case lists", arguments: cases)
    func listsChanges(_ example: Case) throws {
        let sides = try ["old", "new"].map { try specs(example, $0) }
        let text = Comparison.changes(from: sides[0], to: sides[1]).map { change in
            let concerned = change.shownEndpoints.map { " (in \($0))" } ?? ""
            return
                "\(change.old.text) \(change.new.text) \(change.subject): \(change.text)\(concerned) "
                + "[\(change.rule.id)]\n"
        }.joined()
        if ProcessInfo.processInfo.environment["POSTHORN_RECORD"] == "1" {
            try record(text, example)
        }
        #expect(text == example.expected)
        // A spec does not differ from itself.
        for side in sides { #expect(Comparison.changes(from: side, to: side).isEmpty) }
    }

    private func specs(_ example: Case, _ side: String) throws -> [DiffedSpec] {
        var sources = example.entry.sections.filter { $0.name.hasPrefix(side + "/") }
            .map { SourceFile(path: $0.name, text: $0.text) }
        if sources.isEmpty {
            let text = example.text(side == "old" ? "Spec.yaml" : side)
            sources.append(
                SourceFile(
                    path: side,
                    text: text.contains("service:") ? text : "service: ShopAPI\n" + text))
        }
        let result = SpecReader.read(sources)
        #expect(result.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
        try #require(!result.documents.isEmpty)
        return result.documents.map { DiffedSpec($0) }
    }

    private func record(_ text: String, _ example: Case) throws {
        let place = Self.folder.appending(path: example.file)
        let all = RefusalFile(try String(contentsOf: place, encoding: .utf8))
        let texts = all.entries.map { entry in
            var sections = entry.sections
            if entry.title == example.entry.title {
                sections.removeAll { $0.name == "changes" }
                sections.append(("changes", text))
            }
            return "=== \(entry.title)\n"
                + sections.map { $0.name == "Spec.yaml" ? $0.text : "--- \($0.name)\n\($0.text)" }
                .joined()
        }
        try Data(texts.joined(separator: "\n").utf8).write(to: place)
    }

    @Test("A spec that is read twice does not differ from itself")
    func specsDoNotDifferFromThemselves() throws {
        let golden = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "PosthornCodegenTests/Cases")
        var count = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: golden.path) {
            let folder = golden.appending(path: name)
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            let sources = try files.filter { $0.hasSuffix(".yaml") }.map {
                SourceFile(
                    path: $0, bytes: Array(try Data(contentsOf: folder.appending(path: $0))))
            }
            guard let old = SpecReader.read(sources).document,
                let new = SpecReader.read(sources).document
            else { continue }
            count += 1
            let changes = Comparison.changes(from: DiffedSpec(old), to: DiffedSpec(new))
            #expect(changes.map(\.text) == [], "\(name)")
        }
        #expect(count > 80)
    }

    @Test("Each rule has a case", arguments: ChangeRule.allCases)
    func rulesHaveCases(_ rule: ChangeRule) {
        #expect(Self.cases.contains { $0.rules.contains(rule.id) })
        #expect(!rule.sentence.isEmpty)
        #expect((rule.advice != nil) == rule.severity.isBreaking)
    }

    @Test("Cases are named after the rules that they show")
    func casesShowTheirRules() {
        let ids = Set(ChangeRule.allCases.map(\.id))
        for example in Self.cases {
            let title = example.entry.title
            if ids.contains(title) { #expect(example.rules.contains(title), "\(title)") }
        }
    }
}
