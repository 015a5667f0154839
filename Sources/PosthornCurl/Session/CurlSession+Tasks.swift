import FoundationEssentials
public import Posthorn

extension CurlSession {
    /// The tasks that have not ended, in the order in which they were made.
    ///
    /// Calls by ``send(_:)`` and ``stream(_:)`` are among them only while hooks are set or events are
    /// listened to, or if they tell their progress.
    public var tasks: [SessionTask] { registry.tasks }

    /// The tasks of one kind that have not ended.
    public func tasks(_ kind: SessionTask.Kind) -> [SessionTask] {
        registry.tasks.filter { $0.kind == kind }
    }

    /// The task of that name.
    ///
    /// `nil` if it has ended or is none of this session's.
    public func task(_ id: TaskID) -> SessionTask? { id.session == number ? registry[id] : nil }

    /// What happens in the session from now on, without the progress of its tasks.
    ///
    /// Costs nothing while nobody has it.
    public var events: SessionEvents { events() }

    /// What happens in the session from now on.
    /// - Parameters:
    ///   - limit: How many events wait for their reader before the oldest is dropped.
    ///   - includesProgress: Whether the progress is reported of each task that is made from now on.
    public func events(
        buffering limit: Int = 256, includesProgress: Bool = false
    ) -> SessionEvents {
        hub.listen(includesProgress ? .all : .allButProgress, buffering: max(1, limit))
    }

    /// Makes a task whose value is the complete response.
    public func task(for request: TransportRequest) -> TransferTask<TransportResponse> {
        TransferTask(.data, request, self) { task throws(TransportError) in
            try await task.session.collect(request, for: task)
        }
    }

    /// Makes a task whose value is the response with its body as a stream.
    ///
    /// The value is there when the head has come, and can be taken once. The task ends when the stream
    /// has ended or was dropped. A stream that nobody takes keeps the task.
    public func task(streaming request: TransportRequest) -> TransferTask<TransportStream> {
        TransferTask(.stream, request, self) { task throws(TransportError) in
            let end = try await task.session.open(request, for: task)
            if let error = await end.error() {
                // Whoever reads the stream may be another task, which nobody has cancelled.
                task.endTransfer()
                throw error
            }
            // Nobody gets it: the value was given when the head came.
            return TransportStream(status: .ok, body: ByteStream(Data()))
        }
    }

    /// Cancels all tasks, and the calls by ``send(_:)`` and ``stream(_:)``; the session stays usable.
    ///
    /// They end with the code ``TransportError/Code/cancelled``. Later calls and tasks are not affected.
    /// - Parameter reason: Added to the messages of the tasks' errors. `nil` adds nothing.
    public func cancelAll(reason: String? = nil) {
        for task in registry.tasks { task.cancel(reason: reason) }
        cancelTransfers()
    }

    /// Gives a task's caller the stream, and holds nothing of it, so that dropping it ends it.
    private func open(
        _ request: TransportRequest, for task: TransferTask<TransportStream>
    ) async throws(TransportError) -> EndSignal {
        var stream = try await openExchange(request, for: task)
        _ = try await task.disposition(of: stream.head)
        // Somebody may have cancelled the task when the head was there already.
        if Task.isCancelled { throw .cancelled }
        let end = EndSignal()
        stream.body = ByteStream(WatchedSource(stream.body, end))
        task.give(stream)
        return end
    }

    /// The whole response for a data task, which keeps it if events are to tell of it.
    func collect(
        _ request: TransportRequest, for task: SessionTask
    ) async throws(TransportError) -> TransportResponse {
        let response = try await whole(request, for: task)
        if configuration.includesBodiesInEvents { task.board.withLock { $0.body = response.body } }
        return response
    }

    private func whole(
        _ request: TransportRequest, for task: SessionTask
    ) async throws(TransportError) -> TransportResponse {
        guard hooks.didReceiveResponse != nil else {
            return try await walk(from: request, for: task)
        }
        let stream = try await openExchange(request, for: task)
        var response = TransportResponse(
            status: stream.status, headers: stream.headers, bodyIntegrity: stream.bodyIntegrity)
        response.redirects = stream.redirects
        switch try await task.disposition(of: stream.head) {
        case .becomeDownload(let path):
            task.emit(.becameDownload(task.id, path: path))
            let download = ResumableDownload(to: .file(path), downloadDefaults, listener: task)
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
    /// What the hook says about a response; `cancel` is thrown.
    func disposition(of head: TransportHead) async throws(TransportError) -> ResponseDisposition {
        guard let hook = session.hooks.didReceiveResponse else { return .allow }
        let disposition = await hook(self, head)
        if Task.isCancelled { throw .cancelled }
        guard disposition != .cancel else {
            throw TransportError(.cancelled, "a hook refused the response")
        }
        return disposition
    }
}
