import Foundation
import PackagePlugin

/// Generates Swift from specs into a folder for checking in: `swift package generate-endpoints`.
///
/// The output is identical to that of `PosthornPlugin` in a build. Use one of the two for a target, because
/// both would declare everything twice.
@main
struct GenerateEndpoints: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var extractor = ArgumentExtractor(arguments)
        let names = extractor.extractOption(named: "target")
        let outputs = extractor.extractOption(named: "output")
        guard extractor.remainingArguments.isEmpty, outputs.count <= 1 else {
            throw Problem(
                description: "usage: swift package --allow-writing-to-package-directory "
                    + "generate-endpoints [--target <target>] [--output <folder>]")
        }
        let targets =
            try names.isEmpty ? context.package.targets : context.package.targets(named: names)
        let services = targets.compactMap { target in
            target.sourceModule.map { (module: $0, specs: specs(of: $0)) }
        }.filter { !$0.specs.isEmpty }
        guard !services.isEmpty else {
            throw Problem(
                description: names.isEmpty
                    ? "no target has a *.yaml"
                    : "the target \(names.joined(separator: ", ")) has no *.yaml")
        }
        if outputs.count == 1, services.count > 1 {
            let found = services.map(\.module.name).joined(separator: ", ")
            throw Problem(
                description: "one output folder is for one target; say which with --target; "
                    + "found \(found)")
        }
        let tool = try context.tool(named: "posthorn-generate").url
        let root = context.package.directoryURL
        for service in services {
            let output =
                outputs.first.map { URL(filePath: $0, relativeTo: root) }
                ?? service.module.directoryURL.appending(component: "Generated")
            let process = Process()
            process.executableURL = tool
            process.arguments =
                ["--root", root.path, "--report", "--output", output.standardizedFileURL.path]
                + ["--module", service.module.moduleName] + missing(of: service.module)
                + dependencies(of: service.module) + service.specs.map(\.path)
            try process.run()
            process.waitUntilExit()
            guard process.terminationReason == .exit, process.terminationStatus == 0 else {
                throw Problem(description: "nothing was written for \(service.module.name)")
            }
        }
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

    /// Returns the arguments for the specs that `uses` can name.
    private func dependencies(of module: any SourceModuleTarget) -> [String] {
        module.recursiveTargetDependencies.compactMap(\.sourceModule).flatMap { module in
            specs(of: module).flatMap { ["--dependency", module.moduleName, $0.path] }
        }
    }

    private func specs(of module: any SourceModuleTarget) -> [URL] {
        module.sourceFiles.filter { $0.type != .resource }.map(\.url)
            .filter { ["yaml", "yml"].contains($0.pathExtension.lowercased()) }
            .sorted { $0.path < $1.path }
    }
}

/// The reason why nothing is generated.
struct Problem: Error, CustomStringConvertible {
    var description: String
}
