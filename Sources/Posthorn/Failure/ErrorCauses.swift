extension APIError {
    /// This error and what is behind it, from the headline to the first cause.
    ///
    /// Walks along ``underlying`` of the errors of this package: a status, the fault about its body,
    /// the place in the JSON, what a type's `Decodable` threw.
    public var errorChain: [any Error] {
        var chain: [any Error] = [self]
        while let cause = Self.cause(of: chain[chain.count - 1]) { chain.append(cause) }
        return chain
    }

    /// Whether this error or one of its causes has a code.
    public func contains(_ code: Code) -> Bool {
        errorChain.contains { error in
            switch error {
            case let error as any EndpointFailure: error.code == code
            case let fault as APIError.Cause: fault.code == code
            case let error as TransportError: .transport(error.code) == code
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
