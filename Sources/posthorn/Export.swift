internal import ArgumentParser
internal import FoundationEssentials
internal import PosthornCodegen
internal import PosthornOpenAPI
internal import PosthornSpec

/// The subcommand that writes a service as an OpenAPI document.
struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes a service as an OpenAPI 3.1 document.",
        discussion: """
            What OpenAPI has no form for stands in extensions, from which 'posthorn import' makes \
            the same specs. The report has a line for each such thing that other tools miss.

            Exit codes: 0 if the document was written, 1 if a spec has an error, 64 for wrong \
            arguments, 66 if a spec cannot be read, 73 if the document cannot be written.
            """)

    @Argument(help: "The folder with the service's specs, or its files.", completion: .specs)
    var paths: [String]

    @Option(
        help:
            "The file to write: .json for JSON, otherwise YAML. By default, YAML is printed.",
        completion: .documents
    )
    var output: String?

    @Option(help: "The service to write, if there are several.")
    var service: String?

    func validate() throws {
        guard let output else { return }
        guard ["yaml", "yml", "json"].contains(URL(filePath: output).pathExtension) else {
            throw ValidationError(
                "a document ends in .yaml or .json; found '\(output)'; write 'openapi.yaml'")
        }
    }

    func run() throws {
        let result: OpenAPIExport.Result
        do {
            let target = try SpecTarget(paths)
            let document = try only(target.documents(of: service))
            let own = Set(document.files.filter { $0.module == nil }.map(\.path))
            result = try OpenAPIExport.run(
                document, target.files.sources.filter { own.contains($0.path) },
                folder: folder(of: target), isJSON: output?.hasSuffix(".json") ?? false)
        } catch let error as ImportFailure {
            throw ToolFailure(.brokenSpec, error.diagnostics)
        }
        guard let output else {
            print(result.text, terminator: "")
            StandardError.write(result.report)
            return
        }
        let data = Data(result.text.utf8)
        if (try? Data(contentsOf: URL(filePath: output))) != data {
            try ToolFailure.write(data, to: output, "the document")
            print("wrote \(output)")
        }
        for line in result.report { print(line) }
    }

    /// Returns the only service of a target.
    private func only(_ documents: [SpecDocument]) throws(ToolFailure) -> SpecDocument {
        guard documents.count == 1 else {
            let names = documents.map(\.service.name)
            throw ToolFailure(
                .brokenSpec,
                "posthorn: a document has one service; found \(names.joined(separator: ", ")); "
                    + "write '--service \(names[0])'")
        }
        return documents[0]
    }

    /// Returns the folder in which the document names the files.
    private func folder(of target: SpecTarget) -> String {
        let path = target.files.sources[0].path
        guard let folder = target.folder else {
            return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        }
        return folder == "." || folder == "./" ? "" : folder
    }
}
