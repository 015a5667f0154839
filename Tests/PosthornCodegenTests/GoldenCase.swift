import Foundation
import PosthornCodegen
import PosthornSpec
import TestSupport
import Testing

/// The spec of a service and what the generator makes of it.
///
/// A good case is a folder of `Cases`: `*.yaml` is the spec, `Expected/*.swift` the Swift, `diagnostics.txt` what is
/// printed. `Modules/<name>` has the specs of a module that the case uses, with an `Expected` folder of its own, which is
/// a target of the package. A refused one is an entry of a ``RefusalFile`` in `Cases/Refusals`, or a folder without `Expected` if its
/// spec is long or is not text.
struct GoldenCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The files of the spec.
    let sources: [SourceFile]
    /// The files of the specs of other modules, by the names of the modules.
    let modules: [String: [SourceFile]]
    /// What is expected: file names and their texts.
    let expected: [String: String]
    /// The folder, or the text file with the entry.
    private let place: URL

    /// Whether the spec is accepted.
    var isGood: Bool { expected.keys.contains { $0.hasPrefix("Expected/") } }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(component: "Cases")
    static let refusals = contents(of: folder.appending(component: "Refusals"))

    static let all: [GoldenCase] =
        contents(of: folder).filter { $0.lastPathComponent != "Refusals" }.map {
            GoldenCase(folder: $0)
        }
        + refusals.flatMap { file in
            RefusalFile(text(of: file)).entries.map { GoldenCase(entry: $0, of: file) }
        }

    /// Whether this run rewrites what is expected; it fails all the same.
    static let isRecording = ProcessInfo.processInfo.environment["POSTHORN_RECORD"] == "1"

    /// Reads a folder.
    init(folder: URL) {
        testDescription = folder.lastPathComponent
        place = folder
        let files = Self.contents(of: folder)
        let folders = files.filter {
            $0.hasDirectoryPath && !["Expected", "Modules"].contains($0.lastPathComponent)
        }
        sources = Self.specs(in: files + folders.flatMap(Self.contents), below: folder)
        let others = Self.contents(of: folder.appending(component: "Modules"))
        modules = Dictionary(
            uniqueKeysWithValues: others.map { module in
                (
                    module.lastPathComponent,
                    Self.specs(in: Self.contents(of: module), below: folder)
                )
            })
        var expected: [String: String] = [:]
        for part in [folder] + others {
            let files = Self.contents(of: part).filter { $0.lastPathComponent == "diagnostics.txt" }
            for file in files + Self.contents(of: part.appending(component: "Expected")) {
                expected[Self.path(of: file, below: folder)] = Self.text(of: file)
            }
        }
        self.expected = expected
    }

    private static func specs(in files: [URL], below folder: URL) -> [SourceFile] {
        files.filter { ["yaml", "yml"].contains($0.pathExtension) }.map { file in
            SourceFile(path: path(of: file, below: folder), bytes: Array(data(of: file)))
        }
    }

    private static func path(of file: URL, below folder: URL) -> String {
        String(file.path.dropFirst(folder.path.count + 1))
    }

    private init(entry: RefusalFile.Entry, of file: URL) {
        testDescription = entry.title
        place = file
        sources = entry.sections.filter { $0.name != "diagnostics" }
            .map { SourceFile(path: $0.name, text: $0.text) }
        modules = [:]
        let diagnostics = entry.sections.first { $0.name == "diagnostics" }
        expected = diagnostics.map { ["diagnostics.txt": $0.text] } ?? [:]
    }

    /// What the generator makes of the spec: file names and their texts.
    func generated() -> [String: String] {
        let others = OtherModules(names: modules.keys.sorted()) { modules[$0] ?? [] }
        let result = SpecReader.read(sources, modules: others)
        var files = generated(result, of: sources, in: "")
        for (name, sources) in modules {
            let module = SpecReader.read(sources, modules: others, path: [name])
            files.merge(generated(module, of: sources, in: "Modules/\(name)/")) { own, _ in own }
        }
        return files
    }

    /// What the generator makes of the specs of one module.
    private func generated(
        _ result: SpecReader.Result, of sources: [SourceFile], in folder: String
    ) -> [String: String] {
        var files: [String: String] = [:]
        if !result.diagnostics.isEmpty {
            files["\(folder)diagnostics.txt"] =
                result.diagnostics.map { $0.description + "\n" }.joined()
        }
        guard let service = result.document?.service else { return files }
        let generator = Generator(result.documents)
        for (path, name) in GeneratedService.names(of: sources.map(\.path)) {
            files["\(folder)Expected/\(name)"] = generator.swift(
                for: path, shownAs: "\(testDescription)/\(path)")
        }
        files["\(folder)Expected/\(service.name)+Server.swift"] = generator.server {
            "\(testDescription)/\($0)"
        }
        return files
    }

    /// Rewrites what is expected; in a text file only the diagnostics.
    func record(_ files: [String: String]) throws {
        if place.pathExtension == "txt" {
            try Self.writing.withLock {
                var file = RefusalFile(Self.text(of: place))
                file.setDiagnostics(files["diagnostics.txt"] ?? "", of: testDescription)
                try Data(file.text.utf8).write(to: place)
            }
            return
        }
        let manager = FileManager.default
        for folder in [""] + modules.keys.map({ "Modules/\($0)/" }) {
            try? manager.removeItem(at: place.appending(path: "\(folder)Expected"))
            try? manager.removeItem(at: place.appending(path: "\(folder)diagnostics.txt"))
        }
        for (name, text) in files {
            let file = place.appending(path: name)
            try manager.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    /// Held while a text file changes, which has the entries of several tests.
    private static let writing = NSLock()

    static func text(of file: URL) -> String { String(decoding: data(of: file), as: UTF8.self) }

    private static func data(of file: URL) -> Data {
        do { return try Data(contentsOf: file) } catch {
            Issue.record(error)
            return Data()
        }
    }

    private static func contents(of folder: URL) -> [URL] {
        let found = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        return (found ?? []).filter { !$0.lastPathComponent.hasPrefix(".") }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
}
