internal import ArgumentParser

/// The subcommand that tests a server against a spec.
struct Verify: AsyncParsableCommand {
    /// The differences with which a run fails.
    enum Failing: String, ExpressibleByArgument, CaseIterable {
        case any, breaking, none
    }

    static let configuration = CommandConfiguration(
        abstract: "Tests a server against the spec of its service.",
        discussion: """
            Each endpoint gets generated requests: usual ones, values at the edges of the types, and \
            values that the spec excludes, which must get a documented 4xx. Each response is \
            compared with the spec. Each difference comes with the smallest request that shows it.

            Methods that may change data are called only with '--write'. The parameters of a path, \
            as in '/orders/{id}', are taken from responses, from '--set id=…', or from examples in \
            the spec. Credentials and keys are found as by 'posthorn call'.

            Exit codes: 0 without differences of '--fail-on', 1 with them or if a spec has an error, 7 if \
            the server cannot be reached, 64 for wrong arguments or if no request succeeds, 66 if a \
            spec cannot be read, 73 if the recording cannot be written, 77 if no request succeeds \
            because a secret is missing or refused, 130 after Ctrl-C.
            """)

    @OptionGroup var service: ServiceOptions

    @Option(help: "The seed of the generated values.")
    var seed: UInt64 = 1

    @Flag(help: "Also call the endpoints that may change data.")
    var write = false

    @Flag(inversion: .prefixedNo, help: "Send requests that the spec excludes.")
    var wrong = true

    @Option(parsing: .upToNextOption, help: "The endpoints to test; all by default.")
    var only: [String] = []

    @Option(help: "The most requests of an endpoint.")
    var requests = 100

    @Option(help: "The file to record the exchanges in, without secrets.")
    var record: String?

    @Option(help: "The differences with which the run fails: any, breaking (of clients) or none.")
    var failOn = Failing.any

    @Flag(help: "Print JSON for machines.")
    var json = false

    func validate() throws {
        guard (1...100_000).contains(requests) else {
            throw ValidationError("'--requests' is a number from 1 to 100000")
        }
    }

    func run() async throws {
        try await VerifyCommand(self).run().end()
    }
}
