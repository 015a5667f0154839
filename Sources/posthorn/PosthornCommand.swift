internal import ArgumentParser
internal import PosthornInterpreter
internal import PosthornSpec

/// The command line tool.
@main
struct PosthornCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "posthorn",
        abstract:
            "Calls, serves, verifies, checks, formats and compares endpoint specs, generates Swift from them, imports and exports OpenAPI, and drafts specs from traffic.",
        discussion: """
            Exit codes: 0 if there is no error, 1 if a spec has errors, 64 for wrong arguments, \
            66 if a spec cannot be read, 73 if the Swift cannot be written. 'diff' has its own.
            """,
        version: version,
        subcommands: [
            New.self, Lint.self, Format.self, Generate.self, Import.self, Export.self, Infer.self,
            Diff.self, Explain.self, Migrate.self, Call.self, Login.self, Mock.self, Verify.self,
            MCP.self, OutboxCommand.self, UpdateKeys.self,
        ])

    /// The version of the newest release, or of the next one with `-dev`.
    static let version = "0.1.0-dev"

    static func main() async {
        let known = configuration.subcommands.map { $0._commandName }
        let shown = configuration.subcommands.filter { $0.configuration.shouldDisplay }
            .map { $0._commandName }
        // The parser would call a misspelled command an unexpected argument.
        if let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-"),
            word != "help", !known.contains(word)
        {
            let write = Suggestion.write(
                for: word, among: shown, else: shown.joined(separator: " or "))
            exit(
                withError: ValidationError("there is no command '\(word)'; write \(write)"))
        }
        do {
            var command = try await asyncParseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            let errors = (error as? InterpretationError).map { InterpretationErrors(all: [$0]) }
            guard
                let failure = (errors ?? error as? InterpretationErrors).map(ToolFailure.init)
                    ?? error as? ToolFailure
            else { exit(withError: error) }
            for line in failure.lines { Terminal().complain(line) }
            exit(withError: failure.exit.code)
        }
    }
}
