import FoundationEssentials

extension CurlSession {
    /// The tasks that have not ended, in the order of their creation.
    ///
    /// Calls of ``send(_:)`` and ``stream(_:)`` are included only if they report progress, or while hooks are
    /// set or events are observed.
    public var tasks: [SessionTask] { registry.tasks }

    /// The tasks of one kind that have not ended.
    public func tasks(_ kind: SessionTask.Kind) -> [SessionTask] {
        registry.tasks.filter { $0.kind == kind }
    }

    /// Returns the task with an identifier.
    ///
    /// `nil` if the task has ended or belongs to another session.
    public func task(_ id: SessionTask.ID) -> SessionTask? {
        id.session == number ? registry[id] : nil
    }

    /// The session's events from now on, without the progress of its tasks.
    ///
    /// The session creates no events while nothing observes them.
    public var events: SessionEvents { events() }

    /// Returns the session's events from now on.
    ///
    /// - Parameters:
    ///   - limit: The number of unread events after which the oldest is dropped. The default is 256; less
    ///     than 1 counts as 1.
    ///   - includesProgress: Whether to report the progress of tasks that are created from now on. The
    ///     default is `false`.
    public func events(
        buffering limit: Int = 256, includesProgress: Bool = false
    ) -> SessionEvents {
        hub.listen(includesProgress ? .all : .allButProgress, buffering: max(1, limit))
    }

    /// Creates a task whose value is the complete response.
    public func task(
        for request: TransportRequest
    ) -> CallTask<TransportResponse, TransportError> { dataTask(request).handle }

    func dataTask(_ request: TransportRequest) -> TransferTask<TransportResponse> {
        TransferTask(.data, request, self) { task throws(TransportError) in
            try await task.session.collect(request, for: task)
        }
    }

    /// Creates a task whose value is the response, with its body as a stream.
    ///
    /// The value is available once the head is received, and can be taken once; later readers of the value get
    /// an error with the code `invalidRequest`. The task ends when the stream has ended or is released. A stream
    /// that is never taken keeps the task running.
    public func task(
        streaming request: TransportRequest
    ) -> CallTask<TransportStream, TransportError> { streamTask(request).handle }

    func streamTask(_ request: TransportRequest) -> TransferTask<TransportStream> {
        TransferTask(.stream, request, self) { task throws(TransportError) in
            let end = try await task.session.open(request.withLongResponse, for: task)
            if let error = await end.error() {
                // Another task may read the stream, and that task was not cancelled.
                task.endTransfer()
                throw error
            }
            // This value is unused: the caller received the stream with the head.
            return TransportStream(status: .ok, body: ByteStream(Data()))
        }
    }

    /// Cancels all tasks and all calls of ``send(_:)`` and ``stream(_:)``; the session stays usable.
    ///
    /// They fail with the code `TransportError.Code.cancelled`. Later calls and tasks are not affected.
    /// - Parameter reason: A text that is added to the messages of the tasks' errors. The default, `nil`,
    ///   adds nothing.
    public func cancelAll(reason: String? = nil) {
        for task in registry.tasks { task.cancel(reason: reason) }
        cancelTransfers()
    }

    /// Gives the stream to the caller and keeps no reference, so that releasing it ends the transfer.
    private func open(
        _ request: TransportRequest, for task: TransferTask<TransportStream>
    ) async throws(TransportError) -> EndSignal {
        var stream = try await openExchange(request, for: task)
        _ = try await task.disposition(of: stream.head)
        // The task may have been cancelled after the head was received.
        if Task.isCancelled { throw .cancelled }
        let end = EndSignal()
        stream.body = ByteStream(WatchedSource(stream.body, end))
        task.give(stream)
        return end
    }

    /// Receives the whole response of a data task, and keeps its body if events include bodies.
    func collect(
        _ request: TransportRequest, for task: SessionTask
    ) async throws(TransportError) -> TransportResponse {
        let response = try await whole(request, for: task)
        if configuration.includesBodiesInEvents {
            task.storage.withLock { $0.body = response.body }
        }
        return response
    }

    private func whole(
        _ request: TransportRequest, for task: SessionTask
    ) async throws(TransportError) -> TransportResponse {
        guard hooks.didReceiveResponse != nil else {
            return try await sendFollowingRedirects(request, for: task)
        }
        let stream = try await openExchange(request, for: task)
        var response = TransportResponse(
            status: stream.status, headers: stream.headers, bodyIntegrity: stream.bodyIntegrity)
        response.redirects = stream.redirects
        switch try await task.disposition(of: stream.head) {
        case .becomeDownload(let url):
            task.emit(.becameDownload(task.id, to: url))
            let download = ResumableDownload(to: .file(url), downloadDefaults, listener: task)
            download.adopt(stream, of: request)
            _ = try await download.receive(stream.body, presentsWhole: false)
        case .allow, .cancel:
            let limit = request.options.maximumResponseBytes ?? configuration.maximumBodyBytes
            for try await piece in stream.body {
                guard response.body.count + piece.count <= limit else { throw .bodyTooLarge(limit) }
                response.body.append(piece)
            }
        }
        response.trailers = task.trailers
        response.metrics = task.metrics ?? response.metrics
        return response
    }
}

extension SessionTask {
    /// Asks the hook about a response; throws `cancelled` if the hook refuses it.
    func disposition(of head: TransportResponse) async throws(TransportError)
        -> SessionHooks.ResponseDisposition
    {
        guard let hook = session.hooks.didReceiveResponse else { return .allow }
        let disposition = await hook(self, head)
        if Task.isCancelled { throw .cancelled }
        guard disposition != .cancel else {
            throw TransportError(.cancelled, "a hook refused the response")
        }
        return disposition
    }
}
