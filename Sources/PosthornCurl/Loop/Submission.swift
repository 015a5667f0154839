import Posthorn

/// A request on its way to the loop, with the caller that waits for its answer.
///
/// A class, because it is large and passes through many hands.
final class Submission: Sendable {
    typealias Outcome = Result<Received, TransportError>
    typealias Opening = Result<TransportHead, TransportError>

    /// An answer as it came.
    struct Received {
        var response: TransportResponse
        /// Whether the body is to be unpacked, or held against a digest.
        let needsOpening: Bool
    }

    /// What the caller waits for.
    ///
    /// Unsafe continuations, because the checked ones cost an allocation and a lookup for each call.
    /// What they would check holds by construction: the loop has a submission in one place at a
    /// time, its inbox, its active transfers or the finished ones, takes it out of there before it
    /// calls ``finish(_:isOpened:)``, and empties all three before it ends.
    enum Answer: Sendable {
        /// All of it.
        case whole(UnsafeContinuation<Outcome, Never>)
        /// Its head; the body goes through the channel.
        case stream(UnsafeContinuation<Opening, Never>, BodyChannel)
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

    init(
        id: UInt64, request: TransportRequest, answer: Answer, task: SessionTask?, loop: EventLoop
    ) {
        self.id = id
        self.request = request
        self.answer = answer
        self.task = task
        self.loop = loop
    }

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
