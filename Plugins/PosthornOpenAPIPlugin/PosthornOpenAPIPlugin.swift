import Foundation
import PackagePlugin

/// Generates the Swift of a target's OpenAPI document.
///
/// The plugin runs a separate tool, so packages with specs of their own do not compile the import.
@main
struct PosthornOpenAPIPlugin: BuildToolPlugin {
    /// The names of the document without extensions.
    private static let stems = ["openapi", "swagger"]
    /// A document of this size in bytes has one Swift file.
    private static let sizePerFile = 64 << 10

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        let inputs = module.sourceFiles.filter { $0.type != .resource }.map(\.url)
            .filter { ["yaml", "yml", "json"].contains($0.pathExtension.lowercased()) }
            .sorted { $0.path < $1.path }
        let documents = inputs.filter {
            Self.stems.contains($0.deletingPathExtension().lastPathComponent.lowercased())
        }
        guard let document = documents.first else {
            Diagnostics.warning(
                "the target \(target.name) has no openapi.yaml or openapi.json for "
                    + "PosthornOpenAPIPlugin")
            return []
        }
        if let other = documents.dropFirst().first {
            Diagnostics.error(
                "a target has one OpenAPI document; found \(document.lastPathComponent) too; write "
                    + "a target for each",
                file: other.path, line: 1)
            return []
        }
        // A build needs the names of all outputs, and only the tool reads the document.
        let size = (try? document.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
        let count = min(max(size / Self.sizePerFile, 1), 64)
        let folder = context.pluginWorkDirectoryURL
        var outputs = (1...count).map { folder.appending(component: "OpenAPI+\($0).swift") }
        let found = Set(module.recursiveTargetDependencies.map(\.name))
        let missing = [
            "PosthornCrypto", "PosthornFormats", "PosthornLoading", "PosthornOAuth",
            "PosthornServer",
        ]
        .filter { !found.contains($0) }
        let hasServer = found.contains("PosthornServer")
        if hasServer {
            outputs.append(folder.appending(component: module.moduleName + "+Server.swift"))
        }
        return [
            .buildCommand(
                displayName:
                    "Generating Swift from \(document.lastPathComponent) of \(target.name)",
                executable: try context.tool(named: "posthorn-openapi").url,
                arguments: [
                    "--root", context.package.directoryURL.path, "--module", module.moduleName,
                    "--files", String(count), "--output", folder.path,
                ] + missing.flatMap { ["--without", $0] } + (hasServer ? ["--server"] : [])
                    + [document.path] + changes(among: inputs, of: document),
                inputFiles: inputs, outputFiles: outputs)
        ]
    }

    /// Returns the path of `posthorn.yaml` beside the document.
    private func changes(among inputs: [URL], of document: URL) -> [String] {
        let folder = document.deletingLastPathComponent()
        return inputs.filter {
            $0.deletingPathExtension().lastPathComponent == "posthorn"
                && $0.deletingLastPathComponent() == folder && $0.pathExtension != "json"
        }.prefix(1).map(\.path)
    }
}
