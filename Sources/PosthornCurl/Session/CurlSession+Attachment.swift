public import Posthorn

extension CurlSession {
    /// An exchange of a typed call that is one task of the session, however many exchanges it makes.
    func stream(
        _ request: TransportRequest, for attachment: TransferAttachment
    ) async throws(TransportError) -> TransportStream {
        let request = request.detached
        var whole = request
        if request.headers[.ifRange] != nil {
            // The download has asked for a part by itself.
            (whole.headers[.range], whole.headers[.acceptEncoding]) = (nil, nil)
        }
        let task = try task(for: attachment, whole)
        do throws(TransportError) {
            let stream = try await openExchange(request, for: task)
            if stream.status.code != 416 { _ = try await task.disposition(of: stream.head) }
            // Nothing compressed is asked for a file. What is compressed all the same, such as an error, is
            // still to be read by whoever validates it; a part is refused then.
            guard task.kind == .download, stream.status != .partialContent else { return stream }
            return try unpacked(stream, of: whole)
        } catch {
            throw task.isCancelled ? task.cancellation(error) : error
        }
    }

    /// The same where the response is read as a whole.
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

    /// The task of a typed call, which is made at its first exchange.
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
        let signal = EndSignal()
        let task = TransferTask<Void>(kind, request, self) { task throws(TransportError) in
            guard let error = await signal.error() else { return }
            task.endTransfer()
            throw error
        }
        task.resume()
        guard !task.state.isFinal else { throw .sessionClosed }
        attachment.attach(task, until: signal)
        guard !task.isCancelled else { throw task.cancellation(.cancelled) }
        return task
    }
}

extension TransportRequest {
    /// The request as a task keeps it: the task and its attachment must not hold each other.
    fileprivate var detached: TransportRequest {
        var request = self
        request.options.attachment = nil
        return request
    }
}

extension CallTask {
    /// The session's task of the call.
    ///
    /// `nil` before the first request is sent, and over a transport that is no ``CurlSession``.
    public var sessionTask: SessionTask? { attachment.task as? SessionTask }
}

extension SessionTask {
    package func follow(
        _ wishes: TransferAttachment.Wishes, after earlier: TransferAttachment.Wishes
    ) {
        if let priority = wishes.priority, priority != earlier.priority { self.priority = priority }
        if wishes.isCancelled { cancel(reason: wishes.reason) }
        if wishes.isSuspended != earlier.isSuspended {
            wishes.isSuspended ? suspend() : resume()
        }
    }

    var isCancelled: Bool { board.withLock { $0.isCancelled } }
}
