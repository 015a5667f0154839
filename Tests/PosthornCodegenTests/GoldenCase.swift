import Foundation
import PosthornCodegen
import PosthornSpec
import Testing

/// A folder with the spec of a service and what the generator makes of it.
///
/// `*.yaml` is the spec, `Expected/*.swift` the Swift, `diagnostics.txt` what is printed. A good case
/// has `Expected`, a refused one has not.
struct GoldenCase: Sendable, CustomTestStringConvertible {
    let folder: URL

    var testDescription: String { folder.lastPathComponent }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(component: "Cases")

    static let all: [GoldenCase] = contents(of: folder).map { GoldenCase(folder: $0) }

    /// Whether this run rewrites what is expected; it fails all the same.
    static let isRecording = ProcessInfo.processInfo.environment["POSTHORN_RECORD"] == "1"

    /// What the generator makes of the spec: file names and their texts.
    func generated() throws -> [String: String] {
        let sources = try Self.contents(of: folder)
            .filter { ["yaml", "yml"].contains($0.pathExtension) }
            .map { SourceFile(path: $0.lastPathComponent, bytes: Array(try Data(contentsOf: $0))) }
        let result = SpecReader.read(sources)
        var files: [String: String] = [:]
        if !result.diagnostics.isEmpty {
            files["diagnostics.txt"] =
                result.diagnostics.map { $0.description + "\n" }.joined()
        }
        guard let document = result.document else { return files }
        for source in sources {
            let name = source.path.prefix { $0 != "." } + ".swift"
            files["Expected/\(name)"] = Generator(document).swift(
                for: source.path, shownAs: "\(testDescription)/\(source.path)")
        }
        return files
    }

    /// The spec: file names and their texts, none if a file is not UTF-8.
    func sources() throws -> [String: String] {
        var files: [String: String] = [:]
        for file in Self.contents(of: folder) where ["yaml", "yml"].contains(file.pathExtension) {
            guard let text = String(data: try Data(contentsOf: file), encoding: .utf8) else {
                return [:]
            }
            files[file.lastPathComponent] = text
        }
        return files
    }

    /// What is expected: file names and their texts.
    func expected() throws -> [String: String] {
        var files: [String: String] = [:]
        let diagnostics = folder.appending(component: "diagnostics.txt")
        if FileManager.default.fileExists(atPath: diagnostics.path) {
            files["diagnostics.txt"] = try String(contentsOf: diagnostics, encoding: .utf8)
        }
        for file in Self.contents(of: folder.appending(component: "Expected")) {
            files["Expected/\(file.lastPathComponent)"] = try String(
                contentsOf: file, encoding: .utf8)
        }
        return files
    }

    func record(_ files: [String: String]) throws {
        let manager = FileManager.default
        try? manager.removeItem(at: folder.appending(component: "Expected"))
        try? manager.removeItem(at: folder.appending(component: "diagnostics.txt"))
        for (name, text) in files {
            let file = folder.appending(path: name)
            try manager.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    private static func contents(of folder: URL) -> [URL] {
        let found = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        return (found ?? []).filter { !$0.lastPathComponent.hasPrefix(".") }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
}
