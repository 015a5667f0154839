import CCurl
import Posthorn

// Answers that come before their request has gone out. A server that does not read the rest of a
// body must not keep its response from the caller; one that reads on gets it all.
extension Transfer {
    /// How long a body may stand still after the response is whole.
    static let patience = Duration.seconds(1)

    /// Whether the whole response is here, though libcurl may not be done with the request.
    var hasWholeAnswer: Bool {
        guard request.body != nil, head.isComplete, news.resetCode == nil else { return false }
        return !head.hasBody(request.method) || head.contentLength == bodyCount || hasLastChunk
    }

    /// Notes that libcurl has stopped reading from the connection: the last chunk may have come.
    func noteEndOfReading() {
        // To keep to a rate, libcurl stops reading for a while too.
        guard request.body != nil, head.isComplete, head.framing.isChunked, !isReceivingPaused,
            !isSuspended, !configuration.connection.limitsRate
        else { return }
        context.turn.unread.append(id)
    }

    /// Takes the end of reading for the last chunk, unless the connection has ended or the transfer has paused
    /// meanwhile: libcurl tells of neither before the request has gone out.
    func takeLastChunk() {
        guard !isReceivingPaused, !isSuspended, let handle, let connection,
            connection.isOpen,
            !SocketProbe.isEnded(connection.socket), !handle.mayHaveEndOfTLS(isSecure: isSecure)
        else { return }
        hasLastChunk = true
        noteWholeAnswer()
    }

    /// Whether the reader of a stream is gone.
    private var isAbandoned: Bool {
        if case .stream(_, let channel) = submission.answer { channel.isAbandoned } else { false }
    }

    /// Ends the body of a stream whose response is whole, though the request's body may still be sent.
    func endBodyWithResponse() {
        guard hasWholeAnswer, isOpened, case .stream(_, let channel) = submission.answer else {
            return
        }
        channel.end(nil)
    }

    /// Sees to it that a request is looked at which has its response and may not be sent out.
    func noteWholeAnswer() {
        guard sentAfterAnswer == nil, hasWholeAnswer else { return }
        sentAfterAnswer = .min
        context.turn.answered.append(id)
    }

    /// What a transfer comes to whose response is whole and whose body does not move any more; `nil`
    /// if it goes on.
    func outcomeAfterAnswer() -> Submission.Outcome? {
        guard let last = sentAfterAnswer, let handle, !isSuspended else { return nil }
        // What libcurl has sent may still wait here for a slow link: it moves while that drains.
        let sent = handle.offset(CURLINFO_SIZE_UPLOAD_T) - unsent
        sentAfterAnswer = sent
        // A source that makes the body slowly is waited for, as long as somebody has the response.
        let isWaiting = waitsForCaller && !isAbandoned
        return sent == last && !isWaiting ? outcome(CURLE_OK) : nil
    }
}
