package enum Cancellation {
    /// Whether an error thrown by a client's code results from a cancellation.
    ///
    /// That code's own exchanges report a cancellation as their own error. In a cancelled task, any error
    /// counts as a cancellation.
    package static func isBehind(_ error: any Error) -> Bool {
        switch error {
        case is CancellationError: true
        case let error as TransportError: error.code == .cancelled
        default: Task.isCancelled
        }
    }
}
