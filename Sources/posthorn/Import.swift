internal import ArgumentParser
internal import FoundationEssentials
internal import PosthornCodegen
internal import PosthornDiff
internal import PosthornOpenAPI
internal import PosthornSpec

/// The subcommand that writes the specs of an OpenAPI document.
struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes the specs of a service from its OpenAPI or Swagger document.",
        discussion: """
            The document has the version 2.0, 3.0, 3.1 or 3.2, in YAML or JSON. The folder gets a \
            file for each tag, one for the service, and one for the types that several tags use. \
            A file is only written if it changes. Files of an earlier import that are not written \
            any more are removed; files that you wrote are not touched. After another import, the \
            report lists what changed for callers.

            Exit codes: 0 if the specs were written, 1 if the document or the overlay has an error, \
            64 for wrong arguments, 66 if a file cannot be read, 73 if one cannot be written.
            """)

    @Argument(help: "The OpenAPI document.", completion: .documents)
    var document: String

    @Argument(help: "The folder for the specs.", completion: .directory)
    var folder: String

    @Option(
        parsing: .upToNextOption, help: "Import the operations with one of these tags.")
    var tags: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: "Import the operations with one of these ids, or 'GET /path' of those without.")
    var operations: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: "Import the operations with one of these paths; '/orders/*' means all that start so.")
    var paths: [String] = []

    @Option(help: "The name of the client; by default that of the folder, with API at its end.")
    var service: String?

    @Option(
        help:
            "A file with changes of the import, after those of <folder>.overlay.yaml; repeat it for several.",
        completion: .documents
    )
    var overlay: [String] = []

    @Flag(
        help: ArgumentHelp(
            "Write the keys of recognised pages, operations, envelopes and retries.",
            discussion: "Without it, they stand in comments."))
    var recognise = false

    func validate() throws {
        guard !folder.isEmpty else {
            throw ValidationError("a folder has a path; write '.' for the current one")
        }
        if let service, !SwiftName.isType(service) || ReservedNames.types.contains(service) {
            throw ValidationError(
                "a service has an UpperCamelCase Swift name; found '\(service)'; write "
                    + "'\(NearName.type(service) ?? "Shop")API'")
        }
    }

    func run() throws {
        var options = OpenAPIImport.Options(service: service ?? Infer.service(of: folder))
        options.keepsName = service != nil
        options.recognises = recognise
        (options.tags, options.operations, options.paths) = (tags, operations, paths)
        let result: OpenAPIImport.Result
        do throws(ImportFailure) {
            result = try OpenAPIImport.run(
                document, options, overlays: DiffSource.overlays(beside: folder, and: overlay))
        } catch {
            StandardError.write(error.diagnostics.map(\.description))
            throw error.isUnreadable ? ExitCode.unreadable : ExitCode.brokenSpec
        }
        StandardError.write(result.report.warnings.map(\.description))
        let before = try? SpecTarget([folder])
        let hasChanged = try write(result)
        print(result.report.summary)
        for line in result.report.lines { print(line) }
        if let line = result.report.recognition { print(line) }
        if hasChanged, let before { printChanges(since: before) }
    }

    /// Prints what changed for callers since the last import, if its specs have no errors.
    private func printChanges(since before: SpecTarget) {
        guard let old = try? before.documents(),
            let new = try? SpecTarget([folder]).documents()
        else { return }
        let changes = Comparison.changes(
            from: old.map { DiffedSpec($0) }, to: new.map { DiffedSpec($0) })
        guard !changes.isEmpty else { return }
        let count = changes.count { $0.rule.severity.isBreaking }
        print("\nChanges since the last import, \(count) of \(changes.count) break callers:\n")
        print(DiffReport(changes: changes, fails: { _ in false }, hasAdvice: false).text)
    }

    /// Writes the files, and returns whether any changed.
    private func write(_ result: OpenAPIImport.Result) throws -> Bool {
        var hasChanged = false
        let manager = FileManager.default
        let known = (try? manager.contentsOfDirectory(atPath: folder)) ?? []
        let specs = known.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
        let names = Set(result.files.map(\.name))
        let foreign = specs.filter { names.contains($0) && !isImported($0) }.sorted()
        guard foreign.isEmpty else {
            for name in foreign {
                StandardError.write([
                    "posthorn: \(folder)/\(name) was not written by an import, and is not replaced; "
                        + "write another folder, or another name for the file"
                ])
            }
            throw ExitCode.unwritable
        }
        do {
            try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for file in result.files {
                let path = "\(folder)/\(file.name)"
                let data = Data(file.text.utf8)
                if (try? Data(contentsOf: URL(filePath: path))) == data { continue }
                if file.name.contains("/") {
                    try manager.createDirectory(
                        at: URL(filePath: path).deletingLastPathComponent(),
                        withIntermediateDirectories: true)
                }
                try data.write(to: URL(filePath: path), options: .atomic)
                print("wrote \(path)")
                hasChanged = true
            }
            for name in specs.sorted() where !names.contains(name) && isImported(name) {
                try manager.removeItem(atPath: "\(folder)/\(name)")
                print("removed \(folder)/\(name)")
                hasChanged = true
            }
            return hasChanged
        } catch {
            StandardError.write(["posthorn: \(folder): the specs cannot be written"])
            throw ExitCode.unwritable
        }
    }

    /// Returns whether a file of the folder comes from an import, by its first line.
    private func isImported(_ name: String) -> Bool {
        let data = try? Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
        return data?.starts(with: Data(OpenAPIImport.header.utf8)) ?? false
    }
}
