import Foundation
import PackagePlugin

/// Generates one Swift file for each spec file of a target.
@main
struct PosthornPlugin: BuildToolPlugin {
    /// One command per YAML file.
    ///
    /// All YAML of the target is an input of each, since a file can use the
    /// types of the others; the tool leaves an output alone that would not change.
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        let specs = module.sourceFiles.map(\.url)
            .filter { ["yaml", "yml"].contains($0.pathExtension) }
            .sorted { $0.path < $1.path }
        let tool = try context.tool(named: "posthorn-generate")
        let root = context.package.directoryURL.path
        var outputs: [String: URL] = [:]
        for source in module.sourceFiles where source.type == .source {
            outputs[source.url.lastPathComponent] = source.url
        }
        return specs.compactMap { spec in
            let name = spec.deletingPathExtension().lastPathComponent + ".swift"
            if let other = outputs[name] {
                Diagnostics.error(
                    "\(spec.path):1:1: error: the file generated from a spec is the only one of its "
                        + "name in the target; found \(name) for \(other.lastPathComponent) too; "
                        + "write the spec under another name")
                return nil
            }
            outputs[name] = spec
            let output = context.pluginWorkDirectoryURL.appending(component: name)
            return .buildCommand(
                displayName: "Generating \(name)",
                executable: tool.url,
                arguments: [
                    "--root", root, "--output", output.path, "--source", spec.path, "--all",
                ] + specs.map(\.path),
                inputFiles: specs,
                outputFiles: [output])
        }
    }
}
