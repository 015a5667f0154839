public import FoundationEssentials

/// What Foundation asks for an error's texts; they are in English, as those of the error itself.
extension APIError: LocalizedError {
    /// ``description``: what `localizedDescription` shows.
    public var errorDescription: String? { description }
    /// ``message``.
    public var failureReason: String? { message }
    /// ``advice``.
    public var recoverySuggestion: String? { advice }
}

/// What Foundation asks for an error's texts; they are in English, as those of the error itself.
extension TransportError: LocalizedError {
    /// ``description``: what `localizedDescription` shows.
    public var errorDescription: String? { description }
    /// ``message``.
    public var failureReason: String? { message }
    /// ``advice``.
    public var recoverySuggestion: String? { advice }
}
