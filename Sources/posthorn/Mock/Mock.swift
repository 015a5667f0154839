internal import ArgumentParser
internal import PosthornSpec

/// The subcommand that serves a spec.
struct Mock: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serves a spec with examples and plausible values, for development and tests.",
        discussion: """
            The server compares requests with the spec, and its complaints name the place there. A \
            request chooses a documented response by the header field 'Prefer: status=409' or \
            'Prefer: code=1002', and a fault by 'Prefer: fault=reset' or 'fault=truncate'. \
            Changed specs are read again.

            Keys and credentials come from variables such as POSTHORN_SHOPAPI_PARTNER and the file \
            of '--secrets'. Keys that are not there are made, and written to a file with mode 0600.

            The package trait MockServer adds the HTTP server. Name it where your Package.swift \
            names Posthorn; in a clone of Posthorn: swift run --traits MockServer posthorn mock FOLDER.

            Exit codes: 0 if the server was stopped, 1 if a spec has an error, 64 for wrong \
            arguments, 66 if a spec cannot be read, 69 if the address cannot be used, or the tool \
            was built without the trait, 77 if a secret cannot be read or does not fit.
            """)

    @OptionGroup var specs: SpecOptions

    @Option(help: "The port; 0 for a free one, which the first line shows.")
    var port = 8080

    @Option(help: "The address to listen on. Others than 127.0.0.1 open the server to the network.")
    var host = "127.0.0.1"

    @Flag(help: "Keep what clients make: create, then get, list, change and delete.")
    var stateful = false

    @Option(help: "The number from which all values follow.")
    var seed: UInt64 = 1

    @Option(help: "The time before each response: 50ms, or a range 20ms...200ms.")
    var latency: MockArguments.Latency?

    @Option(help: "The share of requests with a documented error: 5%.")
    var errors: MockArguments.Share?

    @Option(help: "The share of connections with each fault: reset=1%,truncate=1%.")
    var faults: MockArguments.Faults?

    @Flag(help: "Accept requests without the credentials of their endpoints.")
    var anyCredential = false

    @Option(help: "The origin that clients see, if it is another one, as behind a proxy.")
    var origin: String?

    @Option(help: "The time that a client has for the head of a request, and again for its body.")
    var timeout = TimeOption(seconds: 30)

    @Option(help: "The greatest size of a body, as in '16MB'.")
    var bodyLimit = SizeOption(bytes: 1 << 20)

    @Option(help: "The greatest number of connections.")
    var connections = 256

    @Flag(help: "Print no line for each request.")
    var quiet = false

    @Flag(help: .hidden)
    var untilInputCloses = false

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("a port is a number from 0 to 65535; found \(port); write 8080")
        }
        guard connections > 0 else {
            throw ValidationError("a limit is at least 1; found 0; write no such option")
        }
    }

    func run() async throws {
        #if MockServer
            try await serve()
        #else
            throw Self.lacksTrait(specs.spec)
        #endif
    }

    /// The failure of a tool that was built without the server.
    static func lacksTrait(_ specs: String) -> ToolFailure {
        ToolFailure(
            withoutTrait: "MockServer", for: "the mock needs an HTTP server",
            "mock \(oneLine(specs))")
    }
}
