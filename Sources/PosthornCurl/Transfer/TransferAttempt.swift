/// What is known about one attempt to send a transfer's request; each attempt of the session begins anew.
struct TransferAttempt {
    /// The reason why a callback of ours ended the attempt; libcurl's code would only say that one did.
    var failure: TransportError?
    /// The number of times that libcurl was about to send the request; it repeats some by itself.
    var sendCount = 0
    /// Whether libcurl was about to send the request while its task was suspended.
    var wasHeldBack = false
    /// The rule that has refused the last of the refused addresses; `nil` if none was refused.
    var refusedAddress: AddressPolicy.Refusal?
    var hasAllowedAddress = false
    var lacksSockets = false
    /// Whether the connection had carried a request before.
    var isReused = false
    /// Whether the connection to be reused had unsolicited data or was closed.
    var foundStaleConnection = false
    /// The last connection that was opened for the attempt; `nil` before that, or if it is reused.
    var opened: Connection?
    var connectionDetails: TransportMetrics.KnownConnection?
    var http2 = HTTP2Observations()
    /// Whether this package ends the HTTP/2 connection after its last transfer, and not libcurl.
    var endsHTTP2Connection = false
    /// Whether a part of the request's body was read.
    var hasReadBody = false
    /// The number of received bytes of the response's body.
    var bodyCount = 0
    var hasLastChunk = false
    /// Whether the attempt was ended after the head, because the body of the response is not needed.
    var isCutAfterHead = false
    /// Whether the response was complete before the request.
    var hasEarlyResponse = false
    /// The number of request body bytes that had left this machine at the last check of an early response.
    ///
    /// `nil` before the first check.
    var sentAfterResponse: Int?
    /// The same number when the first-byte or idle timeout was last reached.
    var sentBeforeSilence = 0
    /// The time of the next check of a completed response, which the watchdog also has.
    var nextResponseCheck: LoopInstant?
}

/// What the attempts so far mean for the next one.
struct TransferHistory {
    /// Whether the request was sent again after an HTTP/2 server had refused it, or may have.
    var hasRepeated = false
    /// Whether the request is sent without its `Expect` field, which the server rejected.
    var dropsExpectation = false
    var needsNewConnection = false
    /// Whether the session has begun another attempt.
    var wasRestarted = false
    /// Whether the server may have received an earlier attempt of the request.
    var wasSentBefore = false
    /// The number of times that a change of the network has started the transfer again.
    var networkChanges = 0
    /// Whether it is sent again when the network changes, at the latest after its delay.
    var waitsForNetwork = false
    /// Whether the transfer has waited or was restarted, so that a part of its time has passed.
    var hasWaited = false
}
