/// A credential that the service declares.
package struct AuthSpec: Sendable {
    /// The way to send a credential.
    package enum Scheme: Hashable, Sendable {
        /// The header field `Authorization: Bearer …`.
        case bearer
        /// The header field `Authorization: Basic …`.
        case basic
        case header(String)
    }

    /// The name, also used in Swift.
    package var name: String
    package var mark: SourceMark
    /// The way to send the credential.
    package var scheme: Scheme
    package var doc: String?
}
