internal import Dispatch
internal import Glibc

/// Ends a task at Ctrl-C, and the tool at the second one.
struct Interruption {
    private let source: any DispatchSourceSignal

    init(_ cancel: @escaping @Sendable () -> Void) {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler {
            // The second Ctrl-C has its usual effect.
            signal(SIGINT, SIG_DFL)
            cancel()
        }
        source.resume()
    }

    /// Awaits a task, which Ctrl-C cancels.
    static func value<Value: Sendable>(of task: Task<Value, any Error>) async throws -> Value {
        let interruption = Interruption { task.cancel() }
        defer { interruption.end() }
        return try await task.value
    }

    /// Leaves Ctrl-C to the system again.
    func end() {
        source.cancel()
        signal(SIGINT, SIG_DFL)
    }
}
