internal import ArgumentParser
internal import PosthornCore
internal import PosthornInterpreter
internal import PosthornSpec

/// The options of the commands that read one service.
struct SpecOptions: ParsableArguments {
    @Argument(help: "The folder with the service's specs, or a file.", completion: .specs)
    var spec: String

    @Option(help: "The service, if the folder has several.")
    var service: String?

    @Option(
        help: "The file of secrets; by default that of POSTHORN_SECRETS, or of the user.",
        completion: .file())
    var secrets: String?

    func document() throws(ToolFailure) -> SpecDocument {
        try LoadedSpec.document(spec, service: service)
    }

    /// Reads the service.
    func read() throws(ToolFailure) -> InterpretedSpec { InterpretedSpec(try document()) }
}

/// The options of the commands that call a service.
struct ServiceOptions: ParsableArguments {
    @OptionGroup var specs: SpecOptions

    @Option(name: .shortAndLong, help: "The environment of the spec, as in 'sandbox'.")
    var environment: String?

    @Option(
        name: .customLong("set"),
        help:
            "A variable of the environment, as in 'region=eu'; for 'verify' also a parameter, as in 'id=7'."
    )
    var settings: [Setting] = []

    @Option(help: "The base URL, in place of the spec's.")
    var server: String?

    @OptionGroup var limits: LimitOptions

    /// A name with its value.
    struct Setting: ExpressibleByArgument {
        let name: String
        let value: String

        init?(argument: String) {
            guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else {
                return nil
            }
            name = String(argument[..<equals])
            value = String(argument[argument.index(after: equals)...])
        }

        var text: String { "\(name)=\(value)" }
    }

    /// Returns a client of the service, whose secrets no terminal shows.
    ///
    /// - Parameter variables: The variables of the environment; those of the options by default.
    func client(
        of spec: InterpretedSpec, over transport: any Transport,
        observers: [any ClientObserver] = [], variables: [Setting]? = nil
    ) throws -> InterpretedService {
        let secrets = try CallSecrets(
            spec.service.name, environment: environment,
            stored: SecretFile(specs.secrets).read(), folder: specs.spec)
        let configuration = ClientConfiguration(
            baseURL: try baseURL(of: spec, variables ?? settings), transport: transport,
            observers: observers)
        return InterpretedService(
            spec, configuration, secrets: Terminal.secrets.observing(secrets.source),
            commonValue: secrets.commonValue
        ).with(limits.apply)
    }

    private func baseURL(of spec: InterpretedSpec, _ variables: [Setting]) throws -> BaseURL {
        if let server {
            do { return try BaseURL(server) } catch {
                // The URL itself may have a password.
                throw ToolFailure(
                    .usage,
                    "posthorn: '--server': \(oneLine(error.message)); \(error.advice ?? "write a URL")"
                )
            }
        }
        let url = try spec.baseURL(
            environment: environment, variables: variables.map { ($0.name, $0.value) })
        if let url { return url }
        throw ToolFailure(
            .usage,
            "\(spec.service.name): a call has a server; found none in the spec; write '--server https://…'"
        )
    }
}
