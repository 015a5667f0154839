import CCurl

// Responses with invalid HTTP/2 frames, which libcurl reports as the end of the stream or a lost connection.
extension Transfer {
    /// The error for a lost connection that nghttp2 has given up; otherwise `nil`.
    func brokenFrames(_ code: CURLcode) -> TransportError? {
        guard Quirk.hiddenGoAway.isActive, let connection, connection.usesHTTP2,
            connection.goAway == nil, !connection.isEndedByServer
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
            let before = attempt.atResponse, let records = before.records,
            before.joined == connection.joined
        else { return .closedInBody }
        return sent == records ? nil : .closedInBody
    }

    /// Whether nghttp2 has given the connection up, as it does after an invalid frame.
    ///
    /// libcurl does not report this. It closes such a connection; otherwise it keeps a connection after the
    /// end of a stream, unless the server has sent GOAWAY. nghttp2 itself sends a GOAWAY frame, which is
    /// longer than the other frames that it sends during a response.
    private func isEndedByUs(_ connection: Connection) -> Bool {
        if !connection.isOpen, !closesConnection, multi?.keepsIdle == true { return true }
        // A request sent on the connection since the response started makes the sizes ambiguous.
        guard request.body == nil, let before = attempt.atResponse,
            before.joined == connection.joined
        else { return false }
        if let sent = connection.sent?.count, let records = before.records {
            return sent.telling != records.telling
        }
        guard let sent = connection.bytesSent, let bytes = before.bytes else { return false }
        return !Self.mayBeAcknowledgements(sent - bytes)
    }

    /// Whether this number of bytes may consist of acknowledgements of SETTINGS and PING, and WINDOW_UPDATE.
    private static func mayBeAcknowledgements(_ bytes: Int) -> Bool {
        // Every number from here on is a sum of multiples of 9, 13 and 17.
        if bytes >= 100 { return true }
        return (0...bytes / 17).contains { pings in
            (0...(bytes - 17 * pings) / 13).contains { (bytes - 17 * pings - 13 * $0) % 9 == 0 }
        }
    }
}

/// What a connection had sent when the first record of a response arrived.
struct ConnectionSnapshot {
    /// The TLS records; `nil` if they are not counted.
    let records: TLSRecordLog.Count?
    /// The bytes; `nil` with TLS, which adds its own to each record.
    let bytes: Int?
    /// The number of transfers that the connection had received.
    ///
    /// `nil` if another transfer was sending a body, so that the sizes have no meaning.
    let joined: Int?

    init(of connection: Connection, isSecure: Bool, hasBody: Bool) {
        records = connection.sent?.countAtReceipt
        bytes = isSecure ? nil : connection.bytesSent
        joined = connection.bodies == (hasBody ? 1 : 0) ? connection.joined : nil
    }
}
