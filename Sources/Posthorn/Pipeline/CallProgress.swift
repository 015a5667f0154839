/// How far a call has come; what its error will show.
struct CallProgress: Sendable {
    private(set) var stage = APIError.Stage.building
    private(set) var request: BuiltRequest?
    private(set) var response: ReceivedResponse?

    mutating func enter(_ stage: APIError.Stage, with request: BuiltRequest) {
        self.stage = stage
        self.request = request
    }

    mutating func enter(_ stage: APIError.Stage, with response: ReceivedResponse) {
        self.stage = stage
        self.response = response
    }

    /// Begins anew, with a request that is going to be sent once more.
    mutating func restart(with request: BuiltRequest) {
        self = CallProgress()
        enter(.building, with: request)
    }

    /// The error of the call for what a stage threw.
    func error(_ error: any Error, endpoint: String) -> APIError {
        let fault = fault(error)
        // A policy checks and decodes in one go; what it refuses is not a matter of decoding.
        let isRefusal =
            fault.code == .rejected || fault.code == .unacceptableMediaType
            || stage == .decoding && fault.code == response.map { .status($0.status.code) }
        return APIError(
            fault.code, endpoint: endpoint, stage: isRefusal ? .validating : stage,
            message: fault.message, advice: fault.advice, request: request, response: response,
            envelopeError: fault.envelopeError, underlying: fault.underlying)
    }

    private func fault(_ error: any Error) -> APIError.Cause {
        let fault = APIError.Cause(error, in: stage)
        guard stage == .opening, fault.code != .cancelled, let response,
            !response.policy.accepts(response.status)
        else { return fault }
        // A proxy's plain 502 must not read "decryption failed": the status is the headline.
        return APIError.Cause.status(response).because("it could not be opened", error)
    }
}

extension ReceivedResponse {
    /// What a call fails with of which no more is known than its response.
    func refusal(of endpoint: String) -> APIError {
        var progress = CallProgress()
        progress.enter(.validating, with: self)
        return progress.error(APIError.Cause.status(self), endpoint: endpoint)
    }
}

extension APIError.Cause {
    /// The fault for a status that the policy does not accept.
    static func status(_ response: ReceivedResponse) -> APIError.Cause {
        let status = response.status
        var fault = APIError.Cause(
            .status(status.code), "the server answered \(status.text)",
            envelopeError: response.policy.envelopeError(in: response))
        if status.kind == .redirection, let location = response.headers[.location] {
            fault.message += " and names another place"
            fault.advice =
                location.isEmpty
                ? "the server needs mending: the place is empty"
                : "the redirect was not followed: call the new place, see the response's Location"
        }
        return fault
    }

    /// The same fault with a second cause.
    func because(_ reason: String, _ error: any Error) -> APIError.Cause {
        var fault = self
        let cause = APIError.Cause(error, in: .opening)
        fault.message += ", and \(reason): \(cause.message)"
        fault.advice = fault.advice ?? cause.advice
        fault.underlying = error
        return fault
    }

    /// The fault that any error of a stage stands for.
    init(_ error: any Error, in stage: APIError.Stage) {
        switch error {
        case let fault as APIError.Cause: self = fault
        case let error as TransportError:
            self.init(
                .transport(error.code), error.message, advice: error.advice, underlying: error)
        case is CancellationError:
            self.init(.cancelled, "the call was cancelled")
        case _ where (stage == .sealing || stage == .opening) && Cancellation.isBehind(error):
            // A key that is loaded by another call ends with an error of that call.
            self.init(.cancelled, "the call was cancelled", underlying: error)
        default:
            let code: APIError.Code =
                switch stage {
                case .building: .invalidParameter
                case .sealing: .sealingFailed
                case .sending: .connectionLost
                case .opening: .openingFailed
                case .validating, .decoding: .decodingFailed
                }
            self.init(code, "an error of type \(type(of: error)) was thrown", underlying: error)
        }
    }
}
