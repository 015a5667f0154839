internal import ArgumentParser
internal import FoundationEssentials
internal import PosthornCodegen
internal import PosthornSpec

/// The subcommand that generates the Swift of a service.
struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes one Swift file for each spec of a service.",
        discussion: """
            The bytes are those that the build plugin writes, if the tool runs in the package's \
            folder. A file is only written if it changes; with an error in any spec none is.

            Exit codes: 0 if there is no error, 1 if a spec has one, 64 for wrong arguments, 66 \
            if a spec cannot be read, 73 if the Swift cannot be written.
            """)

    @Argument(help: "The folder with the service's specs.", completion: .directory)
    var folder: String

    @Option(help: "The folder to write to.", completion: .directory)
    var output: String

    @Option(
        help:
            "The folder that generated files name their specs from; the current one if it isn't said."
    )
    var root: String?

    func validate() throws {
        // An unset variable would leave an empty path, which means the root folder.
        guard !output.isEmpty, root != "" else {
            throw ValidationError("a folder has a path; write '.' for the current one")
        }
    }

    func run() throws {
        let path = absolute(folder)
        let target = try SpecTarget([path], shown: folder)
        guard target.folder != nil else {
            let isFile = SpecFolder.isSpec(path) && FileManager.default.fileExists(atPath: path)
            guard isFile else { throw ToolFailure.noSpecs(in: folder) }
            throw ToolFailure(
                .unreadable,
                "posthorn: Swift is generated from all specs of a folder; found the file \(folder); "
                    + "write its folder")
        }
        let service = target.generated(root: absolute(root ?? "."))
        StandardError.write(service.diagnostics.map(\.description))
        guard target.files.unreadable.isEmpty else { throw CallExit.unreadable.code }
        guard !service.hasErrors else { throw CallExit.brokenSpec.code }
        do throws(OutputFolder.Failure) {
            let folder = OutputFolder(path: output)
            for path in try folder.write(service) { print("wrote \(path)") }
            StandardError.write(folder.leftovers(service))
        } catch {
            throw ToolFailure(.unwritable, "posthorn: \(error.path): \(error)")
        }
    }

    /// Returns an absolute path in a uniform spelling, for the comparison with the root.
    private func absolute(_ path: String) -> String {
        let path = URL(filePath: path).standardizedFileURL.path
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}
