internal import ArgumentParser
internal import FoundationEssentials
internal import PosthornCodegen
internal import PosthornSpec

/// The subcommand that prints the errors and warnings of specs.
struct Lint: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints all that is wrong or doubtful in endpoint specs.",
        discussion: """
            Each folder is one target, and so are the files that are named themselves. The \
            diagnostics go to standard output, sorted by path, line and column; of a file with \
            more than a hundred the last one says how many more there are. Warnings alone are no \
            failure.

            Exit codes: 0 if there is no error, 1 if there is one, 64 for wrong arguments, 66 if \
            a spec cannot be read.
            """)

    @Argument(help: "Folders or files with specs; the current folder, if there is none.")
    var paths: [String] = ["."]

    @Option(help: "How to print: text for people and editors, json, or github for annotations.")
    var format: LintFormat = .text

    func run() throws {
        var services: [(files: [String], folder: String?)] = []
        var files: [String] = []
        var known: Set<String> = []
        for path in paths where known.insert(URL(filePath: path).standardizedFileURL.path).inserted
        {
            if let found = SpecFolder.files(below: path) {
                // SwiftPM names the folder of a target like the target.
                services.append(
                    (found.map(shortened), URL(filePath: path).standardizedFileURL.path))
            } else {
                files.append(path)
            }
        }
        if !files.isEmpty { services.append((files, nil)) }
        guard services.contains(where: { !$0.files.isEmpty }) else {
            StandardError.write(["posthorn: there is no *.yaml in \(paths.joined(separator: ", "))"]
            )
            throw ExitCode.unreadable
        }
        let folders = services.filter { !$0.files.isEmpty }
            .map { (specs: SpecFolder(files: $0.files), path: $0.folder) }
        let diagnostics =
            folders
            .flatMap { folder in
                GeneratedService(
                    folder.specs, root: nil,
                    module: folder.path.map { URL(filePath: $0).lastPathComponent },
                    modules: folder.path.map { OtherModules(beside: $0) } ?? OtherModules()
                ).diagnostics
            }
            .sorted { ($0.path, $0.mark) < ($1.path, $1.mark) }
        let text = format.text(of: diagnostics)
        if !text.isEmpty { print(text) }
        if folders.contains(where: { !$0.specs.unreadable.isEmpty }) { throw ExitCode.unreadable }
        if diagnostics.contains(where: { $0.severity == .error }) { throw ExitCode.brokenSpec }
    }

    /// Returns a path in the current folder without `./`.
    private func shortened(_ path: String) -> String {
        path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    }
}
