internal import FoundationEssentials
internal import Posthorn
internal import PosthornCore
internal import PosthornInterpreter
internal import PosthornSpec
internal import PosthornTesting

/// One run of `posthorn call`.
struct CallRun {
    private let options: Call
    private let terminal = Terminal()
    private let spec: InterpretedSpec
    private let tap = ExchangeTap()

    init(_ options: Call) throws(ToolFailure) {
        self.options = options
        spec = try options.service.specs.read()
    }

    func run() async throws -> CallExit {
        guard let endpoint = options.endpoint else { return list() }
        let (call, recorder) = try prepare(endpoint)
        let output = CallOutput(
            call: call, terminal: terminal, isForMachines: options.json, showsAll: options.verbose)
        if options.curl { return try await printCurl(call, output) }
        let task = Task { () async throws -> CallExit in
            defer { if options.verbose { show(recorder, call) } }
            return try await send(call, output)
        }
        let exit = try await Interruption.value(of: task)
        if let har = options.har, let recorder { try recorder.write(to: har) }
        return exit
    }

    // MARK: Preparing

    private func prepare(
        _ endpoint: String
    ) throws -> (call: InterpretedCall, recorder: RecordingTransport?) {
        let session: any Transport = try CurlSession()
        let isRecorded = options.verbose || options.har != nil
        let recorder = isRecorded ? RecordingTransport(session) : nil
        var service = try options.service.client(
            of: spec, over: recorder ?? session, observers: options.verbose ? [tap] : [])
        let fields = try options.headers.map { text throws(ToolFailure) in
            try HeaderOption(text, of: try? spec.endpoint(named: endpoint), spec)
        }
        service = service.with { for field in fields { $0.header(field.name, field.value) } }
        var arguments = try ArgumentWords.arguments(options.arguments)
        arguments.areUnchecked = options.unchecked
        return (try service.call(endpoint, arguments), recorder)
    }

    private func list() -> CallExit {
        let width = spec.endpoints.map(\.fullName.count).max() ?? 0
        for endpoint in spec.endpoints {
            let place = endpoint.call?.text ?? "\(endpoint.method.rawValue) \(endpoint.path)"
            let doc =
                endpoint.doc?.split(separator: "\n").first.map { "  " + Terminal.shown(String($0)) }
                ?? ""
            terminal.print(
                terminal.palette.bold(endpoint.fullName.padded(width + 2)) + place
                    + terminal.palette.dim(doc))
        }
        return .success
    }

    private func printCurl(_ call: InterpretedCall, _ output: CallOutput) async throws -> CallExit {
        do throws(APIError) {
            terminal.print(try await CurlLine(call: call, service: spec.service.name).text())
            return .success
        } catch {
            return output.print(.other(error))
        }
    }

    // MARK: Sending

    private func send(_ call: InterpretedCall, _ output: CallOutput) async throws -> CallExit {
        do {
            if options.allPages { return try await sendPages(call, output) }
            if options.repetitions > 1 { return try await repeatCalls(call, output) }
            if options.watch { return try await watch(call, output) }
            if call.endpoint.poll != nil { return try await runOperation(call, output) }
            switch call.delivery {
            case .whole: return try await sendOnce(call, output)
            case .file
            where options.output != "-" && (options.output != nil || terminal.isInteractive):
                return try await download(call)
            case .stream, .file:
                var exit = CallExit.success
                _ = try await call.stream { element in
                    let found = output.print(element)
                    if found != .success { exit = found }
                }
                return exit
            }
        } catch is CancellationError {
            return .interrupted
        } catch {
            guard let failure = InterpretedFailure(error) else { throw error }
            return output.print(failure)
        }
    }

    private func sendOnce(_ call: InterpretedCall, _ output: CallOutput) async throws -> CallExit {
        let line = ProgressLine(terminal)
        let response: InterpretedResponse
        do {
            defer { line.end() }
            response = try await call.send(terminal.showsProgress ? line.show : nil)
        }
        let exit: CallExit
        if let keep = options.keep {
            exit = try self.keep(keep, of: response)
        } else if let path = options.output, path != "-" {
            try ToolFailure.write(response.raw.body, to: path)
            exit = response.isRefused ? .deviation : .success
        } else {
            exit = output.print(response)
        }
        if options.timing {
            let bar = TimingBar(response.raw.metrics)
            for row in bar.lines(terminal.errorPalette, width: terminal.width) {
                terminal.complain(row)
            }
        }
        return exit
    }

    /// Prints each state of an operation when it changes, and then its result.
    private func runOperation(
        _ call: InterpretedCall, _ output: CallOutput
    ) async throws -> CallExit {
        let last = Locked("")
        let result = try await call.runOperation(
            limit: options.service.limits.timeout?.duration
        ) { state, _ in
            guard let value = state.ordered else { return }
            let line = JSONPrinter().line(value)
            let isNew = last.withLock { last in
                defer { last = line }
                return last != line
            }
            if isNew { output.print(state: value) }
        }
        return output.print(result)
    }

    private func download(_ call: InterpretedCall) async throws -> CallExit {
        let usual = call.endpoint.path.split(separator: "/").last.map(String.init) ?? "response"
        let name = usual.contains("{") ? call.endpoint.name : usual
        let path = options.output ?? name
        if options.output == nil, FileManager.default.fileExists(atPath: path) {
            throw ToolFailure(
                .unwritable,
                "posthorn: \(path) exists, and is not replaced; write '--output \(path)' to replace it"
            )
        }
        let line = ProgressLine(terminal)
        defer { line.end() }
        let file = try await call.download(to: .file(URL(filePath: path)), line.show)
        line.end()
        terminal.complain("wrote \(oneLine(file.url.path))")
        return .success
    }

    private func sendPages(_ call: InterpretedCall, _ output: CallOutput) async throws -> CallExit {
        guard call.endpoint.pages != nil else {
            throw ToolFailure(
                .usage,
                "\(call.endpoint.fullName): '--all-pages' is for an endpoint with 'pages'; found none; write no '--all-pages'"
            )
        }
        var exit = CallExit.success
        try await call.pages { page in
            output.print(items: page.orderedItems)
            output.report(page.deviations)
            if page.isRefused { exit = .deviation }
            return true
        }
        return exit
    }

    private func watch(_ call: InterpretedCall, _ output: CallOutput) async throws -> CallExit {
        guard call.delivery == .whole else { throw wholeOnly(call, "--watch") }
        var last: String?
        while true {
            do throws(InterpretedFailure) {
                let response = try await call.send()
                let text = output.text(of: response) ?? "\(response.raw.status.code)"
                if text != last || options.json {
                    if terminal.isInteractive { terminal.print("\u{1B}[H\u{1B}[2J\u{1B}[3J") }
                    _ = output.print(response)
                }
                last = text
            } catch {
                if CallExit(error.apiError) == .interrupted { return .interrupted }
                _ = output.print(error)
                last = nil
            }
            try await Task.sleep(for: .seconds(options.every))
        }
    }

    private func wholeOnly(_ call: InterpretedCall, _ option: String) -> ToolFailure {
        ToolFailure(
            .usage,
            "\(call.endpoint.fullName): '\(option)' is for a response in memory; found a stream or a file; write no '\(option)'"
        )
    }

    private func repeatCalls(
        _ call: InterpretedCall, _ output: CallOutput
    ) async throws -> CallExit {
        guard call.delivery == .whole else { throw wholeOnly(call, "--repeat") }
        let line = ProgressLine(terminal)
        let begin = ContinuousClock.now
        var times: [Duration] = []
        var outcomes: [String] = []
        var exit = CallExit.success
        await withTaskGroup(of: (Duration, String, CallExit).self) { group in
            var started = 0
            func start() {
                started += 1
                group.addTask { await Self.measure(call) }
            }
            while started < min(options.concurrency, options.repetitions) { start() }
            for await (time, outcome, found) in group {
                times.append(time)
                outcomes.append(outcome)
                if found != .success { exit = found }
                line.show(calls: times.count, of: options.repetitions)
                if started < options.repetitions, !Task.isCancelled { start() }
            }
        }
        line.end()
        let histogram = LatencyHistogram(
            times, outcomes: outcomes, elapsed: ContinuousClock.now - begin)
        if options.json {
            terminal.print(JSONPrinter().line(histogram.json))
        } else {
            for row in histogram.lines(terminal.palette, width: terminal.width) {
                terminal.print(row)
            }
        }
        return exit
    }

    private static func measure(_ call: InterpretedCall) async -> (Duration, String, CallExit) {
        let begin = ContinuousClock.now
        do throws(InterpretedFailure) {
            let response = try await call.send()
            let exit = response.isRefused ? CallExit.deviation : .success
            return (ContinuousClock.now - begin, "\(response.raw.status.code)", exit)
        } catch {
            let error = error.apiError
            let outcome = error.response.map { "\($0.status.code)" } ?? error.code.rawValue
            return (ContinuousClock.now - begin, outcome, CallExit(error))
        }
    }

    // MARK: Keeping

    /// Keeps a member of the response as a secret.
    private func keep(_ option: String, of response: InterpretedResponse) throws -> CallExit {
        let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
        let path = parts.count == 2 ? parts[1] : ""
        let found = path.split(separator: ".").reduce(response.value) { $0?[String($1)] }
        guard let text = found?.string else {
            throw ToolFailure(
                .usage,
                "posthorn: '--keep' names a member of the response that is a text; found \(quoted(option)); write 'user=access_token'"
            )
        }
        let name = try spec.secretName(parts[0], environment: options.service.environment)
        let file = SecretFile(options.service.specs.secrets)
        try file.set(name, text)
        terminal.complain("kept \(name) in \(file.path)")
        return .success
    }

    private func show(_ recorder: RecordingTransport?, _ call: InterpretedCall) {
        guard let recorder else { return }
        ExchangePrinter(terminal: terminal, hidden: call.hiddenNames)
            .print(recorder.recording.exchanges, opened: tap)
    }
}
