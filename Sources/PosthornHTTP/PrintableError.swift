/// An error whose text has no secret, so that the errors of calls repeat it.
package protocol PrintableError: Error {
    /// The cause in a sentence.
    var text: String { get }
    /// A suggestion; `nil` if there is none.
    var advice: String? { get }
}

extension TransportError: PrintableError {
    package var text: String { message }
}
