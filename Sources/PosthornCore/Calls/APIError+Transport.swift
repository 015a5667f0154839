extension APIError {
    /// The failure of a typed call as the error of its task.
    var asTransportError: TransportError {
        if let error = underlying as? TransportError { return error }
        guard code != .cancelled else { return TransportError(.cancelled, message) }
        return TransportError(
            .unexpectedStatus, "the call failed",
            advice: "see the call's own error")
    }
}
