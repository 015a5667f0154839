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

    /// What happens in the session from now on.
    ///
    /// Costs nothing while nobody has it.
    public var events: SessionEvents { events(buffering: 256) }

    /// What happens in the session from now on.
    /// - Parameter limit: How many events wait for their reader before the oldest is dropped.
    public func events(buffering limit: Int) -> SessionEvents {
        observation.hub.listen(buffering: max(1, limit))
    }

    /// Makes a task whose value is a complete answer.
    public func dataTask(for request: TransportRequest) -> ResultTask<TransportResponse> {
        ResultTask(.data, request, self) { task throws(TransportError) in
            try await task.session.collect(request, for: task)
        }
    }

    /// Makes a task that sends a body and whose value is the complete answer.
    public func uploadTask(
        for request: TransportRequest, from body: MessageBody
    ) -> ResultTask<TransportResponse> {
        var request = request
        request.body = body
        return ResultTask(.upload, request, self) { [request] task throws(TransportError) in
            try await task.session.collect(request, for: task)
        }
    }

    /// Makes a task whose value is an answer with its body as a stream.
    ///
    /// The value is there when the head has come, and can be had once; the task ends when the stream
    /// has ended or was dropped. A stream that nobody takes keeps the task.
    public func bytesTask(for request: TransportRequest) -> ResultTask<TransportStream> {
        ResultTask(.bytes, request, self) { task throws(TransportError) in
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

    /// Gives a task's caller the stream, and holds nothing of it, so that dropping it ends it.
    private func open(
        _ request: TransportRequest, for task: ResultTask<TransportStream>
    ) async throws(TransportError) -> EndSignal {
        let stream = try await openExchange(request, for: task)
        _ = try await task.disposition(of: stream.head)
        // Somebody may have cancelled the task when the head was there already.
        if Task.isCancelled { throw .cancelled }
        let (end, watched) = stream.watched()
        task.give(watched)
        return end
    }

    /// Sends a request and returns its complete answer; as ``send(_:)``, with a task behind it.
    /// - Throws: a ``TransportError``.
    public func data(
        for request: TransportRequest
    ) async throws(TransportError) -> TransportResponse {
        try await dataTask(for: request).run()
    }

    /// Sends a request and returns its answer as a stream; as ``stream(_:)``, with a task behind it.
    /// - Throws: a ``TransportError`` when no head arrived.
    public func bytes(
        for request: TransportRequest
    ) async throws(TransportError) -> TransportStream {
        try await bytesTask(for: request).run()
    }

    /// Sends a request with a body and returns the complete answer.
    /// - Throws: a ``TransportError``; with the code `bodyFailed` if the body can't be had to its end.
    public func upload(
        _ request: TransportRequest, from body: MessageBody
    ) async throws(TransportError) -> TransportResponse {
        try await uploadTask(for: request, from: body).run()
    }

    /// The whole answer for a data or upload task, which keeps it if events are to tell of it.
    private func collect(
        _ request: TransportRequest, for task: SessionTask
    ) async throws(TransportError) -> TransportResponse {
        let response = try await whole(request, for: task)
        if configuration.eventsTellBodies { task.board.withLock { $0.body = response.body } }
        return response
    }

    private func whole(
        _ request: TransportRequest, for task: SessionTask
    ) async throws(TransportError) -> TransportResponse {
        guard observation.hooks.didReceiveResponse != nil else {
            return try await exchange(request, for: task)
        }
        let stream = try await openExchange(request, for: task)
        var response = TransportResponse(
            status: stream.status, headers: stream.headers, completeness: stream.completeness)
        response.redirects = stream.redirects
        switch try await task.disposition(of: stream.head) {
        case .becomeDownload(let path):
            observation.emit(.becameDownload(task.id, path: path))
            if let hook = observation.hooks.didBecomeDownload {
                await task.inTurn { await hook(task, path) }
            }
            let download = ResumableDownload(to: .file(path), downloadDefaults, listener: task)
            download.adopt(stream, of: request)
            _ = try await download.receive(stream.body, presentsWhole: false)
        case .allow, .cancel:
            for try await piece in stream.body {
                guard response.body.count + piece.count <= configuration.maximumBodyBytes else {
                    throw .bodyTooLarge(configuration.maximumBodyBytes)
                }
                response.body.append(piece)
            }
        }
        response.trailers = task.trailers
        response.metrics = task.metrics ?? response.metrics
        return response
    }
}

extension SessionTask {
    /// What the hook says about an answer; `cancel` is thrown.
    func disposition(
        of head: TransportHead
    ) async throws(TransportError) -> ResponseDisposition {
        guard let hook = session.observation.hooks.didReceiveResponse else { return .allow }
        let disposition = await inTurn { await hook(self, head) }
        if Task.isCancelled { throw .cancelled }
        guard disposition != .cancel else {
            throw TransportError(.cancelled, "a hook refused the answer")
        }
        board.withLock { $0.hooks }?.post(.allowed)
        return disposition
    }
}
