import Foundation
import TestSupport
import Testing

@testable import PosthornSpec

/// The names of types that generated code writes without their modules.
@Suite("Reserved names of types", .timeLimit(.minutes(slowness)))
struct ReservedNameTests {
    /// The names in the generated code of all golden cases, without those that the code declares.
    private static func namesInGeneratedCode() throws -> Set<String> {
        let cases = Example.root.appending(path: "Tests/PosthornCodegenTests/Cases")
        var names: Set<String> = []
        for folder in try FileManager.default.contentsOfDirectory(atPath: cases.path) {
            let expected = cases.appending(path: folder + "/Expected")
            let files =
                (try? FileManager.default.contentsOfDirectory(atPath: expected.path)) ?? []
            var code = try files.map {
                try String(contentsOf: expected.appending(path: $0), encoding: .utf8)
            }.joined(separator: "\n")
            code.replace(#/#"(?:[^"\n]|"(?!#))*"#/#, with: "")
            code.replace(/"""(?:.|\n)*?"""/, with: "")
            code.replace(/"(?:\\.|[^"\\\n])*"/, with: "")
            code.replace(/\/\/[^\n]*|@_spi\(\w+\)|[^\n]*\bimport [^\n]*/, with: "")
            let declared = code.matches(
                of: /\b(?:struct|enum|class|protocol|typealias)\s+`?([A-Z]\w*)/)
            names.formUnion(
                Set(code.matches(of: /(?:^|[^.\w`])([A-Z][A-Za-z0-9]*)\b/).map { String($0.1) })
                    .subtracting(declared.map { String($0.1) }))
        }
        return names
    }

    /// Types in Swift that the cases name, and a feature of the compiler.
    private static let supplied: Set<String> = [
        "Money", "ForeignRate", "InternalImportsByDefault",
    ]

    @Test("A name that generated code writes alone is reserved")
    func eachNameIsReserved() throws {
        let names = try Self.namesInGeneratedCode()
        #expect(names.count > 60)
        let reserved = ReservedNames.types.union(ReservedNames.typesOfServers)
            .union(ReservedNames.typesOfSchemes).union(ReservedNames.typesOfTokenEndpoints)
        #expect(names.subtracting(reserved).subtracting(Self.supplied).sorted() == [])
    }

    @Test("Posthorn's other types are no errors", arguments: ["Transport", "Limits", "HTTPField"])
    func otherNamesAreFree(_ name: String) throws {
        #expect(!ReservedNames.types.contains(name))
        let spec = """
            service: FreeAPI
            access: internal
            endpoints:
              get: { GET: /a, returns: \(name) }
            types:
              \(name): { id: String }
            """
        let result = SpecReader.read([SourceFile(path: "Free.yaml", bytes: Array(spec.utf8))])
        #expect(result.diagnostics.map(\.description) == [])
    }
}
