import CCurl
import Posthorn

// Responses that we refuse because they break the rules of their protocol. libcurl often tells of them as
// it tells of a connection that was lost.
extension Transfer {
    /// What a failure means where the response broke a rule, as far as that is known; `nil` if no
    /// rule is known to be broken.
    func violation(_ code: CURLcode, _ handle: EasyHandle) -> TransportError? {
        if code == CURLE_RECV_ERROR, let reason = brokenChunk(handle) {
            return .malformed("the body breaks chunked encoding: \(reason)", code)
        }
        if let reason = news.resetCode { return violation(reason, code) }
        guard let connection, connection.speaksHTTP2, connection.goAway == nil,
            !connection.isEndedByServer
        else { return nil }
        switch code {
        case CURLE_RECV_ERROR, CURLE_SEND_FAIL_REWIND, CURLE_GOT_NOTHING, CURLE_HTTP2:
            return isEndedByUs(connection) ? .brokenFrames : nil
        default: return nil
        }
    }

    /// Why the end of a body without a length may not be its end.
    ///
    /// `nil` if nothing speaks against it. libcurl 7.88 takes a broken frame for the end of the stream.
    var doubtfulEnd: TransportError? {
        guard head.isMultiplexed, head.hasBody(request.method), let connection,
            connection.speaksHTTP2, connection.goAway == nil
        else { return nil }
        if isEndedByUs(connection) {
            return connection.isEndedByServer ? .closedInBody : .brokenFrames
        }
        guard connection.isEndedByServer else { return nil }
        guard let sent = connection.sent?.count, let sentBefore,
            joinedBefore == connection.joined
        else { return .closedInBody }
        return sent == sentBefore ? nil : .closedInBody
    }

    /// Whether nghttp2 has given the connection up, as it does after a frame that breaks the rules.
    ///
    /// libcurl does not tell. It closes such a connection, which it keeps after the end of a stream unless the
    /// server has sent GOAWAY; and nghttp2 sends GOAWAY itself, which is longer than what else it sends while
    /// a response comes.
    private func isEndedByUs(_ connection: Connection) -> Bool {
        if !connection.isOpen, !closesConnection, multi?.keepsIdle == true { return true }
        // Where a request was sent on the connection since the response began, nobody can tell.
        guard request.body == nil, joinedBefore == connection.joined else { return false }
        if let sent = connection.sent?.count, let sentBefore {
            return sent.telling != sentBefore.telling
        }
        guard let bytes = connection.bytesSent, let bytesBefore else { return false }
        return !Self.mayBeAcknowledgements(bytes - bytesBefore)
    }

    /// Whether so many bytes may be acknowledgements of SETTINGS, WINDOW_UPDATE and answers to PING, any number
    /// of each.
    private static func mayBeAcknowledgements(_ bytes: Int) -> Bool {
        // Every number from here on is a sum of 9, 13 and 17.
        if bytes >= 100 { return true }
        return (0...bytes / 17).contains { pings in
            (0...(bytes - 17 * pings) / 13).contains { (bytes - 17 * pings - 13 * $0) % 9 == 0 }
        }
    }

    /// What is wrong with a chunk, in libcurl's words.
    private func brokenChunk(_ handle: EasyHandle) -> String? {
        let (text, mark) = (handle.errorText, " in chunked-encoding")
        guard text.hasSuffix(mark) else { return nil }
        return text.dropLast(mark.count).lowercased()
    }

    /// What the reason for the end of a stream means.
    ///
    /// `nil` if it is the server's. nghttp2 ends streams itself: with PROTOCOL_ERROR where the response breaks a
    /// rule, with FLOW_CONTROL_ERROR where it is more than was allowed; libcurl tells of both ends alike.
    private func violation(_ reason: HTTP2Code, _ code: CURLcode) -> TransportError? {
        switch reason {
        case .protocolError: break
        case .flowControlError where head.isComplete: break
        default: return nil
        }
        if head.isComplete, let length = head.contentLength, length != bodyCount {
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
