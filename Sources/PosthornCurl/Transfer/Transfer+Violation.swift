import CCurl

// Responses that are rejected because they violate their protocol. libcurl often reports them as lost
// connections.
extension Transfer {
    /// The error for a failure that is known to come from a protocol violation; otherwise `nil`.
    func violation(_ code: CURLcode, _ handle: EasyHandle) -> TransportError? {
        if code == CURLE_RECV_ERROR, let reason = brokenChunk(handle) {
            return .malformed("the body breaks chunked encoding: \(reason)", code)
        }
        if let reason = attempt.http2.events.resetCode { return violation(reason, code) }
        return brokenFrames(code)
    }

    /// Returns the error for the reset code of a stream; `nil` if the server sent it.
    ///
    /// nghttp2 resets streams itself: with PROTOCOL_ERROR if the response violates the protocol, and with
    /// FLOW_CONTROL_ERROR if it exceeds the flow-control window. libcurl reports both sides' resets alike.
    private func violation(_ reason: HTTP2Code, _ code: CURLcode) -> TransportError? {
        switch reason {
        case .protocolError: break
        case .flowControlError where head.isComplete: break
        default: return nil
        }
        if head.isComplete, let length = head.contentLength, length != attempt.bodyCount {
            return .malformed(
                "the body does not have the \(length) bytes that its Content-Length says", code)
        }
        guard !head.isEmpty else {
            return .malformed(
                "the HTTP/2 stream ended with \(reason.name): the head of the response breaks the rules, or "
                    + "the server found that the request does", code)
        }
        let part = head.isComplete ? "body" : "head"
        return .malformed(
            "the \(part) of the response breaks the rules of HTTP/2 (\(reason.name))", code)
    }
}
