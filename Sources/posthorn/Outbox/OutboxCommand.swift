internal import ArgumentParser
internal import FoundationEssentials
internal import PosthornSpec

/// The subcommand that shows and changes the calls of an outbox.
struct OutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "Lists, retries and drops calls of an outbox.",
        discussion: """
            The store is a file of SQLite, or a server as redis://HOST:PORT/NAMESPACE. Its key is the \
            variable POSTHORN_OUTBOX, or 'outbox' in the file of secrets, as 'ID:BASE64'. The \
            password of a server is POSTHORN_REDIS, or 'redis' in the file of secrets. Parameters and \
            bodies of calls are never shown.

            The package traits SQLite and Redis add the stores. Name them where your Package.swift \
            names Posthorn; in a clone of Posthorn: swift run --traits SQLite,Redis posthorn outbox.

            Exit codes: 0 if it is done, 1 if there is no such call, 64 for wrong arguments, 66 if \
            the store cannot be opened, 69 if the tool was built without the trait, 77 if the key or \
            the password is missing or another one.
            """,
        subcommands: [List.self, Retry.self, Drop.self], defaultSubcommand: List.self)

    /// The options of all subcommands.
    struct Options: ParsableArguments {
        @Argument(
            help: "The file of the store, or redis://HOST:PORT/NAMESPACE.", completion: .file())
        var store: String

        @Option(help: "The file of secrets; by default that of POSTHORN_SECRETS, or of the user.")
        var secrets: String?
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the calls that wait and the dead letters.")

        @OptionGroup var options: Options

        @Option(help: "Only the calls of this service, such as ShopAPI.")
        var service: String?

        @Option(help: "Only the calls in this state: waiting, dead or delivered.")
        var state: String?

        @Option(help: "The greatest number of calls in each state.")
        var limit = 100

        @Flag(help: "Print an object in one line for each call.")
        var json = false

        func validate() throws {
            if let state, !["waiting", "dead", "delivered"].contains(state) {
                throw ValidationError(
                    "a call is in one of three states; found \(quoted(state)); write "
                        + Suggestion.write(
                            for: state, among: ["waiting", "dead", "delivered"],
                            else: "waiting, dead or delivered"))
            }
            guard limit > 0 else {
                throw ValidationError("a limit is at least 1; found \(limit); write 100")
            }
        }

        func run() async throws {
            try await OutboxTool(options).list(
                of: service, in: state.map { [$0] } ?? ["waiting", "dead"], limit, asJSON: json)
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lets dead letters wait for another attempt.")

        @OptionGroup var options: Options

        @Argument(help: "The ids of dead letters.")
        var ids: [String] = []

        @Flag(help: "All dead letters.")
        var all = false

        func validate() throws { try OutboxCommand.check(ids, all, "all dead letters") }

        func run() async throws {
            try await OutboxTool(options).retry(all ? nil : ids).end()
        }
    }

    struct Drop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Removes calls, so that they are never delivered.")

        @OptionGroup var options: Options

        @Argument(help: "The ids of calls that wait, or of dead letters.")
        var ids: [String] = []

        @Flag(help: "All dead letters.")
        var allDead = false

        func validate() throws { try OutboxCommand.check(ids, allDead, "all dead letters") }

        func run() async throws {
            try await OutboxTool(options).drop(allDead ? nil : ids).end()
        }
    }

    fileprivate static func check(_ ids: [String], _ all: Bool, _ what: String) throws {
        guard ids.isEmpty == all else {
            throw ValidationError(
                "the command takes ids or \(what); found \(all ? "both" : "neither"); write one of the two"
            )
        }
    }
}
