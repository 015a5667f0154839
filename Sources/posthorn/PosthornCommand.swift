internal import ArgumentParser
internal import PosthornSpec

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

    @Argument(help: .hidden)
    var words: [String] = []

    func validate() throws {
        guard let word = words.first else { return }
        let known = Self.configuration.subcommands.map { $0._commandName }
        let write = Suggestion.write(for: word, among: known, else: known.joined(separator: " or "))
        throw ValidationError("there is no command '\(word)'; write \(write)")
    }

    func run() throws { throw CleanExit.helpRequest() }
}
