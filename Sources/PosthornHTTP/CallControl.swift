/// What a ``CallTask`` controls: a typed call, a task of a session, or a share in a load.
package protocol CallControl: ProgressSource {
    /// Starts the call if it is neither started nor suspended.
    func start()
    func resume()
    func suspend()
    func cancel(reason: String?)
    /// The priority of the call; `nil` uses that of its request.
    var requestedPriority: TransferOptions.Priority? { get set }
    var task: (any AttachedTask)? { get }
    /// Ends the reports of a call that will not start.
    func abandon()
}

extension CallControl {
    package func abandon() {}
}

/// A call that runs in a task of its own once it is started.
final class CallRun<Value: Sendable, Failure: Error>: CallControl {
    private typealias Runner = Task<Result<Value, Failure>, Never>

    /// Suspends the call, and reports its progress.
    private let base: any CallControl
    private let work: @Sendable () async throws(Failure) -> Value
    private let runner = Locked<Runner?>(nil)

    init(
        of base: any CallControl, _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) {
        self.base = base
        self.work = work
    }

    var value: Value { get async throws(Failure) { try await run().value.get() } }

    func start() { _ = run() }

    func resume() {
        base.resume()
        start()
    }

    func suspend() { base.suspend() }

    func cancel(reason: String?) {
        base.cancel(reason: reason)
        run().cancel()
    }

    var requestedPriority: TransferOptions.Priority? {
        get { base.requestedPriority }
        set { base.requestedPriority = newValue }
    }

    var task: (any AttachedTask)? { base.task }
    func abandon() { base.abandon() }
    var progress: TransferProgress { base.progress }
    var recordedProgress: TransferProgress { base.recordedProgress }
    var progressUpdates: AsyncStream<TransferProgress> { base.progressUpdates }

    private func run() -> Runner {
        runner.withLock { runner in
            if let runner { return runner }
            let new = Runner { [self] in
                do throws(Failure) {
                    return .success(try await work())
                } catch {
                    return .failure(error)
                }
            }
            runner = new
            return new
        }
    }
}
