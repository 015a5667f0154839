internal import ArgumentParser
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
        let targets: [SpecTarget]
        do throws(SpecTarget.Failure) {
            targets = try SpecTarget.all(paths)
        } catch {
            throw error.reported()
        }
        let diagnostics = targets.flatMap { $0.generated(root: nil).diagnostics }
            .sorted { ($0.path, $0.mark) < ($1.path, $1.mark) }
        let text = format.text(of: diagnostics)
        if !text.isEmpty { print(text) }
        if targets.contains(where: { !$0.files.unreadable.isEmpty }) { throw ExitCode.unreadable }
        if diagnostics.contains(where: { $0.severity == .error }) { throw ExitCode.brokenSpec }
    }
}
