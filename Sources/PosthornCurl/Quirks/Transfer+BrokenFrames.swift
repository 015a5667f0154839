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
            let connection, connection.usesHTTP2, connection.goAway == nil
        else { return nil }
        if isEndedByUs(connection) {
            return connection.isEndedByServer ? .closedInBody : .brokenFrames
        }
        guard connection.isEndedByServer, !isKept(connection) else { return nil }
        guard let sent = connection.sent?.count,
            let before = attempt.atResponse, let records = before.records,
            before.joined == connection.joined
        else { return .closedInBody }
        return sent == records ? nil : .closedInBody
    }

    /// Whether nghttp2 has given the connection up, as it does after an invalid frame.
    ///
    /// libcurl does not report this. It closes such a connection when its last transfer ends; otherwise it
    /// keeps a connection after the end of a stream, unless the server has sent GOAWAY. On a connection with
    /// TLS that other transfers use, the lengths of the sent records show the GOAWAY of nghttp2, which is longer
    /// than the other frames that it sends during a response.
    private func isEndedByUs(_ connection: Connection) -> Bool {
        if !connection.isOpen, keepsConnection { return true }
        // A request sent on the connection since the response started makes the sizes ambiguous.
        guard !isKept(connection), request.body == nil, let before = attempt.atResponse,
            before.joined == connection.joined, let sent = connection.sent?.count,
            let records = before.records
        else { return false }
        return sent.telling != records.telling
    }

    /// Whether libcurl has kept the connection although no other transfer uses it.
    ///
    /// It does so only if the stream has ended as the server said.
    private func isKept(_ connection: Connection) -> Bool {
        connection.isOpen && connection.transfers == 1 && keepsConnection
    }

    private var keepsConnection: Bool { !closesConnection && multi?.keepsIdle == true }
}

/// What a connection had sent when the first record of a response arrived.
struct ConnectionSnapshot {
    /// The TLS records; `nil` if they are not counted.
    let records: TLSRecordLog.Count?
    /// The number of transfers that the connection had received.
    ///
    /// `nil` if another transfer was sending a body, so that the sizes have no meaning.
    let joined: Int?

    init(of connection: Connection, hasBody: Bool) {
        records = connection.sent?.countAtReceipt
        joined = connection.bodies == (hasBody ? 1 : 0) ? connection.joined : nil
    }
}
