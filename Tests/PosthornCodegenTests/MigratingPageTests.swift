import Foundation
import Testing

/// What the guide for those who come from other libraries shows compiles.
@Suite("Migrating page", .timeLimit(.minutes(5)))
struct MigratingPageTests {
    private static let page: String = {
        let page = Example.root.appending(path: "Documentation/Migrating.md")
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

    @Test("The first page leads here")
    func isLinked() throws {
        let readme = try String(
            contentsOf: Example.root.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.contains("(Documentation/Migrating.md)"))
    }

    @Test("Each library has a before and an after")
    func isWhole() {
        for library in ["AFNetworking", "Alamofire", "Moya", "URLSession"] {
            let section =
                Self.page.components(separatedBy: "## From \(library)\n").dropFirst()
                .first?.components(separatedBy: "\n## ").first ?? ""
            #expect(section.contains("Before"), "\(library)")
            #expect(section.contains("After"), "\(library)")
            #expect(section.contains("```swift\n"), "\(library)")
        }
    }
}
