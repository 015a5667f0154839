import Foundation
import PosthornCodegen
import PosthornSpec
import TestSupport
import Testing

/// Every example in the documentation generates Swift that the compiler takes as its users' does: in
/// Swift 6 mode, without a warning.
@Suite("Examples", .timeLimit(.minutes(5 * slowness)), .oneIssueAtLimit)
struct ExampleTests {
    @Test("Each example compiles", arguments: Example.all)
    func examplesCompile(_ example: Example) throws {
        let result = SpecReader.read(example.sources)
        #expect(result.diagnostics.filter { $0.severity == .error } == [])
        let generator = Generator(try #require(result.document))
        let compiler = try ExampleCompiler()
        defer { compiler.removeFiles() }
        var needsMoney = false
        for source in example.sources {
            let swift = try #require(generator.swift(for: source.path, shownAs: source.path))
            needsMoney = needsMoney || swift.contains("import Money")
            try compiler.add(swift, as: source.path.replacing(".yaml", with: ".swift"))
        }
        if let server = generator.server(shownAs: { $0 }) {
            try compiler.add(server, as: "Example+Server.swift")
        }
        if let use = example.use { try compiler.add(use, as: "Use.swift") }
        if needsMoney { try compiler.emitMoney() }
        let problems = try compiler.problems()
        #expect(problems == "")
    }

    @Test("Every documentation page has examples")
    func everyPageHasExamples() {
        let pages = Set(Example.all.map(\.page))
        #expect(pages.count >= 33)
        #expect(pages.isSuperset(of: ["README.md", "Specs/README.md"]))
    }

    @Test("A fake without a method does not compile, even if the method has default arguments")
    func fakesHaveAllMethods() throws {
        let spec = """
            service: ShopAPI
            protocol: true
            endpoints: { list: { GET: /list, query: { limit: Int = 20 } } }

            """
        let result = SpecReader.read([SourceFile(path: "Shop.yaml", text: spec)])
        let generator = Generator(try #require(result.document))
        let compiler = try ExampleCompiler()
        defer { compiler.removeFiles() }
        let swift = try #require(generator.swift(for: "Shop.yaml", shownAs: "Shop.yaml"))
        try compiler.add(swift, as: "Shop.swift")
        try compiler.add("struct Fake: ShopAPIProtocol {}\n", as: "Fake.swift")
        #expect(try compiler.problems().contains("does not conform to protocol 'ShopAPIProtocol'"))
    }

    @Test("The compiler reports errors")
    func compilerReportsErrors() throws {
        let compiler = try ExampleCompiler()
        defer { compiler.removeFiles() }
        try compiler.add("public import Posthorn\npublic let wrong: APIError = 1\n", as: "A.swift")
        #expect(try compiler.problems().contains("cannot convert value of type 'Int'"))
    }
}

/// A block of YAML in a page.
struct Example: Sendable, CustomTestStringConvertible {
    let page: String
    let number: Int
    let sources: [SourceFile]
    /// The Swift of a page that uses what its first example generates; `nil` without any.
    let use: String?

    var testDescription: String { "\(page), example \(number)" }

    static let root = GoldenCase.folder.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static let all: [Example] = {
        let folder = root.appending(path: "Documentation/Spec").path
        let pages = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let names = pages.filter { $0.hasSuffix(".md") }.map { "Documentation/Spec/\($0)" }
        return
            (names + [
                "Documentation/AWS.md", "Documentation/Outbox.md", "Documentation/Responses.md",
                "Documentation/Server.md",
                "README.md", "Specs/README.md",
            ]).sorted()
            .flatMap(examples)
    }()

    private static func examples(in page: String) -> [Example] {
        let file = root.appending(path: page)
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        let uses = self.uses(in: page, text)
        let blocks = self.blocks(of: "yaml", in: text)
            // A comment for editors describes nothing.
            .filter { $0.split(separator: "\n").contains { !$0.hasPrefix("#") } }
        return blocks.enumerated().map { index, block in
            Example(
                page: page, number: index + 1, sources: sources(of: block),
                use: index == 0 && !uses.isEmpty ? uses.joined() : nil)
        }
    }

    /// Whole files; on the page of the whole language, parts of a function.
    private static func uses(in page: String, _ text: String) -> [String] {
        let blocks = blocks(of: "swift", in: text)
        switch page {
        case "README.md": return []  // ``GuideTests`` compiles it against the demo's service.
        case "Specs/README.md":
            return blocks.map { block in
                """
                import Posthorn

                func example(
                    configuration: ClientConfiguration, id: String, cipher: some PayloadCipher
                ) async throws {
                \(block)
                _ = order
                }
                """
            }
        default: return blocks
        }
    }

    private static func blocks(of language: String, in text: String) -> [String] {
        text.components(separatedBy: "```\(language)\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
    }

    /// One file; or, if comments in the first column name them, several, which are completed by what
    /// the demo's files of these names have beside.
    private static func sources(of block: String) -> [SourceFile] {
        var files: [(name: String, text: String)] = []
        for line in block.split(separator: "\n", omittingEmptySubsequences: false) {
            if let name = line.firstMatch(of: /^# ([A-Z][A-Za-z]*\.yaml),/)?.1 {
                files.append((String(name), ""))
            } else {
                if files.isEmpty { files.append(("Example.yaml", "")) }
                files[files.count - 1].text += line + "\n"
            }
        }
        guard files.count > 1 else { return files.map { SourceFile(path: $0.name, text: $0.text) } }
        return files.map { SourceFile(path: $0.name, text: completed($0.text, from: $0.name)) }
    }

    private static func completed(_ text: String, from name: String) -> String {
        let file = root.appending(path: "Specs/Shop/\(name)")
        let whole = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        var text = text
        for key in ["service:", "types:"] where !("\n" + text).contains("\n\(key)") {
            guard let start = whole.firstRange(of: "\n\(key)") else { continue }
            let rest = whole[start.lowerBound...].dropFirst()
            let lines = rest.split(separator: "\n", omittingEmptySubsequences: false)
            let more = lines.dropFirst().prefix { $0.hasPrefix(" ") || $0.isEmpty }
            text += (lines.prefix(1) + more).joined(separator: "\n") + "\n"
        }
        return text
    }
}
