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
        /// No response.
        case failed(APIError)
        /// The request can't be made.
        case unsendable(String, needs: InterpretationError.Kind?)
        case cancelled
    }

    let service: InterpretedService
    let check: ResponseCheck
    let tap: ResponseTap

    /// The most elements that are read of a stream.
    private static let elements = 20

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
        var error: APIError?
        var isRejected = false
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
        } catch let failure as InterpretedFailure {
            if case .documented = failure { isRejected = true }
            error = failure.apiError
        } catch let failure as APIError {
            error = failure
        } catch {}
        if error?.code == .cancelled || Task.isCancelled { return .cancelled }
        if error?.code == .rejected { isRejected = true }
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
