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

    @Argument(help: "The folder with the service's specs, or its files.")
    var paths: [String]

    @Option(
        help:
            "The file to write: .json for JSON, otherwise YAML. By default, YAML is printed."
    )
    var output: String?

    func validate() throws {
        guard let output else { return }
        guard ["yaml", "yml", "json"].contains(URL(filePath: output).pathExtension) else {
            throw ValidationError(
                "a document ends in .yaml or .json; found '\(output)'; write 'openapi.yaml'")
        }
    }

    private func directory(of path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
    }

    func run() throws {
        let folder = paths.count == 1 ? SpecFolder.files(below: paths[0]) : nil
        let files = folder ?? paths
        guard !files.isEmpty else {
            StandardError.write(["posthorn: there is no *.yaml in \(paths.joined(separator: ", "))"]
            )
            throw ExitCode.unreadable
        }
        let specs = SpecFolder(files: files)
        StandardError.write(specs.unreadable.map(\.description))
        guard specs.unreadable.isEmpty else { throw ExitCode.unreadable }
        let modules = folder == nil ? OtherModules() : OtherModules(beside: paths[0])
        let read = SpecReader.read(specs.sources, modules: modules)
        StandardError.write(read.diagnostics.filter { $0.severity == .error }.map(\.description))
        guard let document = read.document else { throw ExitCode.brokenSpec }
        guard read.documents.count == 1 else {
            let names = read.documents.map(\.service.name).joined(separator: ", ")
            StandardError.write([
                "posthorn: a document has one service; found \(names); write the folder of one"
            ])
            throw ExitCode.brokenSpec
        }
        let result: OpenAPIExport.Result
        do throws(ImportFailure) {
            result = try OpenAPIExport.run(
                document, specs.sources, folder: folder == nil ? directory(of: files[0]) : paths[0],
                isJSON: output?.hasSuffix(".json") ?? false)
        } catch {
            StandardError.write(error.diagnostics.map(\.description))
            throw ExitCode.brokenSpec
        }
        guard let output else {
            print(result.text, terminator: "")
            StandardError.write(result.report)
            return
        }
        let data = Data(result.text.utf8)
        if (try? Data(contentsOf: URL(filePath: output))) != data {
            do {
                try data.write(to: URL(filePath: output), options: .atomic)
                print("wrote \(output)")
            } catch {
                StandardError.write(["posthorn: \(output): the document cannot be written"])
                throw ExitCode.unwritable
            }
        }
        for line in result.report { print(line) }
    }
}
