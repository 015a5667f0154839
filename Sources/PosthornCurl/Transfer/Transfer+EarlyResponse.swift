import CCurl

// Responses that are complete before their request is sent. A server that stops reading a body must not delay
// its response to the caller; one that reads on receives the whole body.
extension Transfer {
    /// The time for which a body may make no progress after the response is complete.
    static let patience = Duration.seconds(1)

    /// Whether the whole response was received, even if libcurl is still sending the request.
    var hasWholeResponse: Bool {
        guard request.body != nil, head.isComplete, attempt.http2.events.resetCode == nil else {
            return false
        }
        return !head.hasBody(request.method) || head.contentLength == attempt.bodyCount
            || attempt.hasLastChunk
    }

    /// Records that libcurl has stopped reading from the connection, perhaps after the last chunk.
    func noteEndOfReading() {
        // libcurl also stops reading for a while to keep to a rate limit.
        guard request.body != nil, head.isComplete, head.framing.isChunked, !flow.isReceivingPaused,
            !flow.isSuspended, !configuration.connection.limitsRate
        else { return }
        context.iteration.unread.append(id)
    }

    /// Takes the end of reading for the last chunk.
    ///
    /// Not if the connection has ended or the transfer was paused meanwhile, which libcurl does not report
    /// before the request is sent.
    func takeLastChunk() {
        guard !flow.isReceivingPaused, !flow.isSuspended, let handle, let connection,
            connection.isOpen,
            !SocketProbe.isEnded(connection.socket), !handle.mayHaveEndOfTLS(isSecure: isSecure)
        else { return }
        attempt.hasLastChunk = true
        noteWholeResponse()
    }

    private var isAbandoned: Bool {
        if case .stream(_, let channel) = submission.delivery { channel.isAbandoned } else { false }
    }

    /// Ends the body of a stream whose response is complete, even if the request's body is still being sent.
    func endBodyWithResponse() {
        guard hasWholeResponse, isOpened, case .stream(_, let channel) = submission.delivery else {
            return
        }
        channel.end(nil)
    }

    /// Schedules a check of a request whose response is complete.
    func noteWholeResponse() {
        guard !attempt.hasEarlyResponse, hasWholeResponse else { return }
        attempt.hasEarlyResponse = true
        context.iteration.respondedEarly.append(id)
    }

    /// Returns the outcome of a transfer whose response is complete and whose body makes no progress.
    ///
    /// `nil` if the transfer continues.
    func outcomeAfterResponse() -> Submission.Outcome? {
        guard attempt.hasEarlyResponse, let handle, !flow.isSuspended else { return nil }
        // Bytes sent by libcurl may wait in the socket's buffer for a slow link; draining it counts as
        // progress.
        let sent = handle.offset(CURLINFO_SIZE_UPLOAD_T) - unsent
        let last = attempt.sentAfterResponse
        attempt.sentAfterResponse = sent
        // A slow source is waited for, as long as the response is not released.
        let isWaiting = flow.isSourceEmpty && !isAbandoned
        return sent == last && !isWaiting ? outcome(CURLE_OK) : nil
    }
}
