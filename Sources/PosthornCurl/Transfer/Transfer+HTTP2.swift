import CCurl
import Posthorn

// What a transfer learns of its HTTP/2 connection, and what its failures mean.
extension Transfer {
    /// Listens to what libcurl says of the connection that is about to carry the request, if that
    /// speaks HTTP/2.
    func listen(_ handle: EasyHandle, _ connection: Connection) {
        news = HTTP2News()
        (sentBefore, bytesBefore, joinedBefore) = (nil, nil, nil)
        hasNotedAnswer = false
        if configuration.httpVersion == .http2PriorKnowledge { connection.speaksHTTP2 = true }
        http2Connection = connection.speaksHTTP2 ? connection : nil
        guard connection.speaksHTTP2 else { return }
        posthorn_setopt_pointer(handle.raw, CURLOPT_DEBUGDATA, handle.context)
        posthorn_setopt_debug_callback(handle.raw) { _, kind, bytes, count, context in
            if kind == CURLINFO_TEXT {
                Transfer.from(context)?.hear(UnsafeRawBufferPointer(start: bytes, count: count))
            }
            return 0
        }
        if request.body != nil { connection.bodies += 1 }
        // Writing the log costs as much as a tenth of a small request; nearly all of it is about the
        // request going out, and matters only where it must not arrive twice.
        request.isRepeatable ? context.turn.sending.append(self) : listenFromNow()
    }

    /// Has libcurl write its log, which it tells to us alone.
    func listenFromNow() {
        guard let handle, attempts > 0 else { return }
        posthorn_setopt_long(handle.raw, CURLOPT_VERBOSE, 1)
    }

    /// Notes what had been sent when the first record of the response came.
    ///
    /// While others send bodies on the connection, what is sent says nothing.
    func noteAnswer() {
        guard !hasNotedAnswer, let connection, connection.speaksHTTP2 else { return }
        hasNotedAnswer = true
        sentBefore = connection.sent?.countAtReceipt
        // TLS adds its own bytes to each record.
        bytesBefore = isSecure ? nil : connection.bytesSent
        let sendsAlone = connection.bodies == (request.body == nil ? 0 : 1)
        joinedBefore = sendsAlone ? connection.joined : nil
    }

    private func hear(_ text: UnsafeRawBufferPointer) {
        if let goAway = news.take(text), !news.hasLeft { http2Connection?.goAway = goAway }
    }

    /// Whether the server has said that it did nothing with the request: it may be sent again, also
    /// one that must not arrive twice (RFC 9113, section 8.7).
    /// - Parameter code: How libcurl has ended the transfer, if it has.
    func isRefused(_ code: CURLcode = CURLE_OK) -> Bool {
        guard head.isEmpty else { return false }
        if news.isRefused, !hasOldRefusal { return true }
        guard let goAway = http2Connection?.goAway else { return false }
        // Requests have streams from 1 on. One that may arrive twice is repeated also if its stream is not
        // known.
        return goAway.last == 0
            || news.stream.map { $0 > goAway.last }
                ?? (request.isRepeatable && code == CURLE_HTTP2)
    }

    /// Whether a request that must not arrive twice ended without a response, and without a word whether the
    /// server has refused it.
    func mayBeRefused(_ code: CURLcode) -> Bool {
        guard http2Connection != nil, head.isEmpty, !request.isRepeatable else { return false }
        switch code {
        case CURLE_SEND_FAIL_REWIND, CURLE_SEND_ERROR, CURLE_RECV_ERROR: break
        default: guard ownFailure?.code == .notRepeated else { return false }
        }
        // Who refuses goes on with the others; what ended with its connection is not asked about.
        return !hasOldRefusal && !isRefused() && mayReadBodyAgain
            && connection?.isEndedByServer != true
    }

    /// Notes that the server has done nothing with the request.
    func noteRefusal() {
        ownFailure = nil
        news.isRefused = true
    }

    /// Whether the handle may not serve another transfer: libcurl may have noted a refusal in it, and would
    /// take the next end of a connection for one.
    func marksHandle(isWhole: Bool) -> Bool { attempts > 1 || (http2Connection != nil && !isWhole) }

    /// Notes that libcurl sends the request again: if the connection before was a used one, a refusal that
    /// it tells of from now on may be that one's.
    func noteRetry() {
        if isReused, http2Connection != nil { hasOldRefusal = true }
    }

    /// What a server comes to that has refused the request as often as we try; `nil` if it has not
    /// refused it.
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

    /// What a failure of libcurl means where the server gave a reason of HTTP/2; `nil` if it gave
    /// none.
    func http2Failure(_ code: CURLcode) -> TransportError? {
        let reason: HTTP2Code
        let what: String
        if let code = news.resetCode {
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
