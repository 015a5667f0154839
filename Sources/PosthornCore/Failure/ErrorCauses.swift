extension APIError {
    /// This error followed by its underlying errors, down to the root cause.
    ///
    /// Follows ``underlying`` through the errors of this package. An example is a status code, the cause of
    /// the unreadable body, the position in the JSON, and the error that a `Decodable` type threw.
    public var errorChain: [any Error] {
        var chain: [any Error] = [self]
        while let cause = Self.cause(of: chain[chain.count - 1]) { chain.append(cause) }
        return chain
    }

    /// Returns whether this error or one of its underlying errors has a code.
    public func contains(_ code: Code) -> Bool {
        errorChain.contains { error in
            switch error {
            case let error as any EndpointFailure: error.code == code
            case let fault as APIError.Cause: fault.code == code
            case let error as TransportError: error.code == code
            default: false
            }
        }
    }

    private static func cause(of error: any Error) -> (any Error)? {
        switch error {
        case let error as any EndpointFailure: error.apiError.underlying
        case let fault as APIError.Cause: fault.underlying
        case let error as TransportError: error.underlying
        case let error as JSONError: error.underlying
        default: nil
        }
    }
}
