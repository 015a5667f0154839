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

    @OptionGroup var service: ServiceOptions

    @Option(
        parsing: .upToNextOption,
        help: "The only endpoints to offer, as in 'listOrders' or 'orders.list'.")
    var allow: [String] = []

    @Flag(help: "Also offer endpoints with other methods than GET, HEAD and QUERY.")
    var write = false

    func run() async throws {
        let terminal = Terminal()
        let spec = try service.specs.read()
        let session = try CurlSession()
        var client = try service.client(of: spec, over: session)
        client.configuration.defaults.timeouts.total = MCPCaller.timeLimit
        let commonValue = client.commonValue
        let tools = try MCPTools(
            spec, allowed: allow, writes: write, isGiven: { commonValue($0) != nil })
        signal(SIGPIPE, SIG_IGN)
        terminal.complain("\(spec.service.name): \(tools.summary)")
        let caller = MCPCaller(
            client: client, tools: tools, scrubber: Terminal.secrets,
            operationLimit: service.limits.timeout?.duration ?? MCPCaller.timeLimit)
        await MCPServer(caller: caller, terminal: terminal).serve(InputLines.standard())
        await session.shutdown(.cancel)
    }
}
