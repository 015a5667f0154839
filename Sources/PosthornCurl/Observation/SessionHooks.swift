public import Posthorn

/// Closures that a session calls on its way, given at its construction.
///
/// An unset one costs nothing: no hop, no counting, no copy. Those of a task run one after the other, in
/// the order of what happened, so that none begins before the one before it has returned; a slow one has
/// the newest of the counts that came meanwhile. None runs on the session's thread, and the task waits for
/// them; so they must not wait for the session's shutdown, nor, but for those of the end, for the task's
/// value. With any of them set but ``didReceiveServerTrust``,
/// ``sessionDidDrain`` and ``sessionDidInvalidate``, the calls made by ``CurlSession/send(_:)`` and
/// ``CurlSession/stream(_:)`` are tasks too.
public struct SessionHooks: Sendable {
    /// Decides about an answer before any byte of its body is delivered.
    ///
    /// Unset means ``ResponseDisposition/allow``.
    public var didReceiveResponse:
        (
            @Sendable (_ task: SessionTask, _ response: TransportHead) async -> ResponseDisposition
        )?
    /// The server's answer names another place, which the redirect policy allows to follow; the request
    /// that is returned is sent.
    ///
    /// Return ``Redirect/next`` to follow, a changed request, which the rules see once more, or `nil`
    /// to take the answer as it is. Unset means that the policy alone decides.
    public var willFollowRedirect:
        (@Sendable (_ task: SessionTask, _ redirect: Redirect) async -> TransportRequest?)?
    /// The server asks who the caller is, with an answer of status 401; not called for a task with a
    /// ``SessionTask/challengeHandler`` of its own.
    ///
    /// Unset means ``ChallengeDisposition/performDefault``. At most five credentials are tried.
    public var didReceiveChallenge:
        (@Sendable (_ task: SessionTask, _ challenge: Challenge) async -> ChallengeDisposition)?
    /// A server shows its certificate; decides whether it is believed.
    ///
    /// Not called for a task with a ``SessionTask/trustHandler`` of its own, nor for proxies. Called once
    /// for each host, certificates and what is wrong with them, and the answer holds while
    /// the session lives, up to 256 of them; whoever calls such a host meanwhile waits. The handshake is
    /// given up and made again when the answer is there, so that no server waits for it; the time
    /// counts as connecting. When nobody waits for the answer any more, the hook's task is cancelled, what
    /// it says is forgotten, and the next call asks again. No call becomes a task because of it.
    ///
    /// Unset means ``TrustDisposition/performDefault``.
    public var didReceiveServerTrust: (@Sendable (_ trust: ServerTrust) async -> TrustDisposition)?
    /// An interim answer came, such as 103 Early Hints.
    public var didReceiveInformational:
        (@Sendable (_ task: SessionTask, _ response: TransportHead) async -> Void)?
    /// A body has to be sent from its start once more.
    public var needsNewBody: (@Sendable (_ task: SessionTask) async -> Void)?
    /// So many bytes of the request's body were sent; `toSend` is `nil` if the total is not known.
    ///
    /// Called for each 64 KiB or so and at the end.
    public var didSendBodyData:
        (@Sendable (_ task: SessionTask, _ sent: Int, _ toSend: Int?) async -> Void)?
    /// So many bytes of the answer's body came; `toReceive` is `nil` if the total is not known.
    ///
    /// Called for each 64 KiB or so and at the end, with counts and not with the bytes.
    public var didReceiveData:
        (@Sendable (_ task: SessionTask, _ received: Int, _ toReceive: Int?) async -> Void)?
    /// A data task goes on as a download to this path.
    public var didBecomeDownload: (@Sendable (_ task: SessionTask, _ path: String) async -> Void)?
    /// A download goes on at this offset; `total` is `nil` if it is not known.
    public var didResumeDownload:
        (@Sendable (_ task: SessionTask, _ offset: Int, _ total: Int?) async -> Void)?
    /// A download's file has so many bytes; `total` is `nil` if it is not known.
    public var didWriteData:
        (@Sendable (_ task: SessionTask, _ written: Int, _ total: Int?) async -> Void)?
    /// All bytes of a download are in its partial file; the path that is returned is where it goes.
    ///
    /// `nil` leaves the destination that the task was given.
    public var didFinishDownloading:
        (@Sendable (_ task: SessionTask, _ destination: String) async -> String?)?
    /// What the last exchange of a task cost; called before ``didComplete``.
    public var didCollectMetrics:
        (@Sendable (_ task: SessionTask, _ metrics: TransportMetrics) async -> Void)?
    /// A task has ended, and who waited for its value has it; `error` is `nil` if it did not fail.
    public var didComplete:
        (@Sendable (_ task: SessionTask, _ error: TransportError?) async -> Void)?
    /// All tasks have ended and all their hooks have returned, because the session was drained.
    public var sessionDidDrain: (@Sendable (_ session: UInt64) async -> Void)?
    /// The session was shut down; `error` is `nil`.
    ///
    /// Not called for a session that is dropped without ``CurlSession/shutdown(_:)``.
    public var sessionDidInvalidate:
        (@Sendable (_ session: UInt64, _ error: TransportError?) async -> Void)?

    /// Creates a value with no hook set.
    public init() {}

    /// Whether a hook is set that has to do with tasks.
    var concernTasks: Bool {
        wantsNews || didReceiveResponse != nil || didReceiveChallenge != nil
            || didBecomeDownload != nil || willFollowRedirect != nil
            || didResumeDownload != nil || didWriteData != nil || didFinishDownloading != nil
            || didCollectMetrics != nil || didComplete != nil
    }

    /// Whether a hook is set that the loop's thread has news for.
    var wantsNews: Bool {
        wantsProgress || didReceiveInformational != nil || needsNewBody != nil
    }

    var wantsProgress: Bool { didSendBodyData != nil || didReceiveData != nil }
}

/// What becomes of an answer.
public enum ResponseDisposition: Sendable, Hashable {
    /// The task goes on.
    case allow
    /// The transfer is ended and the task fails with the code `cancelled`.
    case cancel
    /// The body of a data task goes to this file, and the task's ``SessionTask/file`` tells of it.
    ///
    /// For other tasks it is the same as ``allow``.
    case becomeDownload(to: String)
}
