import Foundation
import PosthornCodegen
import PosthornOpenAPI
import PosthornSpec
import TestSupport
import Testing

/// Imports documents and compares the spec files that come of them.
@Suite("Imports of OpenAPI", .serialized, .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ImportTests {
    @Test("Each document is imported as its case says", arguments: ImportCase.all)
    func writesSpecs(_ example: ImportCase) throws {
        let folder = try TemporaryFolder(for: "import")
        let (text, sources) = try example.run(in: folder)
        if ImportCase.isRecording, text != example.expected { try example.record(text) }
        #expect(text == example.expected)
        guard !sources.isEmpty else { return }
        #expect(SpecReader.read(sources).diagnostics.map(\.description) == [])
    }

    /// A published document with the number of its operations.
    struct Published: Sendable {
        var name: String
        var operations: Int
    }

    @Test(
        "A published document is imported completely and generates without a diagnostic",
        arguments: [
            Published(name: "petstore.yaml", operations: 19),
            Published(name: "adyen_DataProtectionService-v1.json", operations: 1),
            Published(name: "adyen_PayoutService-v68.json", operations: 6),
        ])
    func importsPublishedDocuments(_ document: Published) throws {
        let path = ImportCase.folder.deletingLastPathComponent()
            .appending(path: "Documents/\(document.name)").path
        let options = OpenAPIImport.Options(service: "ExampleAPI")
        let result = try OpenAPIImport.run(path, options)
        #expect(result.report.operations == document.operations)
        #expect(result.report.complete == document.operations)
        let folder = try TemporaryFolder(for: "published")
        for file in result.files {
            try Data(file.text.utf8).write(to: folder.url.appending(path: file.name))
        }
        let specs = SpecFolder(files: SpecFolder.files(below: folder.path) ?? [])
        let service = GeneratedService(specs, root: nil, module: "Example")
        #expect(service.diagnostics.map(\.description) == [])
        // The same document gives the same files.
        let again = try OpenAPIImport.run(path, options)
        #expect(again.files.map(\.text) == result.files.map(\.text))
    }

    @Test(
        "The comments propose the keys that --recognise writes, and these generate",
        arguments: [
            "petstore.yaml", "adyen_DataProtectionService-v1.json", "adyen_PayoutService-v68.json",
        ])
    func proposesWhatRecogniseWrites(_ name: String) throws {
        let path = ImportCase.folder.deletingLastPathComponent()
            .appending(path: "Documents/\(name)").path
        try compareProposals(of: path)
    }

    @Test(
        "The comments of each case propose the keys that --recognise writes",
        arguments: ImportCase.all.filter { $0.file == "Recognition.txt" && $0.hasNoOptions })
    func proposesWhatIsWritten(_ example: ImportCase) throws {
        let folder = try TemporaryFolder(for: "proposals")
        _ = try example.run(in: folder)
        try compareProposals(of: folder.path + "/document.yaml")
    }

    private func compareProposals(of path: String) throws {
        var options = OpenAPIImport.Options(service: "ExampleAPI")
        let proposed = try OpenAPIImport.run(path, options)
        options.recognises = true
        let written = try OpenAPIImport.run(path, options)
        #expect(proposed.report.recognised == written.report.recognised)
        let folder = try TemporaryFolder(for: "recognised")
        for file in written.files {
            try Data(file.text.utf8).write(to: folder.url.appending(path: file.name))
        }
        let specs = SpecFolder(files: SpecFolder.files(below: folder.path) ?? [])
        let service = GeneratedService(specs, root: nil, module: "Example")
        #expect(service.diagnostics.map(\.description) == [])
        let lines = Set(written.files.flatMap { $0.text.split(separator: "\n") })
        for line in proposed.files.flatMap({ $0.text.split(separator: "\n") }) {
            guard let mark = line.range(of: "    # "), !line.contains("# Recognised: ") else {
                continue
            }
            #expect(lines.contains("    " + line[mark.upperBound...]), "\(line)")
        }
    }

    @Test("A document that expands without end is refused in a moment")
    func refusesAliasBombs() throws {
        var text = "openapi: 3.1.0\nx0: &a0 [lol]\n"
        for level in 1...40 {
            text +=
                "x\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", "))]\n"
        }
        let found = try diagnostics(of: text)
        #expect(found.count == 1)
        #expect(found.first?.contains("each alias counted as a copy") == true)
    }

    @Test(
        "Values that are nested too deep are refused",
        arguments: [
            "openapi: 3.1.0\nx: " + String(repeating: "[", count: 10_000),
            "{\"openapi\": \"3.1.0\", \"x\": " + String(repeating: "[", count: 100_000),
        ])
    func refusesDeepValues(_ text: String) throws {
        let found = try diagnostics(of: text)
        #expect(found.count == 1)
        #expect(found.first?.contains("200") == true)
    }

    @Test("A document of more than 32 MiB is refused without being read")
    func refusesLargeDocuments() throws {
        let folder = try TemporaryFolder(for: "large")
        let path = folder.path + "/document.yaml"
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.truncate(atOffset: 50 << 20)
        try file.close()
        #expect(throws: ImportFailure.self) {
            try OpenAPIImport.run(path, OpenAPIImport.Options(service: "ShopAPI"))
        }
    }

    @Test("The end of a document at any byte is an error or an import, and no crash")
    func survivesBrokenDocuments() throws {
        for name in ["petstore.yaml", "adyen_DataProtectionService-v1.json"] {
            let path = ImportCase.folder.deletingLastPathComponent().appending(
                path: "Documents/\(name)")
            let text = try String(contentsOf: path, encoding: .utf8)
            for part in 1..<24 {
                _ = try diagnostics(of: String(text.prefix(text.count * part / 24)))
            }
        }
    }

    private func diagnostics(of text: String) throws -> [String] {
        let folder = try TemporaryFolder(for: "hostile")
        let path = folder.path + "/document.yaml"
        try Data(text.utf8).write(to: URL(filePath: path))
        do throws(ImportFailure) {
            _ = try OpenAPIImport.run(path, OpenAPIImport.Options(service: "ShopAPI"))
            return []
        } catch {
            return error.diagnostics.map(\.description)
        }
    }
}
