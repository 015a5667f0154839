extension Cancellation {
    /// Whether an error thrown by a client's code, which may call an API, results from a cancellation.
    static func isBehindCall(_ error: any Error) -> Bool {
        if let failure = error as? any EndpointFailure { return failure.code == .cancelled }
        return isBehind(error)
    }
}
