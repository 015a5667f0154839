import CCurl

// Repetitions by this package and by libcurl. Servers refuse requests to shed load, so a call gets one without
// a retry rule; its rule and its budget decide about any other.
extension Transfer {
    /// Returns the delay before an ended transfer's request is sent again; `nil` if it is not.
    func delayBeforeRepeat(_ code: CURLcode) -> Duration? {
        // Nothing was sent, because the connection was stale.
        if attempt.foundStaleConnection { return history.needsNewConnection ? nil : .zero }
        if history.networkChanges > 0, let delay = delayUntilNetwork(code) {
            history.waitsForNetwork = true
            return delay
        }
        // The request is sent again without its expectation (RFC 9110, section 10.1.1).
        if isExpectationRefused, mayReadBodyAgain {
            history.dropsExpectation = true
            return .zero
        }
        guard attempt.failure == nil, isRefused(code), mayReadBodyAgain, mayRepeat else {
            return nil
        }
        // Random, so that requests that were refused together are not repeated together.
        let delay = Duration.microseconds(Int.random(in: 1...50_000))
        if let deadline, LoopInstant.now + delay >= deadline { return nil }
        history.hasRepeated = true
        return delay
    }

    /// Whether the request may be sent again although the retry rule of its call does not say so.
    var mayRepeat: Bool { !history.hasRepeated && !request.options.isRepetition }

    /// Whether the server may have received and processed the request.
    var mayHaveArrived: Bool {
        // The last attempt found a stale connection and sent nothing.
        history.wasSentBefore
            || (attempt.sendCount > (attempt.foundStaleConnection ? 1 : 0) && !isRefused())
    }

    /// Whether libcurl is at its second attempt of a request that must not be sent twice.
    var isAtForbiddenTry: Bool { attempt.sendCount > 0 && !mayBeSentTwice && !isRefused() }

    /// Whether the request may reach the server twice as it is; a proof is for one request, and its call makes another.
    var mayBeSentTwice: Bool { request.isRepeatable && request.options.proof == nil }

    var mayReadBodyAgain: Bool { !attempt.hasReadBody || request.body?.isReplayable ?? true }

    private var isExpectationRefused: Bool {
        head.isComplete && head.status.code == 417 && sentHeaders[.expect] != nil
    }

    /// Whether the transfer ends at the head because the server rejects its expectation.
    ///
    /// The request is then sent again without the `Expect` field; libcurl would repeat it with the field. If
    /// the body can't be read again, the head is the response.
    func rejectsExpectation() -> Bool {
        guard isExpectationRefused else { return false }
        if mayReadBodyAgain { return true }
        attempt.isCutAfterHead = true
        if let task = submission.task { reportHead(to: task) }
        open()
        return true
    }

    var sentHeaders: HTTPFields {
        guard history.dropsExpectation else { return request.headers }
        var headers = request.headers
        headers[.expect] = nil
        return headers
    }
}
