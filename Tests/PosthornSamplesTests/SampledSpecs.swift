import Foundation
import PosthornCodegen
import PosthornSamples
import PosthornSpec
import Testing

/// The specs of the repository and of the golden folders, of whose types values are made.
struct SampledSpec: Sendable, CustomTestStringConvertible {
    let folder: String
    let document: SpecDocument

    var testDescription: String { folder }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static let all: [SampledSpec] = {
        let parents = ["Specs", "Tests/PosthornCodegenTests/Cases"]
        return parents.flatMap { parent -> [SampledSpec] in
            let folder = root.appending(path: parent)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return names.sorted().flatMap { read(folder.appending(path: $0), $0) }
        }
    }()

    private static func read(_ folder: URL, _ name: String) -> [SampledSpec] {
        guard let files = SpecFolder.files(below: folder.path), !files.isEmpty else { return [] }
        let read = SpecReader.read(
            SpecFolder(files: files).sources, modules: OtherModules(beside: folder.path))
        return read.documents.map { SampledSpec(folder: name, document: $0) }
    }

    /// Returns the document of a text with a service and types.
    static func document(_ yaml: String) throws -> SpecDocument {
        let source = SourceFile(path: "Spec.yaml", bytes: Array(yaml.utf8))
        let read = SpecReader.read([source])
        struct BrokenSpec: Error { let diagnostics: [Diagnostic] }
        guard let document = read.document else {
            throw BrokenSpec(diagnostics: read.diagnostics)
        }
        return document
    }
}
