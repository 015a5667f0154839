public import FoundationEssentials

/// Closures that decide about responses, redirects, challenges and certificates of a session.
///
/// Pass them when you create the session; use ``SessionEvents`` only to observe it. A task waits for its
/// hook. Hooks do not run on the session's thread. A hook must not wait for the task's value or for the
/// session's shutdown.
///
/// A hook that is not set costs nothing. If any hook except ``didReceiveServerTrust`` is set, the calls of
/// ``CurlSession/send(_:)`` and ``CurlSession/stream(_:)`` run as tasks.
public struct SessionHooks: Sendable {
    /// Decides about a response before any byte of its body is delivered.
    ///
    /// The default, `nil`, means ``SessionHooks/ResponseDisposition/allow``.
    public var didReceiveResponse:
        (
            @Sendable (_ task: SessionTask, _ response: TransportResponse) async ->
                SessionHooks.ResponseDisposition
        )?
    /// Decides about a redirect that the redirect policy allows, and returns the request to send.
    ///
    /// Return `next` of the redirect to follow it, or a changed request, to which the redirect rules are
    /// applied again. Return `nil` to take the redirect response as the final response. If the hook is `nil`,
    /// the policy alone decides.
    public var willFollowRedirect:
        (
            @Sendable (_ task: SessionTask, _ redirect: RedirectPolicy.Proposal) async ->
                TransportRequest?
        )?
    /// Handles an authentication challenge of a 401 response.
    ///
    /// It is not called for a task with its own ``SessionTask/challengeHandler``. A task tries at most five
    /// credentials. The default, `nil`, means ``AuthenticationChallenge/Disposition/performDefault``.
    public var didReceiveChallenge:
        (
            @Sendable (_ task: SessionTask, _ challenge: AuthenticationChallenge) async ->
                AuthenticationChallenge.Disposition
        )?
    /// Decides whether to trust a server's certificate.
    ///
    /// It is not called for proxies, nor for a task with its own ``SessionTask/trustHandler``. It is called
    /// once for each combination of host, certificates and problems. The session remembers up to 256
    /// decisions; one more discards the earlier ones. Other calls to the same host wait for a pending
    /// decision.
    ///
    /// The TLS handshake is aborted while the hook decides, and repeated afterwards, so that the server does
    /// not time out. The time counts as connecting. If every waiting call has ended before the decision, the
    /// hook's task is cancelled, its decision is discarded, and the next call asks again. This hook does not
    /// turn calls into tasks.
    ///
    /// The default, `nil`, means ``ServerTrust/Disposition/performDefault``.
    public var didReceiveServerTrust:
        (@Sendable (_ trust: ServerTrust) async -> ServerTrust.Disposition)?
    /// Chooses the destination of a download when its partial file is complete.
    ///
    /// Return the location to move the file to, or `nil` to keep the task's destination. If the hook is
    /// `nil`, the destination is kept.
    public var didFinishDownloading:
        (@Sendable (_ task: SessionTask, _ destination: URL) async -> URL?)?
    /// Creates hooks with none set.
    public init() {}

    /// Whether a hook is set that needs calls to run as tasks.
    var concernTasks: Bool {
        didReceiveResponse != nil || willFollowRedirect != nil || didReceiveChallenge != nil
            || didFinishDownloading != nil
    }
}

extension SessionHooks {
    /// The action that a response leads to.
    public enum ResponseDisposition: Sendable, Hashable {
        /// Continues the task.
        case allow
        /// Ends the transfer; the task fails with the code `cancelled`.
        case cancel
        /// Writes the body of a data task to this file; ``SessionTask/file`` then describes it.
        ///
        /// For other tasks it has the effect of ``allow``.
        case becomeDownload(to: URL)
    }
}
