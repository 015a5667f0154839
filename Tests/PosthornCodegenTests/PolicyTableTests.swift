import Foundation
import PosthornSpec
import Testing

/// The table of built-in response policies is the one list of them: schema, pages and goldens follow it.
@Suite("Built-in response policies")
struct PolicyTableTests {
    private static let words = BuiltInPolicy.all.map(\.word)

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: Example.root.appending(path: path), encoding: .utf8)
    }

    /// What stands at a path of the schema.
    private static func schema(_ path: String) throws -> Any {
        let file = Example.root.appending(path: "Specs/endpoint.schema.json")
        var node = try JSONSerialization.jsonObject(with: try Data(contentsOf: file))
        for step in path.split(separator: "/").map(String.init) {
            if let list = node as? [Any], let index = Int(step) {
                node = try #require(list.indices.contains(index) ? list[index] : nil)
            } else {
                node = try #require((node as? [String: Any])?[step], "\(path) at \(step)")
            }
        }
        return node
    }

    @Test("The schema lists each built-in policy once")
    func schemaListsBuiltInPolicies() throws {
        let listed = try #require(try Self.schema("$defs/builtInPolicy/enum") as? [String])
        #expect(listed == Self.words.filter { $0 != BuiltInPolicy.envelope.word })
        let list = "#/$defs/builtInPolicy"
        let users = [
            "properties/response/anyOf/0/$ref",
            "properties/responses/propertyNames/allOf/1/not/anyOf/0/$ref",
            "$defs/endpoint/properties/response/anyOf/0/$ref",
        ]
        for user in users { #expect(try Self.schema(user) as? String == list) }
        let envelopes = [
            "properties/response/anyOf/1/allOf/1/not/const",
            "properties/responses/propertyNames/allOf/1/not/anyOf/1/const",
            "$defs/endpoint/properties/response/anyOf/1/const",
        ]
        for envelope in envelopes {
            #expect(try Self.schema(envelope) as? String == BuiltInPolicy.envelope.word)
        }
        let own = ["properties/response/anyOf/2", "$defs/endpoint/properties/response/anyOf/3"]
        for place in own {
            #expect(try Self.schema(place + "/$ref") as? String == "#/$defs/ownEnvelope")
        }
    }

    @Test("Each policy is documented", arguments: words)
    func policiesAreDocumented(_ word: String) throws {
        let policy = try #require(BuiltInPolicy.all.first { $0.word == word })
        let key = try Self.text("Documentation/Spec/Response.md")
        #expect(key.contains("`\(policy.word)`"))
        let table = try Self.text("Documentation/Responses.md").split(separator: "\n")
        #expect(table.contains { $0.hasPrefix("| `\(policy.member)") })
        let whole = try Self.text("Specs/README.md")
        #expect(whole.contains("`\(policy.word)`"))
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
