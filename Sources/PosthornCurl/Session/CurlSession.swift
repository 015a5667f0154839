public import Posthorn
import Synchronization

/// Moves requests over libcurl: one thread, one pool of connections.
///
/// Make one per identity and keep it: connections are reused within a session only. It is used from
/// any number of tasks at once; no code of the caller runs on its thread, unless it asks for that
/// with ``executor``. End it with
/// ``shutdown(_:)`` or use ``withSession(_:hooks:isolation:_:)``; a session that is dropped without it closes
/// its connections by itself, soon after its last task has ended.
///
/// No proxy, credential or key-log file is taken from the environment or `.netrc`; only http and
/// https are spoken. Redirects are followed as ``RedirectPolicy`` says, by code of ours.
public final class CurlSession: Transport {
    /// How the session connects and what it refuses.
    public let configuration: SessionConfiguration
    /// The session's number, which no other session of the process has.
    public let number: UInt64

    let hooks: SessionHooks
    /// Whether a hook decides about plain calls, so that they are made as tasks.
    private let hasTaskHooks: Bool
    let hub = EventHub()
    let registry = TaskRegistry()
    let loop: EventLoop
    private let nextID = Atomic<UInt64>(1)
    /// The last number that ``cancelAll(reason:)`` cancelled.
    private let lastCancelled = Atomic<UInt64>(0)
    private let isClosed = Atomic<Bool>(false)
    private let isInvalidated = Atomic<Bool>(false)
    private static let nextNumber = Atomic<UInt64>(1)

    /// Starts a session and its thread.
    /// - Throws: a ``TransportError``: with the code `resource` if there is no thread or descriptor
    ///   left for it, `invalidRequest` that names every property of the configuration that is wrong,
    ///   `untrustedCertificate` if its PEM text can't be read, `tlsFailed` if there is a policy or hook
    ///   that the TLS library can't keep, `library` if the libcurl that is there is older than 7.88.
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
            TrustRules(
                configuration.trust, hook: hooks.didReceiveServerTrust,
                identities: configuration.connection.identities))
    }

    deinit {
        loop.abandon()
        hub.end()
    }

    /// Runs a closure with a session, and ends the session after it: with ``Shutdown/drain`` when
    /// the closure returns, with ``Shutdown/cancel`` when it throws.
    /// - Throws: what the closure throws, or a ``TransportError`` if there can be no session.
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
    /// Cancelling the calling task ends the transfer: over HTTP/1 the connection is closed, over
    /// HTTP/2 the stream is reset.
    /// - Throws: a ``TransportError``. After ``shutdown(_:)`` its code is `sessionClosed`.
    public func send(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse {
        if isWatched(request) { return try await watched(request) }
        guard request.options.compressesRequestBody != true, configuration.cookies == nil,
            configuration.hsts == nil
        else { return try await walk(from: request, for: nil) }
        // Nearly all calls end with their first response, of which there is nothing to be kept.
        let submission = try await submit(request, nil) { caller in .whole(caller) }.submission
        guard !submission.isRedirect else {
            return try await walk(from: request, after: submission, for: nil)
        }
        return try answer(of: submission)
    }

    /// Whether somebody is to be told of a plain call while it runs.
    private func isWatched(_ request: TransportRequest) -> Bool {
        request.options.onProgress != nil || request.options.attachment != nil
            || hasTaskHooks || hub.isHeard
    }

    // The frames of waiting functions are most of what a call costs in memory while it waits, and hold
    // whatever any of their branches needs: what is rare is a function of its own.

    @inline(never)
    private func watched(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse {
        if let attachment = request.options.attachment {
            return try await send(request, for: attachment)
        }
        return try await task(for: request).run()
    }

    /// Sends a request and returns its response as soon as the head has come, the body as a stream.
    ///
    /// When nobody reads, the transfer pauses after 512 KiB. A packed body is unpacked while it is
    /// read, as ``SessionConfiguration/decompresses`` says. It ends when the stream is dropped or
    /// the task that reads it is cancelled. The session's limit on bodies does not apply. The
    /// request's time does: 60 seconds up to the end of the stream, unless its `timeouts.total` is
    /// `.unlimited`.
    /// - Throws: a ``TransportError`` when no head arrived; what goes wrong later is thrown by the
    ///   stream.
    public func stream(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportStream {
        if let attachment = request.options.attachment {
            return try await stream(request, for: attachment)
        }
        if isWatched(request) { return try await task(streaming: request).run() }
        return try await openExchange(request)
    }

    /// The request with the cookies that ``send(_:)`` would send now, over TLS if the host wants that.
    public func prepared(_ request: TransportRequest) -> TransportRequest {
        guard configuration.cookies != nil || configuration.hsts != nil else {
            return request
        }
        return RedirectLoop(
            .never, cookies: configuration.cookies, strict: configuration.hsts
        ).prepared(request)
    }

    // What a call goes through runs where its caller does: a change of executors at each step, back
    // and forth, would cost as much as the steps.

    /// A request in and its response out, after the redirects that it leads to.
    @inline(never)
    nonisolated(nonsending) func walk(
        from request: TransportRequest, after first: Submission? = nil, for task: SessionTask?
    ) async throws(TransportError) -> TransportResponse {
        // How many redirects the loop waits for, if the session is drained meanwhile.
        var hops = task == nil && first?.isRedirect == true ? 1 : 0
        defer { if hops > 0 { loop.post(.endHops(hops)) } }
        let response = try first.map { first throws(TransportError) in try answer(of: first) }
        let redirects = redirects(of: request, for: task, since: first?.start ?? .now)
        let request = try request.packed()
        let call = first?.id ?? nextID.load(ordering: .relaxed)
        return try await redirects.run(request, after: response) {
            request throws(TransportError) in
            try checkIsWanted(call)
            let submission = try await submit(request, task, isFollowing: hops > 0) { caller in
                .whole(caller)
            }.submission
            if task == nil, submission.isRedirect { hops += 1 }
            return try answer(of: submission)
        }
    }

    @inline(never)
    private func answer(of submission: Submission) throws(TransportError) -> TransportResponse {
        let received = try submission.takeResponse()
        return received.needsOpening
            ? try unpacked(received.response, of: submission.request) : received.response
    }

    /// The same, where the caller gets the head first and reads the body itself.
    nonisolated(nonsending) func openExchange(
        _ request: TransportRequest, for task: SessionTask? = nil
    ) async throws(TransportError) -> TransportStream {
        let request = try request.packed()
        var hops = 0
        defer { if hops > 0 { loop.post(.endHops(hops)) } }
        let call = nextID.load(ordering: .relaxed)
        return try await redirects(of: request, for: task).run(request) {
            request throws(TransportError) in
            try checkIsWanted(call)
            let channel = BodyChannel()
            let (submission, opening) = try await submit(
                request, task, isFollowing: hops > 0
            ) { caller in .stream(caller, channel) }
            let head = try opening.get()
            if task == nil, RedirectRule.leadsOn(head.status.code, head.headers) { hops += 1 }
            let wire = BodyReaderEnd(channel, loop, submission.id, of: self, for: task)
            return try unpacked(head, wire, of: request, for: task)
        }
    }

    /// What wraps each exchange of a call.
    private func redirects(
        of request: TransportRequest, for task: SessionTask?,
        since start: ContinuousClock.Instant = .now
    ) -> RedirectLoop {
        let policy = request.options.redirects ?? configuration.redirects
        return RedirectLoop(
            task?.asked(policy) ?? policy, cookies: configuration.cookies,
            strict: configuration.hsts, start: start,
            authorize: task.map { task in task.credential },
            followed: task.map { task in task.followed })
    }

    /// Puts a request on the loop and waits for what its caller asked for.
    @inline(__always)
    nonisolated(nonsending) private func submit<Answer: Sendable>(
        _ request: TransportRequest, _ task: SessionTask?, isFollowing: Bool = false,
        _ wish: (UnsafeContinuation<Answer, Never>) -> Submission.Answer
    ) async throws(TransportError) -> (submission: Submission, answer: Answer) {
        let submission = try submission(of: request, task, isFollowing)
        let answer = await withTaskCancellationHandler {
            await withUnsafeContinuation { caller in
                submission.answer = wish(caller)
                task?.hasTransfer(submission.id, request)
                if !loop.inbox.post(submission) {
                    submission.outcome = .failure(.sessionClosed)
                    submission.finish()
                }
                // A cancel that came between the two found no transfer to end.
                if submission.isCancelled.load(ordering: .relaxed) {
                    loop.post(.cancel(submission.id))
                }
            }
        } onCancel: {
            // Before the loop's lock: who starts after that sees it.
            submission.isCancelled.store(true, ordering: .relaxed)
            loop.post(.cancel(submission.id))
        }
        return (submission, answer)
    }

    @inline(never)
    private func submission(
        of request: TransportRequest, _ task: SessionTask?, _ isFollowing: Bool
    ) throws(TransportError) -> Submission {
        let request = try RequestCheck.checked(request)
        if Task.isCancelled { throw .cancelledBeforeStart }
        // A task that was launched before the end may need one more exchange, and so may a redirected call.
        if task == nil, !isFollowing, isClosed.load(ordering: .relaxed) { throw .sessionClosed }
        let id = nextID.wrappingAdd(1, ordering: .relaxed).oldValue
        return Submission(
            id: id, request: request, task: task, isFollowing: isFollowing, loop: loop)
    }

    /// Runs tasks on the session's own thread.
    ///
    /// A task that prefers it (`withTaskExecutorPreference`) sends and receives without a change of
    /// threads, which saves most of what a small call costs besides libcurl. It is for tasks that do
    /// little between their calls: while one of them computes, or blocks, the session's transfers
    /// stand still. Bodies that are packed (``TransferOptions/compressesRequestBody``) are packed there too.
    /// After the session has ended such tasks run on a queue of the system.
    public var executor: any TaskExecutor { loop.executor }

    func nextTaskID() -> TaskID {
        TaskID(session: number, number: nextID.wrappingAdd(1, ordering: .relaxed).oldValue)
    }

    /// Ends all transfers that have begun until now, and keeps their redirects from being followed.
    func cancelTransfers() {
        let last = nextID.wrappingAdd(1, ordering: .relaxed).oldValue
        lastCancelled.store(last, ordering: .relaxed)
        loop.post(.cancelAll(last))
    }

    /// Raised by ``cancelAll(reason:)``.
    public var cancellationCount: Int { Int(lastCancelled.load(ordering: .relaxed)) }

    /// Throws if the call with this number was cancelled with all others.
    private func checkIsWanted(_ call: UInt64) throws(TransportError) {
        if call <= lastCancelled.load(ordering: .relaxed) { throw .cancelled }
    }

    /// How a session ends.
    public enum Shutdown: Sendable, Hashable {
        /// Lets the running transfers and tasks finish.
        ///
        /// A stream that nobody reads keeps it waiting: read it to its end, or drop it. So does a
        /// task that is suspended, and a redirect about which a closure decides: that must not wait for
        /// this.
        case drain
        /// Ends the running transfers and tasks with the code `cancelled`.
        case cancel
    }

    /// Ends the session: no new call is taken, connections are closed, the thread is joined.
    ///
    /// May be called more than once, also while draining, to cancel what still runs. A hook must not wait for
    /// it, as it waits for the task of the hook.
    public func shutdown(_ mode: Shutdown) async {
        isClosed.store(true, ordering: .relaxed)
        registry.close()
        if mode == .cancel {
            for task in registry.tasks { task.cancel(reason: "the session was shut down") }
            await loop.shutdown(.cancel)
        }
        await registry.idle()
        await loop.shutdown(mode)
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
