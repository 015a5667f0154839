import Foundation
import PackagePlugin

/// Generates one Swift file for each spec file of a target.
@main
struct PosthornPlugin: BuildToolPlugin {
    /// One command for all YAML of the target.
    ///
    /// A file can use the types of the others, so each output depends on every input; a command per
    /// file would read the whole folder each time. The tool leaves an output alone that would not
    /// change, and so an edit still recompiles one file.
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        let specs = module.sourceFiles.filter { $0.type != .resource }.map(\.url)
            .filter { ["yaml", "yml"].contains($0.pathExtension.lowercased()) }
            .sorted { $0.path < $1.path }
        guard !specs.isEmpty else {
            Diagnostics.warning("the target \(target.name) has no *.yaml for PosthornPlugin")
            return []
        }
        // Swift wants each file of a module under a name of its own.
        var names: [String: URL] = [:]
        for source in module.sourceFiles where source.type == .source {
            names[source.url.lastPathComponent] = source.url
        }
        var outputs: [URL] = []
        for spec in specs {
            let name = spec.deletingPathExtension().lastPathComponent + ".swift"
            if let other = names.updateValue(spec, forKey: name) {
                Diagnostics.error(
                    "each file of a target has its own name; found \(other.lastPathComponent) and "
                        + "\(spec.lastPathComponent), which becomes \(name); write one of the two "
                        + "under another name",
                    file: spec.path, line: 1)
                return []
            }
            outputs.append(context.pluginWorkDirectoryURL.appending(component: name))
        }
        return [
            .buildCommand(
                displayName: "Generating Swift from \(specs.count) specs of \(target.name)",
                executable: try context.tool(named: "posthorn-generate").url,
                arguments: [
                    "--root", context.package.directoryURL.path,
                    "--output", context.pluginWorkDirectoryURL.path,
                ] + missing(of: module) + specs.map(\.path),
                inputFiles: specs,
                outputFiles: outputs)
        ]
    }

    /// Says which module the Swift can't import: the spec's error tells more than the compiler's.
    private func missing(of module: any SourceModuleTarget) -> [String] {
        let name = "PosthornXML"
        return module.recursiveTargetDependencies.contains { $0.name == name }
            ? [] : ["--without", name]
    }
}
