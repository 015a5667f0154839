/// The handle of one typed call: it starts, suspends, resumes and cancels the call, and tells its progress.
///
/// ``APIService/task(for:)`` and its overloads make it. The call does nothing before ``value`` is awaited or
/// ``resume()`` is called. From then on it runs to its end, also when nobody holds the handle.
///
/// Over a `CurlSession` the whole call is one of the session's tasks, whatever its number of requests;
/// PosthornCurl adds `sessionTask`, which has its state, metrics and redirects. Over a transport without tasks,
/// suspending holds a call that has not started, and there is no progress. May be used from any thread.
public final class CallTask<Value: Sendable, Failure: EndpointFailure>: Sendable {
    private typealias Runner = Task<Result<Value, Failure>, Never>

    package let attachment: TransferAttachment
    private let work: @Sendable (TransferAttachment) async throws(Failure) -> Value
    private let runner = Locked<Runner?>(nil)

    init(
        _ kind: TransferAttachment.Kind,
        _ work: @escaping @Sendable (TransferAttachment) async throws(Failure) -> Value
    ) {
        attachment = TransferAttachment(kind, isHandled: true)
        self.work = work
    }

    /// The outcome of the call; starts the call if it is new.
    ///
    /// Several callers may wait for it. A caller that is cancelled keeps waiting: end the call with
    /// ``cancel(reason:)``. A call that was suspended before it was started waits for ``resume()``.
    /// - Throws: the failure of the call, with the code ``APIError/Code/cancelled`` if it was cancelled.
    public var value: Value {
        get async throws(Failure) { try await start().value.get() }
    }

    /// Starts a new call, or lets a suspended one go on.
    public func resume() {
        attachment.resume()
        _ = start()
    }

    /// Holds the call: nothing more is sent or read until ``resume()``.
    ///
    /// Time limits go on counting once the call has started.
    public func suspend() { attachment.suspend() }

    /// Ends the call with the code ``APIError/Code/cancelled``.
    /// - Parameter reason: Added to the error's message. `nil` adds nothing.
    public func cancel(reason: String? = nil) {
        attachment.cancel(reason: reason)
        start().cancel()
    }

    /// How much the call matters beside the others of its session.
    ///
    /// `nil`, the default, leaves what the request says. Setting it counts at once.
    public var priority: TransferPriority? {
        get { attachment.wishes.priority }
        set { attachment.setPriority(newValue) }
    }

    /// The bytes sent and received so far.
    public var progress: TransferProgress { attachment.progress }

    /// The bytes sent and received: those so far at once, then after each 64 KiB or so of a body, and at the end.
    ///
    /// A slow reader misses outdated numbers, never the newest. The sequence ends with the call; that of a stream
    /// ends when the stream and the handle are dropped.
    public var progressUpdates: AsyncStream<TransferProgress> { attachment.progressUpdates }

    private func start() -> Runner {
        runner.withLock { runner in
            if let runner { return runner }
            let new = Runner { [attachment, work] in
                await attachment.mayStart()
                do throws(Failure) {
                    return .success(try await work(attachment))
                } catch {
                    return .failure(error)
                }
            }
            runner = new
            return new
        }
    }
}

extension CallTask: RedactedStringConvertible {
    /// The bytes sent and received, without values.
    public var description: String {
        "call: \(progress.sent) bytes sent, \(progress.received) received"
    }
}

extension APIService {
    /// Makes a handle of a call whose value is the endpoint's output.
    ///
    /// ```swift
    /// let task = shop.task(for: ShopAPI.GetOrder(id: id))
    /// let order = try await task.value
    /// ```
    public func task<E: Endpoint>(for endpoint: E) -> CallTask<E.Output, E.Failure> {
        CallTask(.data) { attachment async throws(E.Failure) in
            try await call(endpoint, attachment: attachment).response.value
        }
    }

    /// Makes a handle of a call whose value is a stream.
    ///
    /// The value is available when the head of the response has arrived. The handle keeps the stream: to end it
    /// early, cancel the handle, or drop both.
    public func task<E: StreamEndpoint>(for endpoint: E) -> CallTask<E.Output, E.Failure> {
        CallTask(.stream) { attachment async throws(E.Failure) in
            try await stream(endpoint, attachment)
        }
    }

    /// Makes a handle of a call whose value is a file; see ``download(_:to:options:)``.
    public func task<E: DownloadEndpoint>(
        for endpoint: E, to destination: DownloadDestination,
        options: DownloadOptions = DownloadOptions()
    ) -> CallTask<DownloadedFile, E.Failure> {
        CallTask(.download) { attachment async throws(E.Failure) in
            try await download(endpoint, to: destination, options: options, attachment)
        }
    }
}
