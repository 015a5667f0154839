import CCurl

// Responses with invalid HTTP/2 frames, which libcurl reports as the end of the stream or a lost connection.
extension Transfer {
    /// The error for a lost connection that nghttp2 has given up; otherwise `nil`.
    func brokenFrames(_ code: CURLcode) -> TransportError? {
        guard isSuspect(code), code != CURLE_OK, let connection, !connection.isEndedByServer
        else { return nil }
        return isClosedByLibrary(connection) ? .brokenFrames : nil
    }

    /// The reason why the end of a body without a length may be a truncation.
    ///
    /// `nil` if there is no such sign. libcurl 7.88 takes an invalid frame for the end of the stream.
    var doubtfulEnd: TransportError? {
        guard isSuspect(CURLE_OK), let connection, isClosedByLibrary(connection) else { return nil }
        return connection.isEndedByServer ? .closedInBody : .brokenFrames
    }

    /// Whether an invalid frame may be the reason of this result.
    func isSuspect(_ code: CURLcode) -> Bool {
        guard Quirk.hiddenGoAway.isActive, let connection, connection.usesHTTP2,
            connection.goAway == nil
        else { return false }
        switch code {
        case CURLE_OK: return head.isMultiplexed && bodyIntegrity == .unverified
        case CURLE_RECV_ERROR, CURLE_SEND_FAIL_REWIND, CURLE_GOT_NOTHING, CURLE_HTTP2: return true
        default: return false
        }
    }

    /// Whether libcurl has closed the connection.
    ///
    /// It does so after an invalid frame, when the last transfer of the connection ends. After the end of a
    /// stream it keeps the connection, unless the server has sent GOAWAY.
    private func isClosedByLibrary(_ connection: Connection) -> Bool {
        !connection.isOpen && (!closesConnection || attempt.endsHTTP2Connection)
            && multi?.keepsIdle == true
    }

    /// Ends an HTTP/2 connection that is not to be kept, in place of libcurl.
    ///
    /// That libcurl closes it before is the only sign of an invalid frame.
    func takeOverEnd(of connection: Connection, _ handle: EasyHandle) {
        guard Quirk.hiddenGoAway.isActive, closesConnection, connection.usesHTTP2 else { return }
        attempt.endsHTTP2Connection = true
        posthorn_setopt_long(handle.raw, CURLOPT_FORBID_REUSE, 0)
    }
}

extension MultiDriver {
    /// Makes libcurl end the other transfers of connections that an invalid frame may have broken.
    ///
    /// libcurl ends only the transfer for which it reads the frame; the others end when it next reads from the
    /// connection for them. If none of them ends, the connection counts as intact.
    func endBroken(_ multi: MultiHandle) {
        var checked: [ObjectIdentifier: Int] = [:]
        var index = 0
        while index < ended.count {
            let (transfer, code) = ended[index]
            index += 1
            guard transfer.isSuspect(code), let connection = transfer.connection, connection.isOpen
            else { continue }
            let done = ended.count { $0.transfer.connection === connection }
            guard connection.transfers > done,
                checked.updateValue(done, forKey: ObjectIdentifier(connection)) != done,
                readOnce(from: connection, beside: done, multi)
            else { continue }
            collectEnded(multi)
            // Until a read ends no other transfer.
            index = 0
        }
    }

    /// Makes libcurl read from a connection for its running transfers.
    ///
    /// libcurl does not read for paused transfers. If all are paused, one takes the bytes that libcurl has for it;
    /// they are in memory already.
    /// - Parameter done: The number of the connection's transfers that have ended.
    private func readOnce(
        from connection: Connection, beside done: Int, _ multi: MultiHandle
    ) -> Bool {
        let woken = pausedTransfer(of: connection, beside: done)
        if let woken {
            woken.flow.takesHeldBytes = true
            resume(woken)
            woken.flow.takesHeldBytes = false
        }
        let code = multi.act(connection.socket, CURL_CSELECT_IN)
        if let woken, woken.flow.isSuspended, let handle = woken.handle {
            curl_easy_pause(handle.raw, CURLPAUSE_ALL)
        }
        return code == CURLM_OK
    }

    /// One of the connection's transfers, if all that run are paused.
    private func pausedTransfer(of connection: Connection, beside done: Int) -> Transfer? {
        var unpaused = 0
        var found: Transfer?
        for transfer in active.values where transfer.connection === connection {
            if !transfer.flow.isHeldBack {
                unpaused += 1
                if unpaused > done { return nil }
            } else {
                found = transfer
            }
        }
        return found
    }
}
