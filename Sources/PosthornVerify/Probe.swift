internal import PosthornCore
internal import PosthornDrift
internal import PosthornInterpreter
internal import PosthornSpec

/// Sends one request of a run, and compares the response.
struct Probe: Sendable {
    /// What a request led to.
    enum Outcome: Sendable {
        /// A response, with its differences.
        case response(TransportResponse, [Drift], isRejected: Bool, unread: String?)
        /// The end of an operation, with the differences of all its responses, or why there is none.
        case operation(TransportResponse, [Drift], unread: String?, unended: String?)
        /// No response.
        case failed(APIError)
        /// The request can't be made.
        case unsendable(String, needs: InterpretationError.Kind?)
        case cancelled
    }

    /// The most elements that are read of a stream.
    private static let elements = 20

    let service: InterpretedService
    let check: ResponseCheck
    let tap: ResponseTap
    let transport: OperationTransport
    /// How long an operation is polled.
    let operationLimit: Duration

    /// Returns the call of a case; `nil` if the spec permits what should be wrong.
    func call(
        _ endpoint: EndpointSpec, _ request: RequestCase
    ) throws(InterpretationErrors) -> InterpretedCall? {
        guard request.purpose == .wrong else {
            return try service.call(
                endpoint.fullName, request.callArguments(isUnchecked: false))
        }
        do throws(InterpretationErrors) {
            _ = try service.call(endpoint.fullName, request.callArguments(isUnchecked: false))
            return nil
        } catch {
            return try service.call(endpoint.fullName, request.callArguments(isUnchecked: true))
        }
    }

    func send(_ call: InterpretedCall, counting census: inout MemberCensus) async -> Outcome {
        tap.reset()
        var elements: [JSONValue] = []
        var failure: InterpretedFailure?
        do {
            if call.delivery == .whole {
                _ = try await call.send()
            } else {
                _ = try await call.stream { element in
                    elements += element.json
                    if elements.count >= Self.elements { throw EnoughElements() }
                    if case .bytes = element { throw EnoughElements() }
                }
            }
        } catch { failure = InterpretedFailure(error) }
        return outcome(of: call, failure, elements, &census)
    }

    private func outcome(
        of call: InterpretedCall, _ failure: InterpretedFailure?, _ elements: [JSONValue],
        _ census: inout MemberCensus
    ) -> Outcome {
        let error = failure?.apiError
        if error?.code == .cancelled || Task.isCancelled { return .cancelled }
        var isRejected = error?.code == .rejected
        if case .documented? = failure { isRejected = true }
        guard let response = tap.response else {
            guard let error else { return .cancelled }
            return error.stage == .building
                ? .unsendable(error.message, needs: nil) : .failed(error)
        }
        var found = check.drifts(of: response, from: call.endpoint, counting: &census)
        if let type = call.endpoint.output.types.first {
            for element in elements {
                found += check.drifts(ofElement: element, type, counting: &census)
            }
        }
        let isRead =
            error == nil || isRejected || error?.code == .timedOut && call.delivery == .stream
        let unread = isRead || error?.response?.status.kind != .successful ? nil : error?.message
        return .response(response, found, isRejected: isRejected, unread: unread)
    }

    /// Sends a call that starts an operation, polls it to its end, and compares all responses.
    func follow(_ call: InterpretedCall, counting census: inout MemberCensus) async -> Outcome {
        tap.reset()
        transport.follow(true)
        defer { transport.follow(false) }
        let states = Locked<[TransportResponse]>([])
        let hasFailed = Locked(false)
        var failure: InterpretedFailure?
        var result: TransportResponse?
        do throws(InterpretedFailure) {
            result = try await call.runOperation(limit: operationLimit) { state, isFailure in
                states.withLock { $0.append(state.raw) }
                hasFailed.withLock { $0 = isFailure }
            }.raw
        } catch { failure = error }
        let responses = states.withLock { $0 }
        let error = failure?.apiError
        var started = error?.code == .rejected ? nil : tap.response
        if case .documented? = failure { started = nil }
        if started?.status.kind != .successful { started = nil }
        // The failure of the first request is that of a plain call.
        guard let last = result ?? responses.last ?? started else {
            return outcome(of: call, failure, [], &census)
        }
        if error?.code == .cancelled || Task.isCancelled { return .cancelled }
        // States have the type of the endpoint, and a result with a place of its own has another one.
        var endpoint = call.endpoint
        endpoint.poll = nil
        var found: [Drift] = []
        for state in responses {
            found += check.drifts(of: state, from: endpoint, counting: &census)
        }
        if case .place(_, let type, _)? = call.endpoint.poll?.value {
            endpoint.output = .value(ReturnedValue(type: type))
            if let result { found += check.drifts(of: result, from: endpoint, counting: &census) }
        }
        let isRefused = error?.response.map { $0.status.kind != .successful } ?? false
        if isRefused, let response = error?.response {
            found += check.drifts(of: response, from: endpoint, counting: &census)
        }
        let hasNoEnd =
            isRefused || hasFailed.withLock { $0 } || error?.code == .timedOut
            || error?.stage == .sending && error?.code != .operationFailed
        return .operation(
            last, found, unread: hasNoEnd ? nil : error?.message,
            unended: hasNoEnd ? error?.message : nil)
    }
}

/// An end of a stream that has shown enough.
private struct EnoughElements: Error {}

extension InterpretedCall.Element {
    /// The value of the element; none for bytes.
    fileprivate var json: [JSONValue] {
        switch self {
        case .event(_, _, let value, _), .line(let value, _): [value.json]
        case .bytes: []
        }
    }
}

/// Remembers the opened response of a call.
final class ResponseTap: ClientObserver {
    private let state = Locked<TransportResponse?>(nil)

    var response: TransportResponse? { state.withLock { $0 } }

    func reset() { state.withLock { $0 = nil } }

    func observe(_ event: CallEvent) {
        guard case .responseReceived(var response) = event.kind else { return }
        if event.delivery != .whole { response.isHead = true }
        state.withLock { [response] in $0 = response }
    }
}
