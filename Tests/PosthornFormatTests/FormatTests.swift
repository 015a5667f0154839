import Foundation
import PosthornCodegen
import PosthornFormat
import PosthornSpec
import TestSupport
import Testing

/// Formats specs, each an entry of a text file in `Cases`, and all of the tree.
@Suite("The layout of specs", .serialized, .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct FormatTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    private static let cases = tests.appending(path: "Cases/Layout.txt")
    private static let entries = RefusalFile(
        (try? String(contentsOf: cases, encoding: .utf8)) ?? ""
    ).entries

    /// Returns what a file becomes, or its errors.
    private func formatted(_ text: String) -> String {
        switch SpecFormatter.format(SourceFile(path: "Spec.yaml", text: text)) {
        case .formatted(let text): text
        case .broken(let diagnostics): diagnostics.map { "\($0)\n" }.joined()
        case .unsupported: "unsupported\n"
        }
    }

    @Test("Each file becomes what its case says, and stays so", arguments: entries.indices)
    func formats(_ index: Int) throws {
        let entry = Self.entries[index]
        let text = entry.sections.first { $0.name == "Spec.yaml" }?.text ?? ""
        let isWindows = entry.title == "Windows"
        let result = formatted(isWindows ? text.replacing("\n", with: "\r\n") : text)
        if ProcessInfo.processInfo.environment["POSTHORN_RECORD"] == "1" {
            try record(result, at: index)
        }
        #expect(result == entry.sections.first { $0.name == "formatted" }?.text)
        if !result.contains(": error: ") { #expect(formatted(result) == result) }
    }

    private func record(_ result: String, at index: Int) throws {
        let all = RefusalFile(try String(contentsOf: Self.cases, encoding: .utf8)).entries
        let texts = all.enumerated().map { place, entry in
            let own = entry.sections.first { $0.name == "Spec.yaml" }?.text ?? ""
            let old = entry.sections.first { $0.name == "formatted" }?.text ?? ""
            return "=== \(entry.title)\n\(own)--- formatted\n\(place == index ? result : old)"
        }
        try Data(texts.joined(separator: "\n").utf8).write(to: Self.cases)
    }

    @Test("A text with an indentation of its own stays as it is")
    func unsupported() {
        #expect(formatted("service: ShopAPI\ndoc: |1\n   Text.\n") == "unsupported\n")
    }

    @Test(
        "All specs of the tree keep their meaning and their comments, and a second run changes nothing"
    )
    func tree() throws {
        let root = Self.tests.deletingLastPathComponent().deletingLastPathComponent()
        let folders = ["Specs", "Tests/PosthornCodegenTests/Cases", "Examples"]
        let files = folders.flatMap { SpecFolder.files(below: root.appending(path: $0).path) ?? [] }
            .filter { !$0.contains("/.build/") }
        #expect(files.count > 100)
        for source in SpecFolder(files: files).sources where source.syntaxErrors.isEmpty {
            let text = String(decoding: source.bytes, as: UTF8.self)
            let result = formatted(text)
            #expect(formatted(result) == result, "\(source.path)")
            let comments = [text, result].map { text in
                text.split(separator: "\n").count { $0.contains(" #") || $0.hasPrefix("#") }
            }
            #expect(comments[0] <= comments[1], "\(source.path)")
            // The specs of the tree are formatted.
            if source.path.contains("/Specs/") { #expect(result == text, "\(source.path)") }
        }
    }
}
