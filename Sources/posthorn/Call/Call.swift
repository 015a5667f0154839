internal import ArgumentParser

/// The subcommand that calls an endpoint of a spec.
struct Call: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Calls an endpoint of a service, as its spec describes it.",
        discussion: """
            Arguments are 'name=value', 'items[0].sku=A1' for members and elements, 'name=@file' \
            for a file, '@file' or '-' (standard input) for a JSON body. Without an endpoint, the \
            endpoints are listed.

            Credentials and keys come from the environment, as in POSTHORN_SHOPAPI_USER, or from \
            'posthorn login'; never from arguments.

            Exit codes: 0 if the call succeeded, 1 if a spec has an error, 3 to 5 for a status of \
            that class, 6 if the envelope refuses the call, 7 if the server cannot be reached, 8 \
            for a file, 9 if the response is not as the spec says or too large, 10 if a message \
            cannot be sealed or opened, 28 for a timeout, 64 for wrong arguments, 66 if a spec cannot be read, 69 \
            if the call needs Swift, 73 if a file cannot be written, 77 for a missing secret, 130 \
            after Ctrl-C.
            """)

    @OptionGroup var service: ServiceOptions

    @Argument(help: "The endpoint, as in 'listOrders' or 'orders.list'.")
    var endpoint: String?

    @Argument(help: "The arguments of the call.")
    var arguments: [String] = []

    @Option(
        help:
            "Keep a member of the response as a secret, and don't show it, as in 'user=access_token'."
    )
    var keep: String?

    @Option(
        name: .customLong("header"),
        help: "A header field that the spec does not have, as in 'Prefer: status=409'.")
    var headers: [String] = []

    @Option(name: .shortAndLong, help: "The file for the response; '-' for standard output.")
    var output: String?

    @Flag(name: .shortAndLong, help: "Show the exchange, and all deviations from the spec.")
    var verbose = false

    @Flag(help: "Print JSON for machines.")
    var json = false

    @Flag(help: "Print the request as a curl command, and send nothing.")
    var curl = false

    @Option(help: "The file to record the exchange in, without secrets.")
    var har: String?

    @Flag(help: "Show how long the steps of the transfer took.")
    var timing = false

    @Flag(help: "Fetch all pages of a list.")
    var allPages = false

    @Option(name: .customLong("repeat"), help: "The number of calls.")
    var repetitions = 1

    @Option(help: "The number of calls at the same time.")
    var concurrency = 1

    @Flag(help: "Call again and again, and print the response when it changes.")
    var watch = false

    @Option(help: "The seconds between the calls of '--watch'.")
    var every = 2.0

    @Flag(help: "Send the arguments without a check against the spec.")
    var unchecked = false

    func validate() throws {
        guard (1...10_000_000).contains(repetitions), (1...10_000).contains(concurrency) else {
            throw ValidationError("'--repeat' and '--concurrency' are numbers from 1")
        }
        guard every >= 0.1, every <= 86_400 else {
            throw ValidationError("'--every' is a number of seconds from 0.1")
        }
        let kinds = [allPages, repetitions > 1, watch, curl].count { $0 }
        guard kinds < 2 else {
            throw ValidationError(
                "'--all-pages', '--repeat', '--watch' and '--curl' are used one at a time")
        }
    }

    func run() async throws {
        try await CallRun(self).run().end()
    }
}
