import Foundation
import Testing

/// A page of the documentation that is read from its start to its end.
private struct Guide {
    let name: String
    let text: String

    init(_ name: String) {
        self.name = name
        let page = Example.root.appending(path: "Documentation/\(name).md")
        text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    }

    /// What it shows in Swift.
    var blocks: [String] {
        text.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
    }
}

/// What the guides show compiles as their readers' code does.
@Suite("Guides", .timeLimit(.minutes(10)))
struct GuideTests {
    struct Shown: Sendable, CustomTestStringConvertible {
        let guide: String
        let number: Int
        let code: String
        var testDescription: String { "\(guide) \(number)" }
    }

    private static func shown(in guides: String...) -> [Shown] {
        guides.flatMap { guide in
            Guide(guide).blocks.enumerated().map {
                Shown(guide: guide, number: $0.offset + 1, code: $0.element)
            }
        }
    }

    private func compile(_ code: String) throws {
        let compiler = try ExampleCompiler()
        defer { compiler.removeFiles() }
        try compiler.add(code, as: "Example.swift")
        let problems = try compiler.problems()
        #expect(problems == "")
    }

    @Test(
        "Each file compiles",
        arguments: shown(
            in: "Ciphers", "Errors", "Migrating", "Responses", "Session", "Signing",
            "StreamingCiphers", "Testing"))
    func compiles(_ shown: Shown) throws { try compile(shown.code) }

    @Test("What uses what stands above it compiles", arguments: ["OwnCiphers"])
    func compilesTogether(_ guide: String) throws {
        try compile(Guide(guide).blocks.joined(separator: "\n"))
    }

    @Test("Each part of a function compiles", arguments: shown(in: "Caching"))
    func compilesInside(_ shown: Shown) throws {
        let last = try #require(shown.code.matches(of: /(?m)^let (\w+) =/).last).1
        let body = shown.code.replacing(
            "…",
            with:
                "common: .init(deviceID: \"test\", channel: .web), ciphers: .init(partner: .plaintext)"
        )
        try compile(
            """
            import Posthorn
            import PosthornCurl
            import Shop

            func example() throws {
            \(body)
            _ = \(last)
            }
            """)
    }

    @Test(
        "Each guide shows something",
        arguments: [
            ("Session", 11), ("Migrating", 10), ("Signing", 1), ("Testing", 7), ("Caching", 2),
            ("Responses", 3), ("OwnCiphers", 3), ("StreamingCiphers", 1), ("Ciphers", 1),
            ("Errors", 3),
        ]
    )
    func showsSomething(_ guide: String, least: Int) {
        #expect(Guide(guide).blocks.count >= least)
    }

    /// The complete examples are files of other tests, which run them.
    @Test(
        "What a guide shows as complete is what is tested",
        arguments: [
            ("OwnCiphers", "PosthornCryptoTests/OwnCiphers/SaltedCipher.swift"),
            ("StreamingCiphers", "PosthornCryptoTests/OwnCiphers/PiecewiseCipher.swift"),
            ("Responses", "PosthornTests/Response/OKPolicy.swift"),
        ])
    func showsWhatIsTested(_ guide: String, _ path: String) throws {
        let file = Example.root.appending(path: "Tests/\(path)")
        let code = try String(contentsOf: file, encoding: .utf8)
            .replacing(/(?m)^ *\/\/ swift-format-ignore.*\n/, with: "")
        #expect(Guide(guide).blocks.contains(code))
    }

    @Test("Each question about a session has an example")
    func answersWithExamples() {
        let session = Guide("Session")
        #expect(session.text.components(separatedBy: "\n## ").count - 1 == session.blocks.count)
    }

    @Test("The first page leads to those who come from other libraries")
    func isLinked() throws {
        let readme = try String(
            contentsOf: Example.root.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.contains("(Documentation/Migrating.md)"))
    }

    @Test(
        "Each library has a before and an after",
        arguments: ["AFNetworking", "Alamofire", "Moya", "URLSession"])
    func isWhole(_ library: String) {
        let section =
            Guide("Migrating").text.components(separatedBy: "## From \(library)\n").dropFirst()
            .first?.components(separatedBy: "\n## ").first ?? ""
        for part in ["Before", "After", "```swift\n"] { #expect(section.contains(part)) }
    }
}
