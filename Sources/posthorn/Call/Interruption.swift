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

    /// Leaves Ctrl-C to the system again.
    func end() {
        source.cancel()
        signal(SIGINT, SIG_DFL)
    }
}
