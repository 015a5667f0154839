import Foundation
import TestSupport
import Testing

/// Generated files share a target with the user's own files and their imports.
@Suite("Imports", .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct ImportTests {
    private static let files = [
        "import Foundation\nimport Posthorn\nimport PosthornFormats\n",
        "public import Posthorn\npublic typealias Own = APIError\n",
    ]

    @Test(
        "Generated files compile beside files with other imports",
        arguments: ["PackageAccess", "InternalAccess", "XMLService"], files)
    func generatedFilesCompileBesideUserFiles(_ name: String, _ file: String) throws {
        let golden = GoldenCase(folder: GoldenCase.folder.appending(component: name))
        for importsInternally in [true, false] {
            let compiler = try ExampleCompiler(importsInternally: importsInternally)
            defer { compiler.removeFiles() }
            for (name, text) in golden.generated() {
                try compiler.add(text, as: URL(filePath: name).lastPathComponent)
            }
            try compiler.add(file, as: "Own.swift")
            #expect(try compiler.problems() == "", "internal by default: \(importsInternally)")
        }
    }
}
