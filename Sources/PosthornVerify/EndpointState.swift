internal import PosthornCore
internal import PosthornDrift
internal import PosthornInterpreter
internal import PosthornSamples
internal import PosthornSpec

/// What a run knows about an endpoint.
struct EndpointState {
    let endpoint: EndpointSpec
    var found: [Finding.Key: (finding: Finding, request: RequestCase)] = [:]
    /// The findings in the order in which they were found.
    var order: [Finding.Key] = []
    var census = MemberCensus()
    /// Why no valid request can be made; `nil` if one can.
    var problem: String?
    /// Whether the reason is a credential or a key.
    var lacksSecret = false
    /// Whether an operation was polled; one of them is enough.
    var hasFollowed = false
    /// Why no operation came to its end; `nil` if one did.
    var unended: String?
    private(set) var hasResponse = false
    /// The number of usual requests that succeeded.
    private(set) var successes = 0
    /// The status of the last usual request that did not succeed.
    private var refusal: Int?

    init(_ endpoint: EndpointSpec) { self.endpoint = endpoint }

    /// Whether further requests can tell more: the first one is possible and authorized, and one of three has a response.
    func isUseful(after count: Int) -> Bool {
        count == 1 ? problem == nil && !isUnauthorized : hasResponse || count < 3
    }

    /// Whether the server refuses the credential.
    var isUnauthorized: Bool { successes == 0 && (refusal == 401 || refusal == 403) }

    mutating func count(_ outcome: Probe.Outcome, _ request: RequestCase) {
        switch outcome {
        case .failed, .unsendable, .cancelled: return
        case .operation(_, _, _, let unended):
            (hasResponse, hasFollowed, self.unended) = (true, true, unended)
            successes += 1
        case .response(let response, _, let isRejected, _):
            hasResponse = true
            guard request.purpose == .valid else { return }
            if response.status.kind == .successful, !isRejected {
                successes += 1
            } else {
                refusal = response.status.code
            }
        }
    }

    /// Returns why the endpoint was not checked as a whole; `nil` if it was.
    func reason(hasPath: Bool) -> String? {
        if let problem { return problem }
        guard successes == 0, let refusal else { return nil }
        switch refusal {
        case 401, 403: return "the server refuses the credential with \(refusal)"
        case 404 where hasPath:
            return "no resource is known; write '--set' with a parameter of its path"
        case 300..<400: return nil
        default:
            return "no usual request succeeds, the last one gets \(refusal); "
                + "write '--set NAME=…', or an 'example' in the spec"
        }
    }

    /// Returns what an outcome shows.
    func findings(
        of outcome: Probe.Outcome, _ request: RequestCase, _ hidden: Set<String>
    ) -> [Finding] {
        switch outcome {
        case .cancelled, .unsendable: return []
        case .failed(let error):
            let isUnopened = error.stage == .opening || error.stage == .validating
            let limit = error.optionAdvice == error.advice ? nil : error.optionAdvice
            return [
                finding(
                    isUnopened ? .unread : .noResponse, 0, "response",
                    (isUnopened ? "the response can't be opened: " : "there is no response: ")
                        + error.message + (limit.map { "; \($0)" } ?? ""))
            ]
        case .operation(let response, let drifts, let unread, _):
            return drifts.map { finding($0, hidden) } + self.unread(unread, response, drifts)
        case .response(let response, let drifts, let isRejected, let unread):
            let status = response.status.code
            var found: [Finding] = []
            switch request.purpose {
            case .wrong: found = wrong(status, isRejected, request)
            case .boundary, .valid:
                if successes > 0, [400, 422].contains(status) { found = refused(status, request) }
            }
            // A server may echo what was wrong.
            if found.contains(where: { $0.kind == .acceptsWrong }) { return found }
            let isFailure = found.contains { $0.kind == .failsOnWrong }
            for drift in drifts where !isFailure || drift.kind != .undocumentedStatus {
                found.append(self.finding(drift, hidden))
            }
            return found + self.unread(unread, response, drifts)
        }
    }

    private func unread(
        _ reason: String?, _ response: TransportResponse, _ drifts: [Drift]
    ) -> [Finding] {
        guard let reason, !drifts.contains(where: { !$0.isHarmless }) else { return [] }
        return [
            finding(
                .unread, response.status.code, "response", "a client can't read it: \(reason)")
        ]
    }

    private func wrong(_ status: Int, _ isRejected: Bool, _ request: RequestCase) -> [Finding] {
        let what =
            request.difference == RequestCase.missing
            ? "a request without `\(request.place)`"
            : "`\(request.place)` with \(request.difference)"
        if status >= 500 {
            return [
                finding(
                    .failsOnWrong, 0, request.place,
                    "\(what) gets \(status), and should get a documented 4xx")
            ]
        }
        guard (200..<300).contains(status), !isRejected else { return [] }
        return [
            finding(
                .acceptsWrong, 0, request.place,
                "\(what) gets \(status), and should get a documented 4xx", isHarmless: true)
        ]
    }

    private func refused(_ status: Int, _ request: RequestCase) -> [Finding] {
        let what =
            request.place.isEmpty
            ? "a request with usual values" : "`\(request.place)` with \(request.difference)"
        return [
            finding(
                .refusesValid, 0, request.place,
                "\(what) gets \(status), and is permitted by the spec")
        ]
    }

    private func finding(_ drift: Drift, _ hidden: Set<String>) -> Finding {
        var drift = drift
        let name = drift.place.split(separator: ".").last.map(String.init) ?? ""
        if drift.kind == .unknownValue, !hidden.contains(name.replacing("[]", with: "")),
            let text = drift.value?.scalarText
        {
            drift.found = quoted(String(text.prefix(60)))
        }
        return finding(
            .drift(drift.kind), drift.status, drift.place, drift.description,
            isHarmless: drift.isHarmless)
    }

    private func finding(
        _ kind: Finding.Kind, _ status: Int, _ place: String, _ message: String,
        isHarmless: Bool = false
    ) -> Finding {
        Finding(
            kind: kind, endpoint: endpoint.fullName, status: status, place: place,
            message: message, isHarmless: isHarmless)
    }
}
