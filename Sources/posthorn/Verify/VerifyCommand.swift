internal import FoundationEssentials
internal import Posthorn
internal import PosthornInterpreter
internal import PosthornSpec
internal import PosthornTesting
internal import PosthornVerify

/// One run of `posthorn verify`.
struct VerifyCommand {
    private let options: Verify
    private let terminal: Terminal
    private let spec: InterpretedSpec

    init(_ options: Verify, _ terminal: Terminal) throws(ToolFailure) {
        (self.options, self.terminal) = (options, terminal)
        spec = try LoadedSpec.read(options.spec, service: options.service)
    }

    func run() async throws -> CallExit {
        let secrets = try CallSecrets(
            spec.service.name, environment: options.environment, SecretFile(options.secrets))
        let session: any Transport = try CurlSession()
        let recorder = options.record.map { _ in RecordingTransport(session) }
        let settings = try settings()
        let configuration = ClientConfiguration(
            baseURL: try spec.baseURL(
                server: options.server, environment: options.environment,
                variables: settings.variables), transport: recorder ?? session)
        let service = InterpretedService(
            spec, configuration, secrets: secrets.source, commonValue: secrets.commonValue)
        let line = ProgressLine(terminal)
        let total = spec.endpoints.count * options.requests
        let begun = try VerifyRun(service, runOptions(settings.parameters)) { count in
            line.show(calls: count, of: max(total, count))
        }
        let task = Task {
            var run = begun
            return try await run.run()
        }
        let interruption = Interruption { task.cancel() }
        defer { interruption.end() }
        let report: VerifyReport
        do {
            defer { line.end() }
            report = try await task.value
        } catch VerifyRun.Abort.unreachable(let reason) {
            throw ToolFailure(.network, "posthorn: \(oneLine(reason))")
        } catch VerifyRun.Abort.cancelled {
            return .interrupted
        }
        let output = VerifyOutput(spec: spec, terminal: terminal)
        options.json ? output.printJSON(report) : output.print(report)
        if let record = options.record, let recorder { try write(recorder, to: record) }
        if !report.findings.isEmpty { return .brokenSpec }
        if report.successes > 0 { return .success }
        terminal.complain("posthorn: no request succeeded, so that nothing was tested")
        return report.lacksSecrets ? .secret : .usage
    }

    // MARK: Options

    private func runOptions(_ given: [String: String]) -> VerifyRun.Options {
        var result = VerifyRun.Options()
        result.seed = options.seed
        result.writes = options.write
        result.sendsWrong = options.wrong
        result.only = options.only
        result.limit = options.requests
        result.given = given
        result.folder = options.spec
        result.server = options.server.map { ["--server", $0] } ?? []
        if let environment = options.environment { result.server += ["-e", environment] }
        if let service = options.service { result.server += ["--service", service] }
        if let secrets = options.secrets { result.server += ["--secrets", secrets] }
        let variables = Set(variableNames)
        for setting in options.settings
        where variables.contains(String(setting.prefix { $0 != "=" })) && options.server == nil {
            result.server += ["--set", setting]
        }
        return result
    }

    private var variableNames: [String] {
        spec.service.servers.flatMap { $0.variables.map(\.wireName) }
    }

    private typealias Settings = (
        variables: [(name: String, value: String)], parameters: [String: String]
    )

    /// Returns the settings of the environment, and those of parameters.
    private func settings() throws(ToolFailure) -> Settings {
        let variables = options.server == nil ? Set(variableNames) : []
        var parameters: Set<String> = []
        for endpoint in spec.endpoints {
            for name in (endpoint.parameters + spec.service.common).map(\.field.wireName) {
                parameters.formUnion([name, "\(endpoint.fullName).\(name)"])
            }
        }
        var result: Settings = ([], [:])
        for setting in options.settings {
            let name = String(setting.prefix { $0 != "=" })
            let value = String(setting.dropFirst(name.count + 1))
            if variables.contains(name) {
                result.variables.append((name, value))
            } else if parameters.contains(name) {
                result.parameters[name] = value
            } else {
                let known = (variables.union(parameters)).sorted()
                throw ToolFailure(
                    .usage,
                    "posthorn: '--set' names a variable or a parameter; found \(quoted(name)); write "
                        + Suggestion.write(
                            for: name, among: known, else: quotedList(Array(known.prefix(20)))))
            }
        }
        return result
    }

    private func write(_ recorder: RecordingTransport, to path: String) throws(ToolFailure) {
        do {
            try recorder.recording.har().write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw ToolFailure(.unwritable, "posthorn: \(oneLine(path)): the file cannot be written")
        }
    }
}
