import Posthorn
import Synchronization

/// A request on its way to the loop, with the caller that waits for its response.
///
/// A class, because it is large and passes through many hands. The loop's thread changes it until it
/// resumes the caller, and the caller from then on.
///
/// SAFETY: what can change is touched by one at a time, and resuming hands it over.
final class Submission: @unchecked Sendable {
    /// How a request ended.
    ///
    /// Not a `Result`: what is generic is copied through tables.
    enum Outcome {
        case success(Received)
        case failure(TransportError)

        var isSuccess: Bool {
            if case .success = self { true } else { false }
        }
    }

    typealias Opening = Result<TransportHead, TransportError>

    /// A response as it came.
    struct Received {
        var response: TransportResponse
        /// Whether the body is to be unpacked, or held against a digest.
        let needsOpening: Bool
        /// Whether the response names another place.
        let isRedirect: Bool
    }

    /// What the caller waits for.
    ///
    /// Unsafe continuations, because the checked ones cost an allocation and a lookup for each call.
    /// What they would check holds by construction: the loop has a submission in one place at a
    /// time, its inbox, its active transfers or the finished ones, takes it out of there before it
    /// calls ``finish()``, and empties all three before it ends.
    enum Answer: Sendable {
        /// All of it, which is then in ``outcome``.
        case whole(UnsafeContinuation<Void, Never>)
        /// Its head; the body goes through the channel.
        case stream(UnsafeContinuation<Opening, Never>, BodyChannel)
    }

    let id: UInt64
    let request: TransportRequest
    /// The handle that somebody has of the transfer; `nil` for a plain call.
    let task: SessionTask?
    /// Whether it goes on with a call that was redirected, so that a draining session takes it.
    let isFollowing: Bool
    /// Where a transfer is woken that had to pause for want of bytes.
    let loop: EventLoop
    /// What the caller waits for; `nil` before it does.
    @exclusivity(unchecked) var answer: Answer?
    /// How the request ended: a response is large, and stays where it was made until its caller takes
    /// it.
    @exclusivity(unchecked) var outcome: Outcome?
    /// When its transfer began, if its response names another place.
    @exclusivity(unchecked) var start: ContinuousClock.Instant?
    /// Whether the caller's task was cancelled while it waits.
    let isCancelled = Atomic<Bool>(false)
    /// Whether the outcome is there: what orders its writing before its reading.
    ///
    /// The continuation does that too, but the thread sanitizer does not see it.
    private let isOver = Atomic<Bool>(false)
    /// Whether the caller of a stream has its head.
    @exclusivity(unchecked) var isOpened = false

    init(
        id: UInt64, request: TransportRequest, task: SessionTask?, isFollowing: Bool,
        loop: EventLoop
    ) {
        self.isFollowing = isFollowing
        self.id = id
        self.request = request
        self.task = task
        self.loop = loop
    }

    /// Tells the caller how the request ended.
    ///
    /// A stream whose head the caller has already ends its body.
    func finish() {
        isOver.store(true, ordering: .releasing)
        switch answer {
        case .whole(let caller): caller.resume()
        case .stream(let caller, let channel):
            switch outcome {
            case .failure(let error) where isOpened: channel.end(error)
            case .failure(let error): caller.resume(returning: .failure(error))
            case .success, nil: channel.end(nil)
            }
        case nil: break
        }
    }

    /// Whether the response names another place, for the caller whom ``finish()`` has woken.
    var isRedirect: Bool {
        guard isOver.load(ordering: .acquiring), case .success(let received) = outcome else {
            return false
        }
        return received.isRedirect
    }

    /// The response, for the caller whom ``finish()`` has woken.
    func takeResponse() throws(TransportError) -> Received {
        guard isOver.load(ordering: .acquiring) else { throw .sessionClosed }
        switch outcome.take() {
        case .success(let received): return received
        case .failure(let error): throw error
        case nil: throw .sessionClosed
        }
    }
}
