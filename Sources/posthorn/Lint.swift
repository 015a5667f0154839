internal import ArgumentParser
internal import PosthornCodegen
internal import PosthornFormat
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

            --fix corrects misspelled words with one similar known word, and adds missing brackets \
            and quotes. It changes nothing else of a file, and names each change on standard error.

            Exit codes: 0 if there is no error, 1 if there is one, 64 for wrong arguments, 66 if \
            a spec cannot be read, 73 if one cannot be written.
            """)

    @Argument(
        help: "Folders or files with specs; the current folder, if there is none.",
        completion: .specs)
    var paths: [String] = ["."]

    @Option(help: "How to print: text for people and editors, json, or github for annotations.")
    var format: LintFormat = .text

    @Flag(help: "Correct what has one correction, and print what is left.")
    var fix = false

    func run() throws {
        var targets = try SpecTarget.all(paths)
        if fix {
            for target in targets { try fixed(target) }
            targets = try SpecTarget.all(paths)
        }
        let diagnostics = targets.flatMap { $0.generated(root: nil).diagnostics }
            .sorted { ($0.path, $0.mark) < ($1.path, $1.mark) }
        let text = format.text(of: diagnostics)
        if !text.isEmpty { print(text) }
        if targets.contains(where: { !$0.files.unreadable.isEmpty }) {
            try CallExit.unreadable.end()
        }
        if diagnostics.contains(where: { $0.severity == .error }) { try CallExit.brokenSpec.end() }
    }

    /// Writes the files of a target that have corrections.
    private func fixed(_ target: SpecTarget) throws {
        guard target.files.unreadable.isEmpty else { return }
        let (modules, path) = (target.modules, target.module.map { [$0] } ?? [])
        let before = Dictionary(
            target.files.sources.map { ($0.path, $0.bytes) }, uniquingKeysWith: { $1 })
        let fixer = SpecFixer(target.files.sources) { sources in
            SpecReader.read(sources, modules: modules, path: path).diagnostics
        }
        for file in fixer.sources where before[file.path] != file.bytes {
            try ToolFailure.write(file.bytes, to: file.path)
        }
        StandardError.write(fixer.fixes.map(\.description))
    }
}
