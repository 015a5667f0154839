import Foundation
import PackagePlugin

/// Generates one Swift file for each spec file of a target.
@main
struct PosthornPlugin: BuildToolPlugin {
    /// Creates one command for all specs of the target.
    ///
    /// A file can use the types of the others, so each output depends on all inputs. A command per file would
    /// read the whole folder each time. The tool does not touch an unchanged output, so that an edit
    /// recompiles one file only.
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        let specs = self.specs(of: module)
        guard !specs.isEmpty else {
            Diagnostics.warning("the target \(target.name) has no *.yaml for PosthornPlugin")
            return []
        }
        // Swift requires a unique name for each file of a module.
        var names: [String: URL] = [:]
        for source in module.sourceFiles where source.type == .source {
            names[source.url.lastPathComponent] = source.url
        }
        var outputs: [URL] = []
        let stems = specs.map { $0.deletingPathExtension().lastPathComponent }
        for (spec, stem) in zip(specs, stems) {
            // Files of one name in the folders of several services are named after their folders too.
            let folder = spec.deletingLastPathComponent().lastPathComponent
            let isUnique = stems.count { $0 == stem } == 1
            let name = (isUnique ? stem : "\(folder)+\(stem)") + ".swift"
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
        let missing = missing(of: module)
        // Only the tool knows whether the spec has a server, and a build needs the names of all outputs.
        let hasServer = !missing.contains("PosthornServer")
        if hasServer {
            outputs.append(
                context.pluginWorkDirectoryURL.appending(
                    component: module.moduleName + "+Server.swift"))
        }
        let used = module.recursiveTargetDependencies.compactMap(\.sourceModule)
            .flatMap { module in self.specs(of: module).map { (module.moduleName, $0) } }
        return [
            .buildCommand(
                displayName: "Generating Swift from \(specs.count) specs of \(target.name)",
                executable: try context.tool(named: "posthorn-generate").url,
                arguments: [
                    "--root", context.package.directoryURL.path,
                    "--output", context.pluginWorkDirectoryURL.path,
                    "--module", module.moduleName,
                ] + missing + (hasServer ? ["--server"] : [])
                    + used.flatMap { ["--dependency", $0.0, $0.1.path] } + specs.map(\.path),
                inputFiles: specs + used.map(\.1),
                outputFiles: outputs)
        ]
    }

    private func specs(of module: any SourceModuleTarget) -> [URL] {
        module.sourceFiles.filter { $0.type != .resource }.map(\.url)
            .filter { ["yaml", "yml"].contains($0.pathExtension.lowercased()) }
            .sorted { $0.path < $1.path }
    }

    /// Returns the arguments for the modules that a spec can need and the target cannot import.
    ///
    /// The resulting error of the spec is clearer than the compiler's.
    private func missing(of module: any SourceModuleTarget) -> [String] {
        let found = Set(module.recursiveTargetDependencies.map(\.name))
        return [
            "PosthornCrypto", "PosthornFormats", "PosthornLoading", "PosthornOAuth",
            "PosthornServer",
        ]
        .filter { !found.contains($0) }.flatMap { ["--without", $0] }
    }
}
