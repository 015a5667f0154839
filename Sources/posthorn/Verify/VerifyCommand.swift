internal import FoundationEssentials
internal import Posthorn
internal import PosthornInterpreter
internal import PosthornSpec
internal import PosthornTesting
internal import PosthornVerify

/// One run of `posthorn verify`.
struct VerifyCommand {
    private let options: Verify
    private let terminal = Terminal()
    private let spec: InterpretedSpec

    init(_ options: Verify) throws(ToolFailure) {
        self.options = options
        spec = try options.service.specs.read()
    }

    func run() async throws -> CallExit {
        let session: any Transport = try CurlSession()
        let recorder = options.record.map { _ in RecordingTransport(session) }
        let settings = try settings()
        let service = try options.service.client(
            of: spec, over: recorder ?? session, variables: settings.variables)
        let line = ProgressLine(terminal)
        let total = spec.endpoints.count * options.requests
        let begun = try VerifyRun(service, runOptions(settings)) { count in
            line.show(calls: count, of: max(total, count))
        }
        let report: VerifyReport
        do {
            defer { line.end() }
            report = try await Interruption.value(
                of: Task {
                    var run = begun
                    return try await run.run()
                })
        } catch VerifyRun.Abort.unreachable(let reason) {
            throw ToolFailure(.network, "posthorn: \(oneLine(reason))")
        } catch VerifyRun.Abort.cancelled {
            return .interrupted
        }
        let output = VerifyOutput(spec: spec, terminal: terminal)
        options.json ? output.printJSON(report) : output.print(report)
        if let record = options.record, let recorder { try recorder.write(to: record) }
        let isFailing = report.findings.contains { finding in
            options.failOn == .any || options.failOn == .breaking && !finding.isHarmless
        }
        if isFailing { return .brokenSpec }
        if report.successes > 0 { return .success }
        terminal.complain("posthorn: no request succeeded, so that nothing was tested")
        return report.lacksSecrets ? .secret : .usage
    }

    // MARK: Options

    private func runOptions(_ settings: Settings) -> VerifyRun.Options {
        var result = VerifyRun.Options()
        result.seed = options.seed
        result.writes = options.write
        result.sendsWrong = options.wrong
        result.only = options.only
        result.limit = options.requests
        result.given = settings.parameters
        let (service, specs, limits) = (
            options.service, options.service.specs, options.service.limits
        )
        result.folder = specs.spec
        if let timeout = limits.timeout { result.timeout = timeout.duration }
        for case (let option, let value?) in [
            ("--server", service.server), ("-e", service.environment),
            ("--service", specs.service), ("--secrets", specs.secrets),
            ("--timeout", limits.timeout?.text), ("--idle-timeout", limits.idleTimeout?.text),
            ("--body-limit", limits.bodyLimit.text),
        ] {
            result.server += [option, value]
        }
        result.server += settings.variables.flatMap { ["--set", $0.text] }
        return result
    }

    private typealias Settings = (
        variables: [ServiceOptions.Setting], parameters: [String: String]
    )

    /// Returns the settings of the environment, and those of parameters.
    private func settings() throws(ToolFailure) -> Settings {
        let all = spec.service.servers.flatMap { $0.variables.map(\.wireName) }
        let variables = options.service.server == nil ? Set(all) : []
        var parameters: Set<String> = []
        for endpoint in spec.endpoints {
            for name in (endpoint.parameters + spec.service.common).map(\.field.wireName) {
                parameters.formUnion([name, "\(endpoint.fullName).\(name)"])
            }
        }
        var result: Settings = ([], [:])
        for setting in options.service.settings {
            if variables.contains(setting.name) {
                result.variables.append(setting)
            } else if parameters.contains(setting.name) {
                result.parameters[setting.name] = setting.value
            } else {
                let known = variables.union(parameters).sorted()
                throw ToolFailure(
                    .usage,
                    "posthorn: '--set' names a variable or a parameter; found \(quoted(setting.name)); write "
                        + Suggestion.write(
                            for: setting.name, among: known,
                            else: quotedList(Array(known.prefix(20)))))
            }
        }
        return result
    }
}
