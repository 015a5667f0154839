import Foundation
import PosthornSpec
import Testing

/// The table of built-in response policies is the one list of them: pages and goldens follow it.
@Suite("Built-in response policies")
struct PolicyTableTests {
    private static let words = BuiltInPolicy.all.map(\.word)

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: Example.root.appending(path: path), encoding: .utf8)
    }

    @Test("Each policy is documented", arguments: words)
    func policiesAreDocumented(_ word: String) throws {
        let policy = try #require(BuiltInPolicy.all.first { $0.word == word })
        let key = try Self.text("Documentation/Spec/Response.md")
        #expect(key.contains("`\(policy.word)`"))
        let table = try Self.text("Documentation/Responses.md").split(separator: "\n")
        #expect(table.contains { $0.hasPrefix("| `\(policy.member)") })
    }

    @Test("Each policy is compiled in a golden folder", arguments: words)
    func policiesAreCompiledInGoldenFolders(_ word: String) throws {
        let policy = try #require(BuiltInPolicy.all.first { $0.word == word })
        let statement = "request.responsePolicy = \(policy.member)"
        let uses = GoldenCase.all.contains { golden in
            golden.expected.contains { name, text in
                name.hasPrefix("Expected/")
                    && text.split(separator: "\n").contains { line in
                        let line = line.drop { $0 == " " }
                        return line == statement || line.hasPrefix(statement + "(")
                    }
                    && (policy.module == "PosthornCore"
                        || text.contains("import \(policy.module)\n"))
            }
        }
        #expect(uses)
    }

    @Test("A service cannot declare a built-in name", arguments: words)
    func serviceCannotDeclareBuiltInName(_ word: String) {
        let result = SpecReader.read([
            SourceFile(path: "A.yaml", text: "service: AAPI\nresponses: { \(word): }\n")
        ])
        #expect(
            result.diagnostics.map(\.description) == [
                "A.yaml:2:14: error: a response policy has a lowerCamelCase name that is not built in; "
                    + "found '\(word)'; write '\(word)Policy'"
            ])
    }
}
