internal import PosthornCore
internal import PosthornDrift
package import PosthornInterpreter
internal import PosthornSamples
internal import PosthornSpec

/// A test of a server against the spec of its service.
package struct VerifyRun {
    /// What a run does.
    package struct Options: Sendable {
        /// The seed of the generated values.
        package var seed: UInt64 = 1
        /// Whether endpoints are called that change data.
        package var writes = false
        /// Whether requests are sent that the spec excludes.
        package var sendsWrong = true
        /// The names of the endpoints; empty for all.
        package var only: [String] = []
        /// The most requests of an endpoint, without those that make a finding smaller.
        package var limit = 100
        /// The time of a request; an operation is polled for three times as long.
        package var timeout = Duration.seconds(10)
        /// The values of parameters, by their name or by `endpoint.name`.
        package var given: [String: String] = [:]
        /// The folder of the spec, and the options that choose the server, for `posthorn call`.
        package var folder = ""
        package var server: [String] = []

        package init() {}
    }

    /// The reason why a run ended early.
    package enum Abort: Error {
        /// The server can't be reached.
        case unreachable(String)
        case cancelled
    }

    private let spec: InterpretedSpec
    private let options: Options
    private let probe: Probe
    private let planned: [EndpointSpec]
    private let progress: (_ requests: Int) -> Void
    private var identifiers: Identifiers
    private var report = VerifyReport()
    private var uses = 0
    /// The paths of which no response has named what they mean.
    private var unknown: Set<String> = []

    /// Objects without a member before it counts as never seen.
    private static let objects = 5
    /// The errors of a server that was reached.
    private static let reached: Set<APIError.Code> = [
        .timedOut, .limitExceeded, .malformedResponse, .truncated, .badContentCoding,
    ]
    /// The methods that change nothing.
    static let safe: Set = [
        "GET", "HEAD", "OPTIONS", "QUERY", "PROPFIND", "REPORT", "SEARCH",
    ]

    package init(
        _ service: InterpretedService, _ options: Options,
        progress: @escaping (_ requests: Int) -> Void = { _ in }
    ) throws(InterpretationError) {
        spec = service.spec
        (self.options, self.progress) = (options, progress)
        let tap = ResponseTap()
        var service = service
        service.configuration.observers.append(tap)
        // The lowest layer, so that endpoints that process redirects themselves still do.
        service.configuration.defaults.transfer.redirects = .custom {
            $0.changesOrigin ? nil : $0.next
        }
        service = service.with { defaults in
            defaults.retry = RetryRule.never
            defaults.timeouts.total = options.timeout
        }
        let transport = OperationTransport(service.configuration.transport)
        service.configuration.transport = transport
        probe = Probe(
            service: service, check: ResponseCheck(spec.document), tap: tap, transport: transport,
            operationLimit: options.timeout * 3)
        identifiers = Identifiers(spec.endpoints)
        planned = try Self.planned(spec, options)
    }

    /// Returns the endpoints in the order in which they are tested: lists, what creates, the rest, what deletes.
    private static func planned(
        _ spec: InterpretedSpec, _ options: Options
    ) throws(InterpretationError) -> [EndpointSpec] {
        let chosen = try options.only.map { name throws(InterpretationError) in
            try spec.endpoint(named: name)
        }
        func rank(_ endpoint: EndpointSpec) -> Int {
            let isInner = endpoint.path.contains("{")
            return switch endpoint.method.rawValue {
            case "DELETE": 4
            case let method where safe.contains(method): isInner ? 2 : 0
            case _ where isInner: 3
            default: 1
            }
        }
        let all = options.only.isEmpty ? spec.endpoints : chosen
        return all.enumerated().sorted {
            (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
        }.map(\.element)
    }

    /// Runs the checks.
    package mutating func run() async throws(Abort) -> VerifyReport {
        for endpoint in planned {
            guard Self.safe.contains(endpoint.method.rawValue) || options.writes else {
                note(endpoint, "\(endpoint.method.rawValue) may change data; write '--write'")
                continue
            }
            try await run(endpoint)
        }
        return report
    }

    private mutating func note(
        _ endpoint: EndpointSpec, _ reason: String, lacksSecret: Bool = false
    ) {
        report.notes.append(
            VerifyReport.Note(
                endpoint: endpoint.fullName, reason: reason, lacksSecret: lacksSecret))
    }

    // MARK: Endpoints

    private func parameters(_ endpoint: EndpointSpec) -> [ParameterSpec] {
        let common = spec.service.common.filter { parameter in
            probe.service.commonValue(parameter.field.wireName) == nil
                && !endpoint.rules.omits(parameter)
        }
        return endpoint.parameters + common
    }

    private func planner(_ endpoint: EndpointSpec) -> CasePlanner {
        let (name, given) = (endpoint.fullName, options.given)
        return CasePlanner(
            endpoint, parameters(endpoint), probe.check.table, seed: options.seed
        ) { parameter in
            let own = parameter.field.wireName
            return given["\(name).\(own)"] ?? given[own]
        }
    }

    private mutating func run(_ endpoint: EndpointSpec) async throws(Abort) {
        var planner = planner(endpoint)
        if let url = planner.parameters.first(where: { $0.place == .url && $0.isRequired }),
            planner.given(url) == nil
        {
            return note(
                endpoint, "its URL comes from a response; write '--set \(url.field.wireName)=…'")
        }
        var state = EndpointState(endpoint)
        let valid = planner.valid(max(1, options.limit / 5))
        let edges = planner.boundaries(options.limit * 2 / 5)
        let wrong = options.sendsWrong ? planner.wrongs(options.limit * 2 / 5) : []
        for (index, request) in (valid + edges + wrong).enumerated() {
            guard try await send(request, &state), state.isUseful(after: index + 1) else { break }
        }
        try await finish(&state)
    }

    /// Sends a case, and keeps what is new; returns `false` if no other case can be sent.
    private mutating func send(
        _ request: RequestCase, _ state: inout EndpointState
    ) async throws(Abort) -> Bool {
        let request = try await withIdentifiers(request, state.endpoint)
        if state.endpoint.method.rawValue == "DELETE", request.purpose != .wrong,
            unknown.contains(state.endpoint.path), !request.arguments.allSatisfy(\.isGiven)
        {
            state.problem =
                "this run has created nothing to delete; write '--set' with the path's parameters"
            return false
        }
        guard let (call, outcome) = try await outcome(of: request, &state) else {
            return state.problem == nil
        }
        for finding in state.findings(of: outcome, request, call.hiddenNames) {
            if state.found[finding.key] == nil {
                state.found[finding.key] = (finding, request)
                state.order.append(finding.key)
            } else {
                state.found[finding.key]?.finding.count += 1
            }
        }
        return true
    }

    private mutating func outcome(
        of request: RequestCase, _ state: inout EndpointState
    ) async throws(Abort) -> (InterpretedCall, Probe.Outcome)? {
        let call: InterpretedCall
        do throws(InterpretationErrors) {
            guard let made = try probe.call(state.endpoint, request) else { return nil }
            call = made
        } catch {
            if request.purpose == .valid {
                state.problem = error.all.map { "\($0.rule); found \($0.found); write \($0.write)" }
                    .joined(separator: "; ")
                state.lacksSecret = error.all.contains { $0.kind == .secret }
            }
            return nil
        }
        let isFollowed =
            request.purpose == .valid && state.endpoint.poll != nil && !state.hasFollowed
        let outcome =
            isFollowed
            ? await probe.follow(call, counting: &state.census)
            : await probe.send(call, counting: &state.census)
        switch outcome {
        case .cancelled: throw .cancelled
        case .unsendable(let reason, _):
            if request.purpose == .valid { state.problem = reason }
            return nil
        case .failed(let error):
            if report.requests == 0, error.stage == .sending, !Self.reached.contains(error.code) {
                throw .unreachable(error.message)
            }
        case .response(let response, _, let isRejected, _):
            if request.purpose != .wrong, response.status.kind == .successful, !isRejected {
                learn(from: response, request, state.endpoint)
            }
        case .operation(let response, _, _, _): learn(from: response, request, state.endpoint)
        }
        report.requests += 1
        progress(report.requests)
        state.count(outcome, request)
        return (call, outcome)
    }

    private mutating func finish(_ state: inout EndpointState) async throws(Abort) {
        let endpoint = state.endpoint
        if state.hasResponse { report.checked.append(endpoint.fullName) }
        if state.successes > 0 { report.successes += 1 }
        let line = CallLine(
            service: probe.service, folder: options.folder, options: options.server)
        for key in state.order {
            guard var (finding, request) = state.found[key] else { continue }
            // Smaller requests would each start an operation, and wait for its end.
            if state.endpoint.poll == nil { request = try await shrunk(request, key, &state) }
            if let call = try? probe.call(endpoint, request) {
                finding.line = await line.text(call, request)
            }
            report.findings.append(finding)
        }
        report.neverSeen += state.census.neverSeen(in: Self.objects).map { drift in
            let tally = state.census.members["\(drift.status) \(drift.place)"]
            return (
                endpoint: endpoint.fullName, place: "\(drift.place) of \(drift.status)",
                objects: tally?.objects ?? 0
            )
        }
        if let reason = state.reason(hasPath: endpoint.path.contains("{")) {
            note(endpoint, reason, lacksSecret: state.lacksSecret || state.isUnauthorized)
        }
        if let reason = state.unended {
            note(endpoint, "its operation has no result to compare: \(reason)")
        }
    }

    // MARK: Smaller requests

    private mutating func shrunk(
        _ request: RequestCase, _ key: Finding.Key, _ state: inout EndpointState
    ) async throws(Abort) -> RequestCase {
        let shrinking = Shrinking(table: probe.check.table)
        var best = request
        var budget = 40
        var isSmaller = true
        while isSmaller, budget > 0 {
            isSmaller = false
            for candidate in shrinking.reductions(of: best) where budget > 0 {
                budget -= 1
                let candidate = try await withIdentifiers(candidate, state.endpoint)
                var trial = state
                guard let (call, outcome) = try await outcome(of: candidate, &trial) else {
                    continue
                }
                let found = trial.findings(of: outcome, candidate, call.hiddenNames)
                guard found.contains(where: { $0.key == key }) else { continue }
                (best, isSmaller) = (candidate, true)
                break
            }
        }
        return best
    }

    // MARK: Identifiers

    /// Puts values that responses have named in place of the parameters of a path.
    private mutating func withIdentifiers(
        _ request: RequestCase, _ endpoint: EndpointSpec
    ) async throws(Abort) -> RequestCase {
        guard request.arguments.contains(where: { $0.parameter.place == .path && !$0.isGiven })
        else { return request }
        var values = identifiers.values(for: endpoint, uses)
        if values.isEmpty, !unknown.contains(endpoint.path) {
            try await makeIdentifier(for: endpoint)
            values = identifiers.values(for: endpoint, uses)
            if values.isEmpty { unknown.insert(endpoint.path) }
        }
        uses += 1
        var changed = request
        for (index, argument) in request.arguments.enumerated()
        where argument.parameter.place == .path && !argument.isGiven
            && argument.name != request.place
        {
            if let value = values[argument.name] { changed.arguments[index].value = value }
        }
        return changed
    }

    /// Calls the endpoints that may name what a path means.
    private mutating func makeIdentifier(for endpoint: EndpointSpec) async throws(Abort) {
        for source in identifiers.sources(of: endpoint.path) {
            let isSafe = Self.safe.contains(source.method.rawValue)
            guard isSafe || options.writes, source.fullName != endpoint.fullName else { continue }
            var planner = planner(source)
            let request = try await withIdentifiers(planner.base(), source)
            var state = EndpointState(source)
            _ = try await outcome(of: request, &state)
            guard identifiers.values(for: endpoint, uses).isEmpty else { return }
        }
    }

    private mutating func learn(
        from response: TransportResponse, _ request: RequestCase, _ endpoint: EndpointSpec
    ) {
        let path = request.arguments.filter { $0.parameter.place == .path }
        let arguments = Dictionary(
            path.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        if endpoint.method.rawValue == "DELETE" {
            return identifiers.remove(arguments, of: endpoint.path)
        }
        guard var value = try? JSONValue(document: response.body, depth: 512) else { return }
        if let payload = spec.service.envelope?.payload.split(separator: ".").map(String.init),
            case .envelope? = endpoint.response(in: spec.service)
        {
            value = value.value(at: payload) ?? value
        }
        identifiers.learn(from: value, of: endpoint, arguments)
    }
}
