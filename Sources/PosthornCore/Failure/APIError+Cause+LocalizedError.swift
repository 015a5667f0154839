public import FoundationEssentials

/// The texts that Foundation shows for an error, in English.
extension APIError.Cause: LocalizedError {
    /// The same text as ``description``; `localizedDescription` returns it.
    public var errorDescription: String? { description }
    /// The same text as ``message``.
    public var failureReason: String? { message }
    /// The same text as ``advice``.
    public var recoverySuggestion: String? { advice }
}
