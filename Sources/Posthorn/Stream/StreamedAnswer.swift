/// An answer whose status is good and whose body is still on its way.
public struct StreamedAnswer: Sendable {
    /// The status, header fields and policy, with an empty body.
    public let head: ReceivedResponse
    /// The body.
    ///
    /// It can be read once.
    public let body: ByteStream
    let endpoint: String
    let progress: CallProgress
    /// Tells the observers; `nil` without any.
    let watch: CallWatch?
    /// When the time of the whole call is over, reconnections and all; `nil` is never.
    let deadline: ContinuousClock.Instant?
    /// Sends the call once more, with the id of the last event.
    let reopen: Reopen

    typealias Reopen = @Sendable (_ lastEventID: String) async throws(APIError) -> StreamedAnswer

    /// The error of the call for what reading the body threw.
    func error(_ error: any Error) -> APIError {
        var progress = progress
        if let cause = error as? TransportError, cause.isOfCipher {
            progress.enter(.opening, with: head)
        }
        return progress.error(error, endpoint: endpoint)
    }

    /// The same as ``error(_:)`` for what ends the call; the observers are told.
    func failure(_ error: any Error) -> APIError {
        let error = (error as? APIError) ?? self.error(error)
        watch?.tell(.failed(error))
        return error
    }

    /// Whether there is still time after a pause.
    func hasTime(after pause: Duration) -> Bool {
        deadline.map { ContinuousClock.now + pause < $0 } ?? true
    }
}

extension StreamedAnswer: RedactedStringConvertible {
    /// The status; header fields may hold secrets.
    public var description: String { "\(head.status.code), a stream" }
}
