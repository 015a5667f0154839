import Foundation
import PackagePlugin

/// Generates one Swift file for each spec file of a target.
@main
struct PosthornPlugin: BuildToolPlugin {
    /// One command per YAML file.
    ///
    /// All YAML of the target is an input of each, since a file can use the types of the others; the
    /// tool leaves an output alone that would not change.
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        let specs = module.sourceFiles.map(\.url)
            .filter { ["yaml", "yml"].contains($0.pathExtension) }
            .sorted { $0.path < $1.path }
        if specs.isEmpty {
            Diagnostics.warning("the target \(target.name) has no *.yaml for PosthornPlugin")
        }
        let tool = try context.tool(named: "posthorn-generate")
        let root = context.package.directoryURL.path
        // Swift wants each file of a module under a name of its own.
        var names: [String: URL] = [:]
        for source in module.sourceFiles where source.type == .source {
            names[source.url.lastPathComponent] = source.url
        }
        return specs.compactMap { spec in
            let name = spec.deletingPathExtension().lastPathComponent + ".swift"
            if let other = names[name] {
                Diagnostics.error(
                    "each file of a target has its own name; found \(other.lastPathComponent) and "
                        + "\(spec.lastPathComponent), which becomes \(name); write one of the two "
                        + "under another name",
                    file: spec.path, line: 1)
                return nil
            }
            names[name] = spec
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
