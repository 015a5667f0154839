import Foundation
import PosthornInference
import PosthornSpec
import TestSupport
import Testing

/// Traffic that no API has: very many endpoints, very long paths and names.
@Suite("Drafts of hostile traffic", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct HostileTrafficTests {
    /// Returns a word of letters for a number.
    private static func word(_ number: Int) -> String {
        let syllables = ["ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "zu"]
        return String(number).map { syllables[Int(String($0)) ?? 0] }.joined()
    }

    private func diagnostics(of spec: String) -> [Diagnostic] {
        SpecReader.read([SourceFile(path: "Shop.yaml", text: spec)]).diagnostics
    }

    @Test("A recording of 1,000 endpoints with types of their own has a draft with each")
    func writesManyEndpoints() throws {
        let exchanges = (1...1000).map { number in
            let (word, other) = (Self.word(number), Self.word(number + 7))
            return """
                > POST https://api.shop.example/\(Self.word(number % 70))/\(word)
                > Content-Type: application/json
                > X-\(word)-Key: key-of-\(word)
                >
                > {"item": {"\(word)": 1, "\(other)": "x"}}
                < 200 application/json
                < {"data": {"\(other)": 1, "\(word)y": {"\(word)": "x", "a": 1}}}
                """
        }
        let folder = try TemporaryFolder(for: "many")
        let path = folder.path + "/traffic.har"
        try Exchanges.har(exchanges.joined(separator: "\n")).write(to: URL(filePath: path))
        let result = try Inference.run([path], service: "ShopAPI")
        #expect(result.report == ["1000 samples of api.shop.example: 1000 endpoints"])
    }

    /// A file with a request whose path is too long, beside a usual one.
    static let files: [(name: String, text: @Sendable (_ path: String) -> String, note: String)] = [
        (
            "traffic.har",
            { path in
                #"{"log": {"entries": ["#
                    + ["/orders", path].map {
                        #"{"request": {"method": "GET", "url": "https://api.shop.example\#($0)"}}"#
                    }.joined(separator: ",\n") + "]}}"
            }, "traffic.har:2:1: entry 2 has a longer path; "
        ),
        (
            "commands.sh",
            { "curl https://api.shop.example/orders\ncurl https://api.shop.example\($0)\n" },
            "commands.sh:2:1: the command has a longer path; "
        ),
        (
            "collection.json",
            { path in
                #"{"item": ["#
                    + ["/orders", path].map {
                        #"{"request": {"method": "GET", "url": "https://api.shop.example\#($0)"}}"#
                    }.joined(separator: ",\n") + "]}"
            }, "collection.json:2:38: the URL has a longer path; "
        ),
    ]

    @Test(
        "A request whose path no spec can have is left out, and named",
        arguments: files.indices,
        [String(repeating: "bake", count: 25_000), String(repeating: "bake/", count: 20_000)])
    func leavesOutLongPaths(_ index: Int, _ path: String) throws {
        let (name, text, note) = Self.files[index]
        let folder = try TemporaryFolder(for: "long")
        let file = folder.path + "/" + name
        try Data(text("/" + path).utf8).write(to: URL(filePath: file))
        let result = try Inference.run([file], service: "ShopAPI")
        #expect(result.report == ["1 sample of api.shop.example: 1 endpoint"])
        let rule = "a path of a spec has at most 2000 characters and 100 segments; it is ignored"
        #expect(
            result.notes.map { $0.description.replacing(folder.path + "/", with: "") }
                == [note + rule])
        #expect(diagnostics(of: result.text) == [])
    }

    @Test("Long segments that are data, and names that YAML cannot read, leave a valid spec")
    func copiesNoLongNames() throws {
        let long = String(repeating: "bake", count: 5000)
        let folder = try TemporaryFolder(for: "names")
        let path = folder.path + "/traffic.har"
        try Exchanges.har(
            """
            > POST https://api.shop.example/files/\(String(repeating: "a1b2c3d4", count: 500))?\(long)=1&key=a
            > X-\(long): 1
            > \(long)-Key: 1
            > Cookie: \(long)session=abcdef
            > Content-Type: application/json
            >
            > {"\(long)": 1, "name": "x"}
            < 200 application/json
            < {"\(long)": {"\(long)": 1}, "id": 1}
            """
        ).write(to: URL(filePath: path))
        let result = try Inference.run([path], service: "ShopAPI")
        #expect(result.notes.isEmpty)
        #expect(!result.text.contains(long))
        #expect(result.text.contains("POST: /files/{id}"))
        #expect(diagnostics(of: result.text) == [])
    }
}
