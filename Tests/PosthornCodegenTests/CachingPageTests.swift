import Foundation
import Testing

/// What the page on caching shows compiles as a part of a function.
@Suite("Caching page", .timeLimit(.minutes(5)))
struct CachingPageTests {
    private static let blocks: [String] = {
        let page = Example.root.appending(path: "Documentation/Caching.md")
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        return text.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
    }()

    @Test("Each example compiles", arguments: blocks)
    func compiles(_ block: String) throws {
        let last = try #require(block.matches(of: /(?m)^let (\w+) =/).last).1
        let body = block.replacing(
            "…",
            with:
                "common: .init(deviceID: \"test\", channel: .web), ciphers: .init(partner: .plaintext)"
        )
        let compiler = try ExampleCompiler()
        defer { compiler.removeFiles() }
        try compiler.add(
            """
            import Posthorn
            import PosthornCurl
            import Shop

            func example() throws {
            \(body)
            _ = \(last)
            }
            """, as: "Example.swift")
        let problems = try compiler.problems()
        #expect(problems == "")
    }

    @Test("There are examples")
    func findsExamples() { #expect(Self.blocks.count >= 2) }
}
