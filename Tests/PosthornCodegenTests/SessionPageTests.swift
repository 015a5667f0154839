import Foundation
import Testing

/// What the page on the session shows compiles as its readers' code does.
@Suite("Session page", .timeLimit(.minutes(5)))
struct SessionPageTests {
    private static let page: String = {
        let page = Example.root.appending(path: "Documentation/Session.md")
        return (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    }()

    private static let blocks: [String] =
        page.components(separatedBy: "```swift\n").dropFirst()
        .compactMap { $0.components(separatedBy: "```").first }

    @Test("Each example compiles", arguments: blocks)
    func compiles(_ block: String) throws {
        let compiler = try ExampleCompiler()
        defer { compiler.removeFiles() }
        try compiler.add(block, as: "Example.swift")
        let problems = try compiler.problems()
        #expect(problems == "")
    }

    @Test("Each question has an example")
    func findsExamples() {
        let questions = Self.page.components(separatedBy: "\n## ").count - 1
        #expect(questions == 11)
        #expect(Self.blocks.count == questions)
    }
}
