internal import FoundationEssentials
internal import PosthornCodegen
internal import PosthornOpenAPI
internal import PosthornSpec

/// The command `posthorn-openapi`, which writes the Swift of an OpenAPI document.
///
/// The imported specs stand beside the Swift, in the folder `Specs`. Errors of generation have their places there.
enum OpenAPICommand {
    static func run(_ arguments: [String]) -> GenerateCommand.Outcome {
        guard let arguments = OpenAPIArguments(arguments) else {
            return GenerateCommand.Outcome(exitCode: 2, messages: [OpenAPIArguments.usage])
        }
        do {
            return try run(arguments)
        } catch let failure as ImportFailure {
            return failed(failure.diagnostics.map(\.description))
        } catch let failure as OutputFolder.Failure {
            return failed(["\(failure.path):1:1: error: \(failure)"])
        } catch {
            return failed([
                "\(arguments.output):1:1: error: the specs cannot be written; write another output folder"
            ])
        }
    }

    private static func failed(_ messages: [String]) -> GenerateCommand.Outcome {
        GenerateCommand.Outcome(exitCode: 1, messages: messages)
    }

    private static func run(_ arguments: OpenAPIArguments) throws -> GenerateCommand.Outcome {
        var options = OpenAPIImport.Options(service: arguments.module + "API")
        options.files = arguments.files
        let result = try OpenAPIImport.run(
            arguments.document, options, overlays: arguments.changes.map { [$0] } ?? [])
        let sources = try written(result, below: arguments.output + "/Specs")
        var service = GeneratedService(
            SpecFolder(sources: sources), root: arguments.root, missing: arguments.missing,
            module: arguments.module, hasServerFile: arguments.hasServerFile,
            document: arguments.document)
        let messages = result.located(service.diagnostics).map(\.description)
        guard !service.hasErrors else { return failed(messages) }
        fill(&service, arguments)
        _ = try OutputFolder(path: arguments.output).write(service)
        return GenerateCommand.Outcome(exitCode: 0, messages: messages + result.report.lines)
    }

    /// Writes the specs, and removes those of an earlier run.
    private static func written(
        _ result: OpenAPIImport.Result, below folder: String
    ) throws -> [SourceFile] {
        let manager = FileManager.default
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let names = Set(result.files.map(\.name))
        for name in try manager.contentsOfDirectory(atPath: folder) where !names.contains(name) {
            try manager.removeItem(atPath: "\(folder)/\(name)")
        }
        return try result.files.map { file in
            let path = "\(folder)/\(file.name)"
            try Data(file.text.utf8).write(to: URL(filePath: path), options: .atomic)
            return SourceFile(path: path, text: file.text)
        }
    }

    /// Adds the files that a build expects and the import does not need.
    private static func fill(_ service: inout GeneratedService, _ arguments: OpenAPIArguments) {
        let names = Set(service.files.map(\.name))
        let shown = GeneratedService.shown(arguments.document, root: arguments.root)
        for number in 1...arguments.files {
            let name = "\(OpenAPIImport.spreadName)+\(number).swift"
            guard !names.contains(name) else { continue }
            service.files.append(
                GeneratedService.File(
                    name: name, text: "// Generated from \(shown), which needs fewer files.\n"))
        }
    }
}
