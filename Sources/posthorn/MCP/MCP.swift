internal import ArgumentParser
internal import Glibc
internal import Posthorn
internal import PosthornInterpreter
internal import PosthornSpec

/// The subcommand that offers endpoints as tools of the Model Context Protocol.
struct MCP: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Offers the endpoints of a service as tools of the Model Context Protocol.",
        discussion: """
            The server reads requests from standard input and writes responses to standard output, \
            in the versions 2025-06-18 and 2025-03-26 of the protocol. Credentials and keys come \
            from where 'posthorn call' finds them; arguments and results never contain them.

            Exit codes: 0 at the end of standard input, 1 if a spec has an error, 64 for wrong \
            arguments, 66 if a spec cannot be read, 77 for a file of secrets that others can read.
            """)

    @Argument(
        help: "The folder with the service's specs, or a file.",
        completion: .specs)
    var spec: String

    @Option(
        parsing: .upToNextOption,
        help: "The only endpoints to offer, as in 'listOrders' or 'orders.list'.")
    var allow: [String] = []

    @Flag(help: "Also offer endpoints with other methods than GET, HEAD and QUERY.")
    var write = false

    @Option(help: "The service, if the folder has several.")
    var service: String?

    @Option(name: .shortAndLong, help: "The environment of the spec, as in 'sandbox'.")
    var environment: String?

    @Option(name: .customLong("set"), help: "A variable of the environment, as in 'region=eu'.")
    var variables: [String] = []

    @Option(help: "The base URL, in place of the spec's.")
    var server: String?

    @Option(
        help: "The file of secrets; by default that of POSTHORN_SECRETS, or of the user.",
        completion: .file())
    var secrets: String?

    func run() async throws {
        let terminal = Terminal()
        try await CallExit.end(terminal) {
            try await serve(terminal)
            return .success
        }
    }

    private func serve(_ terminal: Terminal) async throws {
        let spec = try LoadedSpec.read(self.spec, service: service)
        let secrets = try CallSecrets(
            spec.service.name, environment: environment, SecretFile(self.secrets))
        let tools = try MCPTools(
            spec, allowed: allow, writes: write, isGiven: { secrets.commonValue($0) != nil })
        let scrubber = SecretScrubber()
        let session = try CurlSession()
        let client = InterpretedService(
            spec, ClientConfiguration(baseURL: try baseURL(of: spec), transport: session),
            secrets: scrubber.observing(secrets.source), commonValue: secrets.commonValue)
        signal(SIGPIPE, SIG_IGN)
        terminal.complain("\(spec.service.name): \(tools.summary)")
        let caller = MCPCaller(client: client, tools: tools, scrubber: scrubber)
        await MCPServer(caller: caller, terminal: terminal).serve(InputLines.standard())
        await session.shutdown(.cancel)
    }

    private func baseURL(of spec: InterpretedSpec) throws -> BaseURL? {
        let variables = try variables.map { text in
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
                throw ToolFailure(
                    .usage,
                    "posthorn: a variable has a name and a value; found \(quoted(text)); write '--set region=eu'"
                )
            }
            return (
                name: String(text[..<equals]), value: String(text[text.index(after: equals)...])
            )
        }
        return try spec.baseURL(
            server: server, environment: environment, variables: variables)
    }
}
