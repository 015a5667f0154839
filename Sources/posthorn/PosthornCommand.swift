internal import ArgumentParser

/// The command line tool.
@main
struct PosthornCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "posthorn", abstract: "Checks endpoint specs, and generates Swift from them.",
        discussion: """
            Exit codes: 0 if there is no error, 1 if a spec has errors, 64 for wrong arguments, \
            66 if a spec cannot be read, 73 if the Swift cannot be written.
            """,
        subcommands: [Lint.self, Generate.self])
}
