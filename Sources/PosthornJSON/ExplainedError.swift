/// An error that states its cause in one sentence.
///
/// Coders throw it unchanged. They wrap any other error of a type's `Codable`.
package protocol ExplainedError: Error {
    /// The cause, without values.
    var message: String { get }
}
