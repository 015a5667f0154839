import CCurl

// The state of a transfer's HTTP/2 connection, and the meaning of its failures.
extension Transfer {
    /// Starts to follow libcurl's log about the connection that will carry the request, if it uses HTTP/2.
    func followLog(_ handle: EasyHandle, _ connection: Connection) {
        http2Events = HTTP2Events()
        (sentBefore, bytesBefore, joinedBefore) = (nil, nil, nil)
        hasNotedResponse = false
        if configuration.httpVersion == .http2PriorKnowledge { connection.usesHTTP2 = true }
        http2Connection = connection.usesHTTP2 ? connection : nil
        guard connection.usesHTTP2 else { return }
        posthorn_setopt_pointer(handle.raw, CURLOPT_DEBUGDATA, handle.context)
        posthorn_setopt_debug_callback(handle.raw) { _, kind, bytes, count, context in
            if kind == CURLINFO_TEXT {
                Transfer.from(context)?.receiveLog(
                    UnsafeRawBufferPointer(start: bytes, count: count))
            }
            return 0
        }
        if request.body != nil { connection.bodies += 1 }
        // The log costs up to a tenth of a small request. Most of it is about sending the request, and is
        // only needed if the request must not be sent twice.
        request.isRepeatable ? context.turn.sending.append(self) : enableLog()
    }

    /// Makes libcurl pass its log to this transfer.
    func enableLog() {
        guard let handle, attempts > 0 else { return }
        posthorn_setopt_long(handle.raw, CURLOPT_VERBOSE, 1)
    }

    /// Records what the connection had sent when the first record of the response arrived.
    ///
    /// The sizes have no meaning while other transfers send bodies on the connection.
    func noteResponse() {
        guard !hasNotedResponse, let connection, connection.usesHTTP2 else { return }
        hasNotedResponse = true
        sentBefore = connection.sent?.countAtReceipt
        // TLS adds its own bytes to each record.
        bytesBefore = isSecure ? nil : connection.bytesSent
        let sendsAlone = connection.bodies == (request.body == nil ? 0 : 1)
        joinedBefore = sendsAlone ? connection.joined : nil
    }

    private func receiveLog(_ text: UnsafeRawBufferPointer) {
        if let goAway = http2Events.take(text), !http2Events.hasLeft {
            http2Connection?.goAway = goAway
        }
    }

    /// Whether the server has stated that it did not process the request.
    ///
    /// Such a request may be sent again even if it must not be processed twice (RFC 9113, section 8.7).
    /// - Parameter code: The code with which libcurl has ended the transfer, if it has.
    func isRefused(_ code: CURLcode = CURLE_OK) -> Bool {
        guard head.isEmpty else { return false }
        if http2Events.isRefused, !hasOldRefusal { return true }
        guard let goAway = http2Connection?.goAway else { return false }
        // Request streams start at 1. A repeatable request is sent again even if its stream is unknown.
        return goAway.last == 0
            || http2Events.stream.map { $0 > goAway.last }
                ?? (request.isRepeatable && code == CURLE_HTTP2)
    }

    /// Whether the handle must not serve another transfer.
    ///
    /// libcurl may have recorded a refusal in it, and would take the next closed connection for one.
    func marksHandle(isWhole: Bool) -> Bool { attempts > 1 || (http2Connection != nil && !isWhole) }

    /// Records that libcurl sends the request again.
    ///
    /// If the previous connection was reused, later reports of a refusal may concern that attempt.
    func noteRetry() { if isReused, http2Connection != nil { hasOldRefusal = true } }

    /// The error of a server that refused every attempt; `nil` if it did not refuse.
    func refusal(_ code: CURLcode) -> TransportError? {
        guard isRefused(code) else { return nil }
        let how =
            http2Connection?.goAway.map { "ended the connection with GOAWAY (\($0.code.name))" }
            ?? "refused the stream with \(HTTP2Code.refusedStream.name)"
        return TransportError(
            .connectionLost, "the server \(how), \(refusals + 1) times",
            advice: "call later; the server has not processed the request",
            libraryCode: Int(CURLE_HTTP2_STREAM.rawValue), isSafeToRetry: !mayHaveArrived)
    }

    /// The error for an HTTP/2 error code of the server; `nil` if it sent none.
    func http2Failure(_ code: CURLcode) -> TransportError? {
        let reason: HTTP2Code
        let what: String
        if let code = http2Events.resetCode {
            (reason, what) = (code, "stream")
        } else if let goAway = http2Connection?.goAway {
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
