import Foundation
import PosthornOpenAPI
import PosthornSpec
import TestSupport
import Testing

/// A document and what its import writes, an entry of a text file in `Cases`.
///
/// The lines below `===` are the document; `--- name.yaml` begins a file beside it, and `--- overlay.yaml` or
/// `--- overlay2.yaml` an overlay. What follows `--- imported` is compared: the files of the import, the lines of its report, or its errors. A document
/// without `openapi` and `paths` gets them: an operation that sends and returns the schema `T`.
struct ImportCase: Sendable, CustomTestStringConvertible {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "Cases")
    static let isRecording = ProcessInfo.processInfo.environment["POSTHORN_RECORD"] == "1"

    static let all: [ImportCase] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".txt") && $0 != "Export.txt" }.sorted()
            .flatMap(cases)
    }()

    /// The specs with their exports, under `--- exported`.
    static let exports = cases(of: "Export.txt")

    private static func cases(of name: String) -> [ImportCase] {
        let text = (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
        return RefusalFile(text).entries.map { ImportCase(file: name, entry: $0) }
    }

    let file: String
    let entry: RefusalFile.Entry

    var testDescription: String { "\(file) \(entry.title)" }

    var expected: String { entry.sections.first { $0.name == section }?.text ?? "" }

    /// Whether the document is imported without filters and an overlay.
    var hasNoOptions: Bool {
        entry.sections.allSatisfy { $0.name == "Spec.yaml" || $0.name == section }
    }

    /// The name of the section that is compared.
    private var section: String { file == "Export.txt" ? "exported" : "imported" }

    /// The document with what every document has.
    static func completed(_ text: String) -> String {
        if text.contains("swagger") || text.hasPrefix("{") { return text }
        var text = text
        if !text.contains("openapi:") { text = "openapi: 3.1.0\n" + text }
        if !text.contains("\npaths:"), text.contains("components:") {
            text += """
                paths:
                  /t:
                    post:
                      operationId: send
                      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/T" } } } }
                      responses:
                        "200": { content: { application/json: { schema: { $ref: "#/components/schemas/T" } } } }

                """
        }
        return text
    }

    /// Imports the document in a folder of its own, and returns what to compare and the spec files.
    func run(
        in folder: TemporaryFolder, files: Int? = nil
    ) throws -> (text: String, sources: [SourceFile]) {
        var options = OpenAPIImport.Options(service: "ShopAPI")
        options.files = files
        for (name, text) in entry.sections where name != "imported" {
            if name == "options" {
                for line in text.split(separator: "\n") {
                    let words = line.split(separator: ":", maxSplits: 1).map {
                        $0.trimmingCharacters(in: .whitespaces)
                    }
                    switch words[0] {
                    case "tags": options.tags.append(words[1])
                    case "operations": options.operations.append(words[1])
                    case "recognise": options.recognises = true
                    default: options.paths.append(words[1])
                    }
                }
                continue
            }
            let isDocument = name == "Spec.yaml"
            let path = isDocument ? "document.yaml" : name
            try FileManager.default.createDirectory(
                at: folder.url.appending(path: path).deletingLastPathComponent(),
                withIntermediateDirectories: true)
            try Data((isDocument ? Self.completed(text) : text).utf8)
                .write(to: folder.url.appending(path: path))
        }
        let overlays = entry.sections.map(\.name).filter { $0.hasPrefix("overlay") }
        do throws(ImportFailure) {
            let result = try OpenAPIImport.run(
                folder.path + "/document.yaml", options,
                overlays: overlays.map { folder.path + "/" + $0 })
            var text = ""
            for file in result.files {
                let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
                    .dropFirst()
                let body = lines.joined(separator: "\n")
                // The file of the service has nothing but its name where nothing else is tested.
                if body == "service: ShopAPI\n" { continue }
                text += "# \(file.name)\n\(body)"
            }
            if result.report.complete < result.report.operations {
                text += "# \(result.report.summary)\n"
            }
            for line in result.report.warnings.map(\.description) + result.report.lines {
                text += "# \(line.replacing(folder.path + "/", with: ""))\n"
            }
            if let line = result.report.recognition { text += "# \(line)\n" }
            let sources = result.files.map { SourceFile(path: $0.name, text: $0.text) }
            // What an overlay makes wrong has its place there.
            let errors = result.located(SpecReader.read(sources).diagnostics).filter {
                $0.path.hasPrefix(folder.path)
            }
            guard errors.isEmpty else { return (lines(of: errors, in: folder), []) }
            return (text, sources)
        } catch {
            return (lines(of: error.diagnostics, in: folder), [])
        }
    }

    private func lines(of diagnostics: [Diagnostic], in folder: TemporaryFolder) -> String {
        diagnostics.map { $0.description.replacing(folder.path + "/", with: "") + "\n" }.joined()
    }

    /// Writes what an import wrote into the file of the case.
    func record(_ text: String) throws {
        let place = Self.folder.appending(path: file)
        let all = RefusalFile(try String(contentsOf: place, encoding: .utf8))
        let texts = all.entries.map { other in
            var sections = other.sections
            if other.title == entry.title {
                sections.removeAll { $0.name == section }
                sections.append((section, text))
            }
            return "=== \(other.title)\n"
                + sections.map { $0.name == "Spec.yaml" ? $0.text : "--- \($0.name)\n\($0.text)" }
                .joined()
        }
        try Data(texts.joined(separator: "\n").utf8).write(to: place)
    }
}
