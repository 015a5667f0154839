/// An error that states its cause in one sentence.
///
/// Coders throw it unchanged. They wrap any other error of a type's `Codable`.
package protocol ExplainedError: Error {
    /// The cause, without values.
    var message: String { get }
}

extension Error {
    /// This error, if coders throw it unchanged; `nil` for one whose position is that of another document.
    var explained: (any ExplainedError)? {
        if let error = self as? JSONError { return error.isOfWriter ? error : nil }
        return self as? any ExplainedError
    }
}
