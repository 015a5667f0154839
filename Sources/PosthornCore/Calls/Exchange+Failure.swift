// The errors that a call throws.
extension Exchange {
    /// Returns the failure of the call, and reports it to the observers and to the call's handle.
    mutating func end<Failure: EndpointFailure>(with error: any Error) async -> Failure {
        if case .file(let download) = delivery { download.abandon() }
        let failure: Failure
        var event: CallEvent.Kind?
        if hasNotifiedOfFailure, let known = error as? APIError {
            failure = .other(known)
        } else if let documented = error as? Failure, stage == .validating, let response {
            failure = documented
            if !hasNotifiedOfFailure { event = .documentedFailure(response) }
        } else {
            let error = finalError(error)
            failure = .other(error)
            event = .failed(error)
        }
        guard !continuesStream else { return failure }
        if let event { notifier?.notify(event) }
        await attachment?.end(failure.apiError.asTransportError)
        return failure
    }

    /// Returns the documented failure of a refused response, or the cause if none is documented.
    func refusal(of response: TransportResponse, by cause: APIError.Cause) -> any Error {
        var cause = cause
        let refused = CallResponse(response, boxedPolicies, error: error(cause))
        do {
            let failure = try reporting { try failures.decode(from: refused, refusedBy: cause) }
            if let failure { return failure }
            cause.showCode()
            cause = cause.refusingVersion(of: request)
            // An unexpected media type becomes the underlying error.
            do { try MediaType.require(policies.first, in: response) } catch {
                cause.underlying = error
            }
            return cause
        } catch let fault as APIError.Cause where fault.code == cause.code {
            return fault
        } catch {
            cause = cause.because("its body is not the documented one", error)
            if APIError.Cause(error, in: .decoding).code == .unacceptableMediaType {
                cause.advice =
                    "document the error with the policy that reads its body, as in "
                    + "`404: { type: String, response: text }` or `response: json`, as bytes if its media type is "
                    + "wrong, `404: { type: Data, response: raw }`, or without a body, `404:`"
            }
            return cause
        }
    }

    /// Returns the cause for a status that the policy does not accept.
    func status(of response: TransportResponse) -> APIError.Cause {
        .status(response, policies.envelopeError(in: response))
    }

    /// Returns the error of the call for an error that a stage threw.
    func error(_ error: any Error) -> APIError {
        // A cipher opens a stream in the sending stage, piece by piece.
        let isOfCipher = (error as? TransportError)?.isOfCipher == true
        let stage = isOfCipher ? .opening : stage
        var cause = APIError.Cause(error, in: stage)
        if stage == .opening, cause.code != .cancelled, let response, hasRefusedStatus {
            // A plaintext 502 of a proxy is reported by its status, not as a failed decryption.
            cause = status(of: response).because("it could not be opened", error)
        }
        // The transport knows only the time that was left for this attempt.
        if cause.code == .timedOut, stage == .sending, let retries, let attemptDeadline {
            if attemptDeadline != deadline {
                // The time of the transfer was that of the attempt; others have a name.
                if cause.advice?.hasPrefix("raise the timeout") ?? true {
                    cause.advice = "raise the retry policy's `attemptTimeout`"
                }
            } else if !retries.attempts.isEmpty, let total = request.limits.total {
                cause.message += ", the rest of the call's \(total.text)"
            }
        }
        if cause.code == .cancelled, let reason = attachment?.requestedState.reason,
            !cause.message.hasSuffix(reason)
        {
            cause.message += ": " + reason
        }
        return cause.error(endpoint: endpoint, stage: stage, request: sent, response: response)
    }
}

extension CallResponse {
    /// Returns the error of a call when only its response is known.
    func refusal(of endpoint: String) -> APIError {
        APIError.Cause.status(raw, policies.envelopeError(in: raw))
            .error(endpoint: endpoint, stage: .validating, request: nil, response: raw)
    }
}

extension APIError.Cause {
    func error(
        endpoint: String, stage: APIError.Stage, request: TransportRequest?,
        response: TransportResponse?
    ) -> APIError {
        // A response policy validates and decodes in one step. Its refusals belong to validating.
        let isRefusal =
            code == .rejected || code == .unacceptableMediaType
            || stage == .decoding && code == response.map { .status($0.status.code) }
        return APIError(
            code, endpoint: endpoint, stage: isRefusal ? .validating : stage, message: message,
            advice: advice, request: request, response: response, envelopeError: envelopeError,
            underlying: underlying)
    }

    /// Returns the cause for a status that the policy does not accept.
    static func status(
        _ response: TransportResponse, _ envelopeError: APIError.EnvelopeError?
    ) -> APIError.Cause {
        let status = response.status
        var cause = APIError.Cause(
            .status(status.code), "the server responded with \(status.text)",
            envelopeError: envelopeError)
        if status.kind == .redirection, let location = response.headers[.location] {
            cause.message += " and redirects to another URL"
            cause.advice =
                location.isEmpty
                ? "request the new URL directly if you know it: the Location is empty"
                : "the redirect was not followed: request the new URL in the response's Location"
        }
        return cause
    }

    /// Adds the code of the envelope, which the spec does not document, to the message about the status.
    fileprivate mutating func showCode() {
        // A Boolean says no more than the status, and `rejected` shows its code.
        guard code != .rejected, let found = envelopeError?.code, found.isIdentifier,
            found != true, found != false
        else { return }
        message += " and the code \(found)"
    }

    /// Returns this cause with an additional one appended.
    fileprivate func because(_ reason: String, _ error: any Error) -> APIError.Cause {
        var cause = self
        let second = APIError.Cause(error, in: .opening)
        cause.message += ", and \(reason): \(second.message)"
        cause.advice = cause.advice ?? second.advice
        cause.underlying = error
        return cause
    }

    /// Creates the cause for any error that a stage threw.
    init(_ error: any Error, in stage: APIError.Stage) {
        switch error {
        case let cause as APIError.Cause: self = cause
        case let error as JSONError where error.isOfWriter: self.init(ofWriting: error)
        case let error as TransportError:
            self.init(
                error.code, error.message, advice: error.advice, underlying: error)
        case is CancellationError: self.init(.cancelled, "the call was cancelled")
        case _ where (stage == .sealing || stage == .opening) && Cancellation.isBehindCall(error):
            // A key that another call is loading fails with that call's cancellation.
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
            self.init(
                code, Self.text(forThrown: error),
                advice: "see the error in `underlying`", underlying: error)
        }
    }
}
