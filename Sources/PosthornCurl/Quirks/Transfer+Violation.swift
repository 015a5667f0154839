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
        guard Quirk.hiddenGoAway.isActive else { return nil }
        guard let connection, connection.usesHTTP2, connection.goAway == nil,
            !connection.isEndedByServer
        else { return nil }
        switch code {
        case CURLE_RECV_ERROR, CURLE_SEND_FAIL_REWIND, CURLE_GOT_NOTHING, CURLE_HTTP2:
            return isEndedByUs(connection) ? .brokenFrames : nil
        default: return nil
        }
    }

    /// The reason why the end of a body without a length may be a truncation.
    ///
    /// `nil` if there is no such sign. libcurl 7.88 takes an invalid frame for the end of the stream.
    var doubtfulEnd: TransportError? {
        guard Quirk.hiddenGoAway.isActive, head.isMultiplexed, head.hasBody(request.method),
            let connection,
            connection.usesHTTP2, connection.goAway == nil
        else { return nil }
        if isEndedByUs(connection) {
            return connection.isEndedByServer ? .closedInBody : .brokenFrames
        }
        guard connection.isEndedByServer else { return nil }
        guard let sent = connection.sent?.count,
            let recordsAtResponse = attempt.http2.recordsAtResponse,
            attempt.http2.joinedAtResponse == connection.joined
        else { return .closedInBody }
        return sent == recordsAtResponse ? nil : .closedInBody
    }

    /// Whether nghttp2 has given the connection up, as it does after an invalid frame.
    ///
    /// libcurl does not report this. It closes such a connection; otherwise it keeps a connection after the
    /// end of a stream, unless the server has sent GOAWAY. nghttp2 itself sends a GOAWAY frame, which is
    /// longer than the other frames that it sends during a response.
    private func isEndedByUs(_ connection: Connection) -> Bool {
        if !connection.isOpen, !closesConnection, multi?.keepsIdle == true { return true }
        // A request sent on the connection since the response started makes the sizes ambiguous.
        guard request.body == nil, attempt.http2.joinedAtResponse == connection.joined else {
            return false
        }
        if let sent = connection.sent?.count,
            let recordsAtResponse = attempt.http2.recordsAtResponse
        {
            return sent.telling != recordsAtResponse.telling
        }
        guard let bytes = connection.bytesSent, let bytesAtResponse = attempt.http2.bytesAtResponse
        else { return false }
        return !Self.mayBeAcknowledgements(bytes - bytesAtResponse)
    }

    /// Whether this number of bytes may consist of acknowledgements of SETTINGS and PING, and WINDOW_UPDATE.
    private static func mayBeAcknowledgements(_ bytes: Int) -> Bool {
        // Every number from here on is a sum of multiples of 9, 13 and 17.
        if bytes >= 100 { return true }
        return (0...bytes / 17).contains { pings in
            (0...(bytes - 17 * pings) / 13).contains { (bytes - 17 * pings - 13 * $0) % 9 == 0 }
        }
    }

    /// Returns the defect of a chunk in libcurl's words.
    private func brokenChunk(_ handle: EasyHandle) -> String? {
        let (text, mark) = (handle.errorText, " in chunked-encoding")
        guard text.hasSuffix(mark) else { return nil }
        return text.dropLast(mark.count).lowercased()
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
