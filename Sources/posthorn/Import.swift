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

            Exit codes: 0 if the specs were written, 1 if the document, the overlay or a spec has an \
            error, 64 for wrong arguments, 66 if a file cannot be read, 73 if one cannot be written.
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
        help: "Import the operations with one of these ids, or as in 'GET /path'.")
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

    @Flag(help: "List each change for callers, also those that many endpoints or types have.")
    var all = false

    @Flag(
        help: ArgumentHelp(
            "Write the keys of recognised pages, operations, envelopes, retries and token endpoints.",
            discussion: "Without it, they stand in comments."))
    var recognise = false

    func validate() throws {
        guard !folder.isEmpty else {
            throw ValidationError("a folder has a path; write '.' for the current one")
        }
        try Infer.checkName(service)
    }

    func run() throws {
        var options = OpenAPIImport.Options(service: service ?? Infer.service(of: folder))
        options.keepsName = service != nil
        options.recognises = recognise
        (options.tags, options.operations, options.paths) = (tags, operations, paths)
        let overlays = DiffSource.overlays(beside: folder, and: overlay)
        let result: OpenAPIImport.Result
        do throws(ImportFailure) {
            result = try OpenAPIImport.run(document, options, overlays: overlays)
        } catch {
            throw ToolFailure(error)
        }
        StandardError.write(result.report.warnings.map(\.description))
        let errors = errors(of: result, hasOverlays: !overlays.isEmpty)
        // Nothing is written if an overlay has an error.
        guard errors.overlay.isEmpty else { throw ToolFailure(.brokenSpec, errors.overlay) }
        let before = try? SpecTarget([folder])
        let hasChanged = try write(result)
        StandardError.write(errors.specs.map(\.description))
        print(result.report.summary)
        for line in result.report.lines { print(line) }
        if let line = result.report.recognition { print(line) }
        if hasChanged, let before { printChanges(since: before) }
        if !errors.specs.isEmpty { throw CallExit.brokenSpec.code }
    }

    /// Returns the errors of imported specs: those from an overlay, with their places in it, and others.
    private func errors(
        of result: OpenAPIImport.Result, hasOverlays: Bool
    ) -> (overlay: [Diagnostic], specs: [Diagnostic]) {
        let own = result.ownSources(in: folder)
        // An import of the document alone has no errors.
        guard hasOverlays || !own.isEmpty else { return ([], []) }
        let read = result.read(beside: own, in: folder)
        let names = Set(result.sources(in: folder).map(\.path))
        let errors = read.diagnostics.filter { $0.severity == .error && names.contains($0.path) }
        let located = result.located(errors)
        let isOverlay = { (diagnostic: Diagnostic) in !names.contains(diagnostic.path) }
        return (located.filter(isOverlay), located.filter { !isOverlay($0) })
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
        let report = DiffReport(
            changes: changes, fails: { _ in false }, reader: .caller, listsAll: all)
        print(report.text)
    }

    /// Writes the files, and returns whether any changed.
    private func write(_ result: OpenAPIImport.Result) throws -> Bool {
        var hasChanged = false
        let manager = FileManager.default
        let known = (try? manager.contentsOfDirectory(atPath: folder)) ?? []
        let specs = known.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
        let names = Set(result.files.map(\.name))
        let foreign = specs.filter { names.contains($0) && !Self.isImported("\(folder)/\($0)") }
            .sorted()
        guard foreign.isEmpty else {
            var failure = ToolFailure(.unwritable)
            failure.lines = foreign.map { name in
                "posthorn: \(folder)/\(name) was not written by an import, and is not replaced; "
                    + "write another folder, or another name for the file"
            }
            throw failure
        }
        for file in result.files {
            let path = "\(folder)/\(file.name)"
            let data = Data(file.text.utf8)
            if (try? Data(contentsOf: URL(filePath: path))) == data { continue }
            try ToolFailure.write(data, to: path, makesFolder: true)
            print("wrote \(path)")
            hasChanged = true
        }
        for name in specs.sorted()
        where !names.contains(name) && Self.isImported("\(folder)/\(name)") {
            do { try manager.removeItem(atPath: "\(folder)/\(name)") } catch {
                throw ToolFailure.unwritable(folder, "the specs")
            }
            print("removed \(folder)/\(name)")
            hasChanged = true
        }
        return hasChanged
    }
}

extension ToolFailure {
    /// Creates the failure of a command that imports a document.
    init(_ failure: ImportFailure) {
        self.init(failure.isUnreadable ? .unreadable : .brokenSpec, failure.diagnostics)
    }
}
