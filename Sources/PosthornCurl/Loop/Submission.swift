import Posthorn

/// A request on its way to the loop, with the caller that waits for its answer.
struct Submission: Sendable {
    typealias Outcome = Result<TransportResponse, TransportError>
    typealias Opening = Result<TransportHead, TransportError>

    /// What the caller waits for.
    enum Answer: Sendable {
        /// All of it.
        case whole(CheckedContinuation<Outcome, Never>)
        /// Its head; the body goes through the channel.
        case stream(CheckedContinuation<Opening, Never>, BodyChannel)
    }

    let id: UInt64
    let request: TransportRequest
    let answer: Answer
    /// The handle that somebody has of the transfer.
    ///
    /// `nil` for a plain call.
    let task: SessionTask?
    /// Where a transfer is woken that had to pause for want of bytes.
    let loop: EventLoop

    /// Tells the caller how the request ended.
    ///
    /// A stream whose head the caller has already ends its body.
    func finish(_ outcome: Outcome, isOpened: Bool) {
        switch answer {
        case .whole(let caller): caller.resume(returning: outcome)
        case .stream(let caller, let channel):
            switch outcome {
            case .success: channel.end(nil)
            case .failure(let error) where isOpened: channel.end(error)
            case .failure(let error): caller.resume(returning: .failure(error))
            }
        }
    }
}
