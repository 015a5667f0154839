import CCurl

// The state of a transfer's HTTP/2 connection, and the meaning of its failures.
extension Transfer {
    /// Starts to follow libcurl's log about the connection that will carry the request, if it uses HTTP/2.
    func followLog(_ handle: EasyHandle, _ connection: Connection) {
        if configuration.httpVersion == .http2PriorKnowledge { connection.usesHTTP2 = true }
        attempt.http2.begin(connection)
        guard connection.usesHTTP2 else { return }
        posthorn_setopt_pointer(handle.raw, CURLOPT_DEBUGDATA, handle.context)
        posthorn_setopt_debug_callback(handle.raw) { _, kind, bytes, count, context in
            if kind == CURLINFO_TEXT {
                Transfer.from(context)?.attempt.http2.read(
                    UnsafeRawBufferPointer(start: bytes, count: count))
            }
            return 0
        }
        // The log costs up to a tenth of a small request. Most of it is about sending the request, and is
        // only needed if the request must not be sent twice, or if a GOAWAY of the server tells why libcurl did not
        // keep the connection.
        request.isRepeatable && !endsConnection
            ? context.iteration.sending.append(self) : enableLog()
    }

    /// Makes libcurl pass its log to this transfer.
    func enableLog() {
        guard Quirk.loggedStreams.isActive, let handle, attempt.sendCount > 0 else { return }
        posthorn_setopt_long(handle.raw, CURLOPT_VERBOSE, 1)
    }

    /// Whether the server has stated that it did not process the request.
    ///
    /// Such a request may be sent again even if it must not be processed twice (RFC 9113, section 8.7).
    /// - Parameter code: The code with which libcurl has ended the transfer, if it has.
    func isRefused(_ code: CURLcode = CURLE_OK) -> Bool {
        // A repeatable request is sent again even if its stream is unknown.
        guard head.isEmpty else { return false }
        return attempt.http2.isRefused(
            acceptsUnknownStream: code == CURLE_HTTP2 && request.isRepeatable)
    }

    /// Whether the handle must not serve another transfer.
    ///
    /// libcurl may have recorded a refusal in it, and would take the next closed connection for one.
    func marksHandle(isWhole: Bool) -> Bool {
        attempt.sendCount > 1 || (attempt.http2.connection != nil && !isWhole)
    }

    /// The error of a server that refused the last attempt; `nil` if it did not refuse.
    func refusal(_ code: CURLcode) -> TransportError? {
        guard isRefused(code) else { return nil }
        let how =
            attempt.http2.connection?.goAway.map {
                "ended the connection with GOAWAY (\($0.code.name))"
            }
            ?? "refused the stream with \(HTTP2Code.refusedStream.name)"
        return TransportError(
            .connectionLost,
            "the server \(how)" + (history.hasRepeated && !mayHaveArrived ? ", twice" : ""),
            advice: "call later; the server has not processed the request",
            libraryCode: Int(CURLE_HTTP2_STREAM.rawValue), isSafeToRetry: !mayHaveArrived)
    }

    /// The error for an HTTP/2 error code of the server; `nil` if it sent none.
    func http2Failure(_ code: CURLcode) -> TransportError? {
        let reason: HTTP2Code
        let what: String
        if let code = attempt.http2.events.resetCode {
            (reason, what) = (code, "stream")
        } else if let goAway = attempt.http2.connection?.goAway {
            (reason, what) = (goAway.code, "connection")
        } else {
            return nil
        }
        return TransportError(
            TransportError(code).code, "the server ended the \(what) with \(reason.name)",
            advice: reason == .enhanceYourCalm
                ? "call less often"
                : "see the server's log, or call again if the call may be repeated",
            libraryCode: Int(code.rawValue))
    }
}
