extension JSONError: RedactedStringConvertible {}
extension JSONWritingError: RedactedStringConvertible {}
extension APIError.Cause: ExplainedError {}

extension APIError.Cause {
    /// Creates the cause of a call that fails because a value can't be written.
    init(_ error: JSONWritingError) {
        self.init(
            error.reason == .invalid ? .invalidParameter : .encodingFailed, error.message,
            advice: error.advice, underlying: error.underlying)
    }

    /// Calls a closure that writes values, and throws its ``JSONWritingError`` as a cause.
    package static func ofWriting<Value>(_ write: () throws -> Value) throws -> Value {
        do { return try write() } catch let error as JSONWritingError { throw Self(error) }
    }
}
