import Synchronization

/// A request on its way to the loop, with the caller that waits for its response.
///
/// It is a class because it is large and passed through many functions. The loop's thread owns it until it
/// resumes the caller, and the caller owns it from then on.
///
/// SAFETY: only the owner accesses mutable state, and resuming the caller hands over ownership.
final class Submission: @unchecked Sendable {
    /// The outcome of a request.
    ///
    /// Not a `Result`, and not copyable, because it is large.
    enum Outcome: ~Copyable {
        case success(TransportResponse)
        case failure(TransportError)

        var isSuccess: Bool {
            switch self {
            case .success: true
            case .failure: false
            }
        }
    }

    typealias Opening = Result<TransportResponse, TransportError>

    /// The continuation of the waiting caller.
    ///
    /// Unsafe continuations avoid the allocation and the lookup of checked ones. Each is resumed exactly once
    /// by construction: a submission is in one place at a time (the inbox, the active transfers or the
    /// finished ones). The loop resumes the finished ones once in an iteration, and empties all three before it
    /// ends.
    enum Delivery: Sendable {
        /// The caller waits for the whole response, which is then in ``outcome``.
        case whole(UnsafeContinuation<Void, Never>)
        /// The caller waits for the head; the body goes through the channel.
        case stream(UnsafeContinuation<Opening, Never>, BodyChannel)
    }

    let id: UInt64
    let request: TransportRequest
    let limits: Timeouts.Limits
    /// The session task of the transfer; `nil` for a plain call.
    let task: SessionTask?
    /// Whether it continues a redirected call, which a draining session still accepts.
    let isFollowing: Bool
    /// The loop that resumes a transfer paused for lack of body bytes.
    let loop: EventLoop
    /// The caller's continuation; `nil` until it waits.
    var delivery: Delivery?
    /// The outcome, stored here so that a large response is not copied.
    var outcome: Outcome?
    /// Whether the body of the response must be decompressed, or checked against a digest.
    var needsOpening = false
    /// Whether the response is a redirect that the caller may follow.
    private var hasRedirect = false
    /// The start of the transfer, if its response is such a redirect.
    private(set) var start: ContinuousClock.Instant?
    /// Whether the caller's task was cancelled while it waits.
    let isCancelled = Atomic<Bool>(false)
    /// Whether the outcome is stored; orders the write before the read.
    ///
    /// The continuation guarantees that too, but the thread sanitizer does not detect it.
    private let isOver = Atomic<Bool>(false)
    /// Whether the caller of a stream has received the head.
    var isOpened = false

    /// Checks a request and creates its submission, unless the calling task is cancelled.
    init(
        id: UInt64, _ request: consuming TransportRequest, _ task: SessionTask?,
        isFollowing: Bool, _ loop: EventLoop
    ) throws(TransportError) {
        try request.check()
        if Task.isCancelled { throw .cancelledBeforeStart }
        limits = request.limits
        self.request = request
        self.id = id
        self.task = task
        self.isFollowing = isFollowing
        self.loop = loop
    }

    /// Ends a request that has no transfer.
    func finish(_ outcome: consuming Outcome) {
        self.outcome = consume outcome
        resume()
    }

    /// Resumes the caller with the outcome.
    ///
    /// If the caller of a stream already has its head, this ends the body.
    func resume() {
        isOver.store(true, ordering: .releasing)
        switch delivery {
        case .whole(let caller): caller.resume()
        case .stream(let caller, let channel):
            switch outcome {
            case .failure(let error) where isOpened: channel.end(error)
            case .failure(let error): caller.resume(returning: .failure(error))
            default: channel.end(nil)
            }
        case nil: break
        }
    }

    func noteRedirect(since start: ContinuousClock.Instant) {
        hasRedirect = true
        self.start = start
    }

    /// Whether the response is a redirect that the caller may follow; valid after ``resume()``.
    var isRedirect: Bool { isOver.load(ordering: .acquiring) && hasRedirect }

    /// Returns the response, decompressed as the session requires; valid after ``resume()``.
    func takeResponse(of session: CurlSession) throws(TransportError) -> TransportResponse {
        guard isOver.load(ordering: .acquiring) else { throw .sessionClosed }
        switch outcome.take() {
        case .success(let response):
            return needsOpening ? try session.decompressed(response, of: request) : response
        case .failure(let error): throw error
        case nil: throw .sessionClosed
        }
    }
}
