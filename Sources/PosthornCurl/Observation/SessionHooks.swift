public import Posthorn

/// Closures that decide how a session goes on, given at its construction; ``SessionEvents`` report what happens.
///
/// A task waits for its hook, and none runs on the session's thread. A hook must not wait for the task's value or
/// for the session's shutdown. An unset hook costs nothing. With any of them set but ``didReceiveServerTrust``,
/// the calls made by ``CurlSession/send(_:)`` and ``CurlSession/stream(_:)`` are tasks too.
public struct SessionHooks: Sendable {
    /// Decides about a response before any byte of its body is delivered.
    ///
    /// Unset means ``ResponseDisposition/allow``.
    public var didReceiveResponse:
        (@Sendable (_ task: SessionTask, _ response: TransportHead) async -> ResponseDisposition)?
    /// The server's response names another place, which the redirect policy allows to follow; the request
    /// that is returned is sent.
    ///
    /// Return ``Redirect/next`` to follow, a changed request, which the rules see once more, or `nil`
    /// to take the response as it is. Unset means that the policy alone decides.
    public var willFollowRedirect:
        (@Sendable (_ task: SessionTask, _ redirect: Redirect) async -> TransportRequest?)?
    /// The server asks who the caller is, with a response of status 401; not called for a task with a
    /// ``SessionTask/challengeHandler`` of its own.
    ///
    /// Unset means ``ChallengeDisposition/performDefault``. At most five credentials are tried.
    public var didReceiveChallenge:
        (@Sendable (_ task: SessionTask, _ challenge: Challenge) async -> ChallengeDisposition)?
    /// A server shows its certificate; decides whether it is believed.
    ///
    /// Not called for a task with a ``SessionTask/trustHandler`` of its own, nor for proxies. Called once
    /// for each host, certificates and what is wrong with them, and the response holds while
    /// the session lives, up to 256 of them; whoever calls such a host meanwhile waits. The handshake is
    /// given up and made again when the response is there, so that no server waits for it; the time
    /// counts as connecting. When nobody waits for the response any more, the hook's task is cancelled, what
    /// it says is forgotten, and the next call asks again. No call becomes a task because of it.
    ///
    /// Unset means ``TrustDisposition/performDefault``.
    public var didReceiveServerTrust: (@Sendable (_ trust: ServerTrust) async -> TrustDisposition)?
    /// All bytes of a download are in its partial file; the path that is returned is where it goes.
    ///
    /// `nil` leaves the destination that the task was given.
    public var didFinishDownloading:
        (@Sendable (_ task: SessionTask, _ destination: String) async -> String?)?
    /// Creates a value with no hook set.
    public init() {}

    /// Whether a hook is set that has to do with tasks.
    var concernTasks: Bool {
        didReceiveResponse != nil || willFollowRedirect != nil || didReceiveChallenge != nil
            || didFinishDownloading != nil
    }
}

/// What becomes of a response.
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
