/// What tells a cancelled call from a failed one.
enum Cancellation {
    /// Whether an error of somebody else's code comes of a cancellation: its own calls report it as an
    /// error of theirs, and what it throws in a cancelled task says no more than that.
    static func isBehind(_ error: any Error) -> Bool {
        switch error {
        case is CancellationError: true
        case let error as any EndpointFailure: error.code == .cancelled
        case let error as TransportError: error.code == .cancelled
        default: Task.isCancelled
        }
    }
}
