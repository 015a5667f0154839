import Synchronization

/// A session that sends requests over libcurl, with one thread and one connection pool.
///
/// Create one session per identity and keep it: connections are reused within a session only. Any number of
/// tasks can use it at once. None of the caller's code runs on the session's thread, except for tasks that
/// use ``executor``.
///
/// End the session with ``shutdown(_:)`` or use ``withSession(_:hooks:isolation:_:)``. A session that is
/// released without shutdown closes its connections soon after its last task has ended.
///
/// The session takes no proxy, credential or key-log file from the environment or from `.netrc`. It supports
/// http and https only. It follows redirects itself, as `RedirectPolicy` describes, not through libcurl.
public final class CurlSession: Transport, SessionTransport {
    /// The configuration of the session.
    public let configuration: SessionConfiguration
    /// The number of the session, unique in the process.
    public let number: UInt64

    let hooks: SessionHooks
    /// Whether a hook concerns plain calls, so that they run as tasks.
    private let hasTaskHooks: Bool
    let hub = EventHub()
    let registry = TaskRegistry()
    let followers = NetworkFollowers()
    let loop: EventLoop
    private let nextID = Atomic<UInt64>(1)
    /// The highest number that ``cancelAll(reason:)`` has cancelled.
    private let lastCancelled = Atomic<UInt64>(0)
    private let isClosed = Atomic<Bool>(false)
    private let isInvalidated = Atomic<Bool>(false)
    private static let nextNumber = Atomic<UInt64>(1)

    /// Creates a session and starts its thread.
    ///
    /// - Throws: a `TransportError` with one of these codes: `resource` if no thread or file descriptor is
    ///   available; `invalidRequest` if the configuration is invalid, with every invalid property named;
    ///   `untrustedCertificate` if its PEM text can't be read; `tlsFailed` if the TLS library can't apply a
    ///   policy or hook; `library` if libcurl is older than 7.88.
    public init(
        _ configuration: SessionConfiguration = SessionConfiguration(),
        hooks: SessionHooks = SessionHooks()
    ) throws(TransportError) {
        try CurlLibrary.checkVersion()
        try configuration.check()
        self.configuration = configuration
        number = Self.nextNumber.wrappingAdd(1, ordering: .relaxed).oldValue
        self.hooks = hooks
        hasTaskHooks = hooks.concernTasks
        loop = try EventLoop(
            configuration, HostOverrides(configuration.connection.hostOverrides),
            TrustRules(configuration.trustSettings, hook: hooks.didReceiveServerTrust) {
                [hub] change in
                switch change {
                case .replaced(let path): hub.emit(.identityReplaced(path: path))
                case .rejected(let error): hub.emit(.identityNotReplaced(error))
                }
            })
    }

    deinit {
        followers.cancel()
        loop.abandon()
        hub.end()
    }

    /// Runs a closure with a new session and shuts the session down afterwards.
    ///
    /// The shutdown is ``Shutdown/drain`` if the closure returns and ``Shutdown/cancel`` if it throws.
    /// - Throws: the closure's error, or a `TransportError` if the session can't be created.
    public static func withSession<Result: Sendable, Failure: Error>(
        _ configuration: SessionConfiguration = SessionConfiguration(),
        hooks: SessionHooks = SessionHooks(), isolation: isolated (any Actor)? = #isolation,
        _ body: (CurlSession) async throws(Failure) -> Result
    ) async throws -> Result {
        let session = try CurlSession(configuration, hooks: hooks)
        do {
            let result = try await body(session)
            await session.shutdown(.drain)
            return result
        } catch {
            await session.shutdown(.cancel)
            throw error
        }
    }

    /// Sends a request and returns its complete response.
    ///
    /// Cancelling the calling task ends the transfer: HTTP/1 closes the connection, HTTP/2 resets the stream.
    /// - Throws: a `TransportError`; after ``shutdown(_:)`` its code is `sessionClosed`.
    public func send(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse {
        if isWatched(request) { return try await watched(request) }
        guard request.options.compressesRequestBody != true, configuration.cookies == nil,
            configuration.hsts == nil
        else { return try await sendFollowingRedirects(request, for: nil) }
        // Most calls end with their first response and keep no state for redirects.
        let submission = try await submit(request, nil) { caller in .whole(caller) }.submission
        guard !submission.isRedirect else {
            return try await sendFollowingRedirects(request, after: submission, for: nil)
        }
        return try submission.takeResponse(of: self)
    }

    /// Whether a plain call needs a task, for its progress, hooks or events.
    private func isWatched(_ request: TransportRequest) -> Bool {
        request.options.onProgress != nil || request.options.attachment != nil
            || request.options.credential != nil || request.options.needsIdentity
            || hasTaskHooks || hub.hasReaders
    }

    // The async frames of suspended functions account for most of the memory of a waiting call. Rare branches
    // are functions of their own, so that the common frame stays small.

    @inline(never)
    private func watched(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse {
        try checkIdentity(for: request)
        if let attachment = request.options.attachment {
            return try await send(request, for: attachment)
        }
        return try await dataTask(request).run()
    }

    /// Sends a request and returns its response once the head is received, with the body as a stream.
    ///
    /// The transfer pauses after 512 KiB of unread bytes. The stream decompresses the body while it is read,
    /// if ``SessionConfiguration/decompresses`` is set. Releasing the stream or cancelling the task that
    /// reads it ends the transfer.
    ///
    /// The session's limit on body sizes does not apply. If the request sets no `timeouts.total`, it has none,
    /// and its `timeouts.idle` is 60 seconds by default. A total timeout covers the whole stream.
    /// - Throws: a `TransportError` if no head is received. The stream throws later errors.
    public func stream(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportStream {
        try checkIdentity(for: request)
        if let attachment = request.options.attachment {
            return try await stream(request, for: attachment)
        }
        if isWatched(request) { return try await streamTask(request).run() }
        return try await openExchange(request.withLongResponse)
    }

    package func prepared(_ request: TransportRequest) -> TransportRequest {
        guard configuration.cookies != nil || configuration.hsts != nil else { return request }
        return RedirectLoop(
            .never, cookies: configuration.cookies, hsts: configuration.hsts
        ).prepared(request)
    }

    // These functions run on the caller's executor. Switching executors at each step would cost as much as
    // the steps themselves.

    @inline(never)
    nonisolated(nonsending) func sendFollowingRedirects(
        _ request: TransportRequest, after first: Submission? = nil, for task: SessionTask?
    ) async throws(TransportError) -> TransportResponse {
        // The number of redirects that the loop must wait for if the session is drained meanwhile.
        var redirectCount = task == nil && first?.isRedirect == true ? 1 : 0
        defer { if redirectCount > 0 { loop.post(.endRedirects(redirectCount)) } }
        let response = try first.map { first throws(TransportError) in
            try first.takeResponse(of: self)
        }
        let redirects = redirects(of: request, for: task, since: first?.start ?? .now)
        let request = try request.compressed()
        let call = first?.id ?? nextID.load(ordering: .relaxed)
        return try await redirects.run(request, after: response) {
            request throws(TransportError) in
            try checkIsWanted(call)
            let submission = try await submit(request, task, isFollowing: redirectCount > 0) {
                caller in
                .whole(caller)
            }.submission
            if task == nil, submission.isRedirect { redirectCount += 1 }
            return try submission.takeResponse(of: self)
        }
    }

    /// Sends a request, follows its redirects, and returns the head with the body as a stream.
    nonisolated(nonsending) func openExchange(
        _ request: TransportRequest, for task: SessionTask? = nil
    ) async throws(TransportError) -> TransportStream {
        let request = try request.compressed()
        var redirectCount = 0
        defer { if redirectCount > 0 { loop.post(.endRedirects(redirectCount)) } }
        let call = nextID.load(ordering: .relaxed)
        return try await redirects(of: request, for: task).run(request) {
            request throws(TransportError) in
            try checkIsWanted(call)
            let channel = BodyChannel()
            let (submission, opening) = try await submit(
                request, task, isFollowing: redirectCount > 0
            ) { caller in .stream(caller, channel) }
            let head = try opening.get()
            if task == nil, RedirectRule.isRedirect(head.status.code, head.headers) {
                redirectCount += 1
            }
            let wire = BodyReaderEnd(channel, loop, submission.id, of: self, for: task)
            return try decompressed(head, wire, of: request, for: task)
        }
    }

    private func redirects(
        of request: TransportRequest, for task: SessionTask?,
        since start: ContinuousClock.Instant = .now
    ) -> RedirectLoop {
        let policy = request.options.redirects ?? configuration.redirects
        return RedirectLoop(
            task?.asked(policy) ?? policy, cookies: configuration.cookies,
            hsts: configuration.hsts, start: start,
            authorize: task.map { task in task.credential },
            followed: task.map { task in task.followed })
    }

    /// Hands a request to the loop and waits for its outcome.
    @inline(__always)
    nonisolated(nonsending) private func submit<Opening: Sendable>(
        _ request: TransportRequest, _ task: SessionTask?, isFollowing: Bool = false,
        _ delivery: (UnsafeContinuation<Opening, Never>) -> Submission.Delivery
    ) async throws(TransportError) -> (submission: Submission, opening: Opening) {
        let submission = try Submission(
            id: nextID.wrappingAdd(1, ordering: .relaxed).oldValue, request, task,
            isFollowing: isFollowing, loop)
        // A launched task or a redirected call may need another exchange after the session is closed.
        if task == nil, !isFollowing, isClosed.load(ordering: .relaxed) { throw .sessionClosed }
        let opening = await withTaskCancellationHandler {
            await withUnsafeContinuation { caller in
                submission.delivery = delivery(caller)
                task?.hasTransfer(submission.id, request)
                if !loop.inbox.post({ $0.starts.append(submission) }) {
                    submission.finish(.failure(.sessionClosed))
                }
                // A cancellation before the post found no transfer to end.
                if submission.isCancelled.load(ordering: .relaxed) || task?.isCancelled == true {
                    loop.post(.cancel(submission.id))
                }
            }
        } onCancel: {
            // Stored before the loop's lock is taken, so that a transfer that starts later sees it.
            submission.isCancelled.store(true, ordering: .relaxed)
            loop.post(.cancel(submission.id))
        }
        return (submission, opening)
    }

    /// An executor that runs tasks on the session's own thread.
    ///
    /// A task with this executor preference (`withTaskExecutorPreference`) sends and receives without
    /// switching threads, which saves most of a small call's overhead. Use it only for tasks that do little
    /// work between their calls: while such a task computes or blocks, all transfers of the session stop.
    /// Compression of request bodies (`TransferOptions.compressesRequestBody`) then runs on the session's
    /// thread, too.
    ///
    /// After the session has ended, these tasks run on a system queue.
    public var executor: any TaskExecutor { loop.executor }

    func nextTaskID() -> SessionTask.ID {
        SessionTask.ID(session: number, number: nextID.wrappingAdd(1, ordering: .relaxed).oldValue)
    }

    /// Cancels all current transfers and stops their redirects.
    func cancelTransfers() {
        let last = nextID.wrappingAdd(1, ordering: .relaxed).oldValue
        // Another call may have stored a later number meanwhile.
        lastCancelled.max(last, ordering: .relaxed)
        loop.post(.cancelAll(last))
    }

    package var cancellationCount: Int { Int(lastCancelled.load(ordering: .relaxed)) }

    /// Throws if ``cancelAll(reason:)`` has cancelled the call with this number.
    private func checkIsWanted(_ call: UInt64) throws(TransportError) {
        if call <= lastCancelled.load(ordering: .relaxed) { throw .cancelled }
    }

    /// The ways to end a session.
    public enum Shutdown: Sendable, Hashable {
        /// Waits until all running transfers and tasks have finished.
        ///
        /// The shutdown also waits for a stream that is not read to its end or released, for a suspended
        /// task, and for a closure that decides about a redirect. Such a closure must not wait for the
        /// shutdown.
        case drain
        /// Cancels the running transfers and tasks; they fail with the code `cancelled`.
        case cancel
    }

    /// Shuts the session down: it refuses new calls, closes its connections and ends its thread.
    ///
    /// It may be called more than once, for example with ``Shutdown/cancel`` while a drain is in progress. A
    /// hook must not wait for it, because the shutdown waits for the hook's task.
    public func shutdown(_ mode: Shutdown) async {
        isClosed.store(true, ordering: .relaxed)
        registry.close()
        if mode == .cancel {
            for task in registry.tasks { task.cancel(reason: "the session was shut down") }
            await loop.shutdown(.cancel)
        }
        await registry.idle()
        await loop.shutdown(mode)
        followers.cancel()
        guard !isInvalidated.exchange(true, ordering: .relaxed) else { return }
        if mode == .drain { hub.emit(.sessionDrained(session: number)) }
        hub.emit(.sessionInvalidated(session: number))
        hub.end()
    }
}

extension CurlSession: RedactedStringConvertible {
    /// The session's number.
    public var description: String { "session \(number)" }
}
