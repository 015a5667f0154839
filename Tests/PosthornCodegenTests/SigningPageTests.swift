import Foundation
import Testing

/// What the page on signing shows compiles as its readers' code does.
@Suite("Signing page", .timeLimit(.minutes(5)))
struct SigningPageTests {
    private static let blocks: [String] = {
        let page = Example.root.appending(path: "Documentation/Signing.md")
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        return text.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
    }()

    @Test("Each example compiles", arguments: blocks)
    func compiles(_ block: String) throws {
        let compiler = try ExampleCompiler()
        defer { compiler.removeFiles() }
        try compiler.add(block, as: "Example.swift")
        let problems = try compiler.problems()
        #expect(problems == "")
    }

    @Test("There are examples")
    func findsExamples() { #expect(!Self.blocks.isEmpty) }
}
