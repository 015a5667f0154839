import Foundation
import PosthornCodegen
import PosthornFormat
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
        for source in sources { expectFormatted(source) }
    }

    @Test(
        "The same specs are spread over files for a build, without a diagnostic",
        arguments: ImportCase.all)
    func spreadsSpecs(_ example: ImportCase) throws {
        let folder = try TemporaryFolder(for: "spread")
        let whole = try example.run(in: folder).sources
        let sources = try example.run(in: folder, files: 3).sources
        #expect(SpecReader.read(sources).diagnostics.map(\.description) == [])
        let names = [whole, sources].map { sources in
            SpecReader.read(sources).document?.files.flatMap { file in
                file.endpoints.map(\.fullName) + file.types.map(\.name)
            }.sorted()
        }
        #expect(names[0] == names[1])
        for source in sources { expectFormatted(source) }
    }

    /// Checks that a formatter would not change a file.
    private func expectFormatted(_ source: SourceFile) {
        guard case .formatted(let text) = SpecFormatter.format(source) else {
            Issue.record("\(source.path) is not formatted")
            return
        }
        #expect(text == String(decoding: source.bytes, as: UTF8.self))
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
        var spread = options
        spread.files = 3
        for file in try result.files + OpenAPIImport.run(path, spread).files {
            expectFormatted(SourceFile(path: file.name, text: file.text))
        }
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

    @Test(
        "The comments with webhooks and their types are a spec",
        arguments: ImportCase.all.filter { $0.entry.title.hasPrefix("Webhooks") })
    func proposesWebhooks(_ example: ImportCase) throws {
        let folder = try TemporaryFolder(for: "webhooks")
        let sources = try example.run(in: folder).sources.map { source in
            let parts = String(decoding: source.bytes, as: UTF8.self)
                .components(separatedBy: "# Recognised: webhooks")
            let lines = parts.dropFirst().joined().split(separator: "\n").dropFirst()
            let keys = lines.map { $0.hasPrefix("# ") ? $0.dropFirst(2) : $0 }
            return SourceFile(
                path: source.path, text: parts[0] + keys.joined(separator: "\n") + "\n")
        }
        #expect(SpecReader.read(sources).diagnostics.map(\.description) == [])
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

    @Test("Aliases that stay below the limit do not multiply the types")
    func importsFewTypesOfAliases() throws {
        var text = "openapi: 3.1.0\nx0: &a0 { type: string }\n"
        for level in 1...5 {
            let members = (0..<10).map { "p\($0): *a\(level - 1)" }.joined(separator: ", ")
            text += "x\(level): &a\(level) { type: object, properties: { \(members) } }\n"
        }
        text += "paths: { /a: { get: { responses: { \"200\": { content: "
        text += "{ application/json: { schema: *a5 } } } } } } }\n"
        #expect(try size(ofImported: text) < 200_000)
    }

    @Test("Lists of lists of objects, each referred to twice, do not multiply the types")
    func importsFewTypesOfReferences() throws {
        var text = "openapi: 3.1.0\npaths: { /a: { get: { responses: { \"200\": { content: "
        text += "{ application/json: { schema: { $ref: '#/components/schemas/S30' } } } } } } } }\n"
        text += "components:\n  schemas:\n    S0: { type: string }\n"
        for level in 1...30 {
            let inner = "{ $ref: '#/components/schemas/S\(level - 1)' }"
            text += "    S\(level): { type: array, items: { type: object, properties: "
            text += "{ a: \(inner), b: \(inner) } } }\n"
        }
        #expect(try size(ofImported: text) < 200_000)
    }

    private func size(ofImported text: String) throws -> Int {
        let folder = try TemporaryFolder(for: "multiplied")
        let path = folder.path + "/document.yaml"
        try Data(text.utf8).write(to: URL(filePath: path))
        let result = try OpenAPIImport.run(path, OpenAPIImport.Options(service: "ShopAPI"))
        let sources = result.files.map { SourceFile(path: $0.name, text: $0.text) }
        #expect(SpecReader.read(sources).diagnostics.map(\.description) == [])
        return result.files.reduce(0) { $0 + $1.text.utf8.count }
    }

    @Test("Lists that are nested without end by references are refused")
    func refusesChainsOfLists() throws {
        var text = "openapi: 3.1.0\npaths: { /a: { get: { responses: { \"200\": { content: "
        text += "{ application/json: { schema: { $ref: '#/components/schemas/S0' } } } } } } } }\n"
        text += "components:\n  schemas:\n    S3000: { type: string }\n"
        for level in 0..<3_000 {
            text += "    S\(level): { type: array, items: "
            text += "{ $ref: '#/components/schemas/S\(level + 1)' } }\n"
        }
        #expect(try diagnostics(of: text).first?.contains("nested at most 100 deep") == true)
    }

    @Test(
        "A document of more than two million values is refused",
        arguments: ["{\"openapi\": \"3.1.0\", \"x\": [", "openapi: 3.1.0\nx: ["])
    func refusesManyValues(_ start: String) throws {
        let text = start + String(repeating: "0,", count: 2_000_000) + "0]}"
        let found = try diagnostics(of: text)
        #expect(found.count == 1)
        #expect(found.first?.contains("2000000") == true)
    }

    @Test(
        "The place of a byte that is no text is in the error",
        arguments: ["openapi: 3.1.0\ninfo: { title: ", "openapi: 3.1.0\n"])
    func placesBytesThatAreNoText(_ start: String) throws {
        let folder = try TemporaryFolder(for: "latin")
        let path = folder.path + "/document.yaml"
        try Data(start.utf8 + [0xFF, 0x7D]).write(to: URL(filePath: path))
        let lines = start.split(separator: "\n", omittingEmptySubsequences: false)
        do throws(ImportFailure) {
            _ = try OpenAPIImport.run(path, OpenAPIImport.Options(service: "ShopAPI"))
            Issue.record("no error")
        } catch {
            let mark = error.diagnostics[0].mark
            #expect(mark.line == lines.count)
            #expect(mark.column == lines[lines.count - 1].count + 1)
        }
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
