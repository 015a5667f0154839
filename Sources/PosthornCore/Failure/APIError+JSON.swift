extension JSONError: RedactedStringConvertible {}
extension APIError.Cause: ExplainedError {}

extension APIError.Cause {
    /// Creates the cause of a call that fails because a value can't be written.
    init(ofWriting error: JSONError) {
        self.init(
            error.reason == .invalid ? .invalidParameter : .encodingFailed, error.message,
            advice: error.advice, underlying: error.underlying)
    }

    /// Calls a closure that writes values, and throws its `JSONError` as a cause.
    package static func ofWriting<Value>(_ write: () throws -> Value) throws -> Value {
        do { return try write() } catch let error as JSONError where error.isOfWriter {
            throw Self(ofWriting: error)
        }
    }
}
