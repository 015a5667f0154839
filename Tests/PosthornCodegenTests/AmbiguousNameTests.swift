import Foundation
import PosthornCodegen
import TestSupport
import Testing

@testable import PosthornSpec

/// Names of types that other modules have too.
@Suite("Ambiguous names", .timeLimit(.minutes(5 * slowness)), .oneIssueAtLimit)
struct AmbiguousNameTests {
    /// What a file with calls imports: Foundation, and what `Posthorn` contains.
    private static let imported = ["PosthornCore", "PosthornCurl", "PosthornHTTP", "PosthornJSON"]

    /// The names of top-level types in the reviewed lists of the imported modules, by list.
    private static func lists() throws -> [(module: String, names: Set<String>)] {
        let folder = Example.root.appending(path: "Tests/PosthornMirrorTests/API")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
            let text = try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
            let names = text.split(separator: "\n").compactMap { line in
                line.firstMatch(of: /^([A-Z][A-Za-z0-9]*):/).map { String($0.1) }
            }
            return (String($0.prefix { $0 != "." && $0 != "+" }), Set(names))
        }.filter { imported.contains($0.module) }
    }

    @Test(
        "The table has the public types of the imported modules; otherwise run scripts/imported-names"
    )
    func tableIsUpToDate() throws {
        var known: Set<String> = []
        for (module, names) in try Self.lists() {
            known.formUnion(names)
            for name in names {
                #expect(ImportedNames.module(of: name) != nil, "\(module).\(name)")
            }
        }
        let listed = ImportedNames.posthorn.filter { !$0.hasPrefix("HTTP") }
        #expect(listed.subtracting(known) == [])
    }

    @Test("The compiler finds exactly the names of the table ambiguous")
    func compilerAgrees() throws {
        let compiler = try ExampleCompiler(importsInternally: false)
        defer { compiler.removeFiles() }
        let imported = ["Foundation", "Posthorn"]
        // The standard library's types are hidden by others.
        let others = ["Order", "Clock", "Sequence", "Result", "Loader"]
        let names = ImportedNames.foundation.union(ImportedNames.posthorn).sorted()
        try compiler.emitModule(
            "Parcel", (names + others).map { "public struct \($0) {}\n" }.joined())
        try compiler.add(
            imported.map { "import \($0)\n" }.joined() + "import Parcel\n"
                + (names + others).map { "func use(_: \($0)) {}\n" }.joined(), as: "Use.swift")
        let problems = try compiler.problems()
        let found = Set(
            problems.matches(of: /error: '(\w+)' is ambiguous for type lookup/).map { String($0.1) }
        )
        #expect(found == Set(names))
    }

    @Test("A service with the name of its module compiles")
    func serviceWithNameOfItsModuleCompiles() throws {
        for name in ["Petstore", "PagedLists", "Envelopes", "Unions"] {
            let folder = GoldenCase.folder.appending(component: name)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.hasSuffix(".yaml") }
            let sources = try files.map {
                SourceFile(path: $0, bytes: Array(try Data(contentsOf: folder.appending(path: $0))))
            }
            let document = try #require(SpecReader.read(sources).document)
            let compiler = try ExampleCompiler()
            defer { compiler.removeFiles() }
            for source in sources {
                let swift = Generator(document).swift(for: source.path, shownAs: source.path)
                try compiler.add(
                    try #require(swift), as: source.path.replacing(".yaml", with: ".swift"))
            }
            #expect(try compiler.problems(module: document.service.name) == "", "\(name)")
        }
    }
}
