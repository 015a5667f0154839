extension CurlSession {
    /// Performs one exchange of a typed call; all exchanges of the call belong to one session task.
    func stream(
        _ request: TransportRequest, for attachment: TransferAttachment
    ) async throws(TransportError) -> TransportStream {
        let request = request.detached
        var whole = request
        if request.headers[.ifRange] != nil {
            // The download itself added the range.
            (whole.headers[.range], whole.headers[.acceptEncoding]) = (nil, nil)
        }
        let task = try task(for: attachment, whole)
        do throws(TransportError) {
            let stream = try await openExchange(request, for: task)
            if stream.status.code != 416 { _ = try await task.disposition(of: stream.head) }
            // Downloads ask for an uncompressed file. A compressed response, for example an error, is still
            // decompressed so that it can be validated. A compressed part of a file is refused.
            guard task.kind == .download, stream.status != .partialContent else { return stream }
            return try decompressed(stream, of: whole)
        } catch {
            throw task.isCancelled ? task.cancellation(error) : error
        }
    }

    /// Performs one exchange of a typed call and collects the response.
    func send(
        _ request: TransportRequest, for attachment: TransferAttachment
    ) async throws(TransportError) -> TransportResponse {
        let request = request.detached
        let task = try task(for: attachment, request)
        do throws(TransportError) {
            return try await collect(request, for: task)
        } catch {
            throw task.isCancelled ? task.cancellation(error) : error
        }
    }

    /// Returns the task of a typed call, and creates it with the call's first exchange.
    private func task(
        for attachment: TransferAttachment, _ request: TransportRequest
    ) throws(TransportError) -> SessionTask {
        if let task = attachment.task as? SessionTask, task.session === self {
            guard !task.isCancelled else { throw task.cancellation(.cancelled) }
            if !task.state.isFinal { return task }
        }
        let kind: SessionTask.Kind =
            switch attachment.kind {
            case .data: .data
            case .stream: .stream
            case .download: .download
            }
        let task = CallSessionTask(kind, request, self)
        task.resume()
        guard !task.isCancelled else { throw task.cancellation(.cancelled) }
        guard !task.state.isFinal else { throw .sessionClosed }
        attachment.attach(task)
        guard !task.isCancelled else { throw task.cancellation(.cancelled) }
        return task
    }
}

extension TransportRequest {
    /// The request without its attachment, so that the task and the attachment do not retain each other.
    fileprivate var detached: TransportRequest {
        var request = self
        request.options.attachment = nil
        return request
    }
}

/// The session task of a typed call, which performs the exchanges and ends the task.
///
/// SAFETY: it adds no properties to its superclass.
private final class CallSessionTask: SessionTask, @unchecked Sendable {
    override func launch() {
        guard session.registry.launch() else { return abort(.sessionClosed) }
        // A cancellation may have ended the task before it was counted.
        let isCounted = storage.withLock { storage in
            storage.isCounted = !storage.state.isFinal
            return storage.isCounted
        }
        isCounted ? reportProgress() : session.registry.settled()
    }

    override func abort(_ error: TransportError) {
        if enterFinalState(error) { complete(error) }
    }

    override func stopWork() { end(cancellation(.cancelled)) }

    override package func end(_ error: TransportError?) {
        if error != nil { endTransfer() }
        let isReporting = storage.withLock { storage -> Bool? in
            guard !storage.isEnding else { return nil }
            storage.isEnding = true
            storage.hub?.endProgress()
            guard let reporter = storage.reporter else { return false }
            // The task ends after the request's closure has received the last progress.
            storage.reporter = Task {
                await reporter.value
                self.finish(error)
            }
            return true
        }
        if isReporting == false { finish(error) }
    }

    private func finish(_ error: TransportError?) {
        guard enterFinalState(error) else { return }
        complete(error)
        if storage.withLock({ $0.isCounted }) { session.registry.settled() }
    }
}

extension CallTask {
    /// The task of the session that performs the call.
    ///
    /// A session's own `task(…)` methods create it with the handle. For a typed call, it is `nil` before the first
    /// request is sent, and with a transport other than ``CurlSession``.
    public var sessionTask: SessionTask? { control.task as? SessionTask }
}

extension SessionTask {
    package func apply(
        _ requested: TransferAttachment.RequestedState,
        after earlier: TransferAttachment.RequestedState
    ) {
        if requested.priority != earlier.priority {
            requestedPriority = requested.priority
        }
        if requested.isCancelled { cancel(reason: requested.reason) }
        if requested.isSuspended != earlier.isSuspended {
            requested.isSuspended ? suspend() : resume()
        }
    }

    var isCancelled: Bool { storage.withLock { $0.isCancelled } }
}
