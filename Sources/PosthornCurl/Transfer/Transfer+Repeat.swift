import CCurl

// Retries by this package. libcurl itself retries a refused request once, at once.
extension Transfer {
    /// Returns the delay before an ended transfer's request is sent again; `nil` if it is not.
    func delayBeforeRepeat(_ code: CURLcode) -> Duration? {
        // Nothing was sent, because the connection was stale.
        if attempt.foundStaleConnection { return history.needsNewConnection ? nil : .zero }
        // The request is sent again without its expectation (RFC 9110, section 10.1.1).
        if isExpectationRefused, mayReadBodyAgain {
            history.dropsExpectation = true
            return .zero
        }
        guard attempt.failure == nil, isRefused(code), mayReadBodyAgain,
            history.refusals < Self.maximumRefusals
        else { return nil }
        let delay = Self.delay(before: history.refusals)
        if let deadline, LoopInstant.now + delay >= deadline { return nil }
        history.refusals += 1
        return delay
    }

    /// Whether the server may have received and processed the request.
    var mayHaveArrived: Bool {
        // The last attempt found a stale connection and sent nothing.
        history.wasSentBefore
            || (attempt.sendCount > (attempt.foundStaleConnection ? 1 : 0) && !isRefused())
    }

    /// Whether libcurl is at its second attempt of a request that must not be sent twice.
    var isAtForbiddenTry: Bool { attempt.sendCount > 0 && !request.isRepeatable && !isRefused() }

    /// Whether the body, if there is one, can be read again from its start.
    var mayReadBodyAgain: Bool { !attempt.hasReadBody || request.body?.isReplayable ?? true }

    private static let maximumRefusals = 4

    /// Returns a random delay of up to 50 milliseconds, doubled with each retry.
    ///
    /// Requests that were refused together are thus not retried together.
    private static func delay(before number: Int) -> Duration {
        .microseconds(Int.random(in: 1...50_000 << number))
    }

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
