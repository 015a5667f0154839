import CCurl
import Posthorn

// Which transfers are sent once more by us, and when. What was refused is repeated at once by libcurl,
// which we let it do once.
extension Transfer {
    /// How long to wait before the request of a transfer that has ended is sent again; `nil` if it
    /// is not.
    func pauseBeforeRepeat(_ code: CURLcode) -> Duration? {
        // Nothing was sent, only because the connection was stale.
        if foundStaleConnection { return needsNewConnection ? nil : .zero }
        if wantsNoExpectation {
            dropsExpectation = true
            return .zero
        }
        guard ownFailure == nil, isRefused(code), mayReadBodyAgain, refusals < Self.maximumRefusals
        else { return nil }
        let pause = Self.pause(before: refusals)
        if let lastMoment, ContinuousClock.now + pause >= lastMoment { return nil }
        refusals += 1
        return pause
    }

    /// Whether the server may have got the request, and done something about it.
    var mayHaveArrived: Bool {
        // The last try found its connection stale, and sent nothing.
        wasSentBefore || (attempts > (foundStaleConnection ? 1 : 0) && !isRefused())
    }

    /// Whether libcurl is at its second try of a request that must not arrive twice.
    var isAtForbiddenTry: Bool { attempts > 0 && !request.isRepeatable && !isRefused() }

    /// Whether the body, if there is one, can be had from its start.
    var mayReadBodyAgain: Bool { !hasReadBody || request.body?.isReplayable ?? true }

    private static let maximumRefusals = 4

    /// Up to 50 milliseconds before the first repetition, and up to twice as long before each
    /// further one: callers that were refused together must not come back together.
    private static func pause(before number: Int) -> Duration {
        .microseconds(Int.random(in: 1...50_000 << number))
    }

    /// Whether the server's response is that it takes no expectations (RFC 9110, section 10.1.1).
    var wantsNoExpectation: Bool { isExpectationRefused && mayReadBodyAgain }

    private var isExpectationRefused: Bool {
        head.isComplete && head.status.code == 417 && sentHeaders[.expect] != nil
    }

    /// Whether the response ends at its head, because the request is sent again without its
    /// expectation; if its body can't be had again, the head is the response.
    ///
    /// libcurl would send it again by itself, with the same field.
    func rejectsExpectation() -> Bool {
        guard isExpectationRefused else { return false }
        if mayReadBodyAgain { return true }
        isCutAfterHead = true
        if let task = submission.task { tell(task) }
        open()
        return true
    }

    /// The header fields of the request as they are sent now.
    var sentHeaders: HTTPFields {
        guard dropsExpectation else { return request.headers }
        var headers = request.headers
        headers[.expect] = nil
        return headers
    }
}
