/// A handle for one typed call, which starts, suspends, resumes and cancels it and reports its progress.
///
/// `APIService.task(for:)` and its overloads make one. The call starts when you await ``value`` or call
/// ``resume()``. From then on it runs to its end, even if the handle is released.
///
/// With a `CurlSession`, the whole call is one task of the session, however many requests it sends.
/// Its `sessionTask` gives access to that task's state, metrics and redirects. Another
/// transport suspends a running call and reports progress if it uses ``TransportRequest/waitWhileSuspended()``
/// and ``TransportRequest/report(_:)``.
///
/// You can use a handle from any thread.
public final class CallTask<Value: Sendable, Failure: Error>: Sendable {
    package let control: any CallControl
    private let outcome: @Sendable () async throws(Failure) -> Value

    /// - Parameter outcome: Starts the call if it is neither started nor suspended, and waits for its outcome.
    package init(
        _ control: any CallControl,
        _ outcome: @escaping @Sendable () async throws(Failure) -> Value
    ) {
        self.control = control
        self.outcome = outcome
    }

    /// Creates a handle for code that sends its requests with an attachment.
    package convenience init(
        _ kind: TransferAttachment.Kind,
        _ work: @escaping @Sendable (TransferAttachment) async throws(Failure) -> Value
    ) {
        let attachment = TransferAttachment(kind)
        let run = CallRun<Value, Failure>(of: attachment) { () async throws(Failure) in
            await attachment.waitWhileSuspended()
            return try await work(attachment)
        }
        self.init(run) { () async throws(Failure) in try await run.value }
    }

    /// The outcome of the call.
    ///
    /// Awaiting it starts the call if it has not started.
    ///
    /// Several tasks may await it. A task that is cancelled keeps waiting; use ``cancel(reason:)`` to end the
    /// call. A call that was suspended before it started waits for ``resume()``.
    ///
    /// - Throws: The failure of the call. Its code is `APIError.Code.cancelled` if the call was cancelled.
    public var value: Value { get async throws(Failure) { try await outcome() } }

    /// Starts the call, or resumes it after a suspension.
    public func resume() { control.resume() }

    /// Suspends the call: nothing more is sent or read until ``resume()``.
    ///
    /// Timeouts keep running once the call has started.
    public func suspend() { control.suspend() }

    /// Cancels the call, which then fails with the code `APIError.Code.cancelled`.
    ///
    /// - Parameter reason: A text added to the error's message. `nil`, the default, adds nothing.
    public func cancel(reason: String? = nil) { control.cancel(reason: reason) }

    /// The priority of the call among the others of its session.
    ///
    /// `nil`, the default, uses the request's own priority. A new value takes effect at once.
    public var priority: TransferOptions.Priority? {
        get { control.requestedPriority }
        set { control.requestedPriority = newValue }
    }

    /// The numbers of bytes sent and received so far.
    ///
    /// Bytes are counted from the first access on, to save the cost of counting before. The numbers at the end of
    /// the call are always recorded.
    public var progress: TransferProgress { control.progress }

    /// A sequence of the numbers of bytes sent and received.
    ///
    /// It yields the current numbers at once, new ones after about every 64 KiB of a body, and the last ones
    /// at the end. A slow reader skips outdated numbers but always gets the newest ones. The sequence ends
    /// with the call. For a stream, it ends once both the stream and the handle are released.
    public var progressUpdates: AsyncStream<TransferProgress> { control.progressUpdates }

    /// Returns a handle for the same call whose value is transformed.
    ///
    /// The transformation runs once, after the call has succeeded, if the new handle is started by its `value` or
    /// `resume()`. Both handles control the same call. Cancelling the new handle cancels the transformation's
    /// task, too.
    ///
    /// - Parameter transform: Returns the value of the new handle, or throws its error.
    public func map<New: Sendable>(
        _ transform: @escaping @Sendable (Value) async throws -> New
    ) -> CallTask<New, any Error> {
        let run = CallRun<New, any Error>(of: control) { [self] in
            try await withTaskCancellationHandler {
                try await transform(try await value)
            } onCancel: {
                cancel()
            }
        }
        return CallTask<New, any Error>(run) { try await run.value }
    }
}

extension CallTask: RedactedStringConvertible {
    /// The numbers of bytes sent and received, without any content.
    public var description: String {
        let progress = control.recordedProgress
        return "call: \(progress.sent) bytes sent, \(progress.received) received"
    }
}
