/// A credential that the service declares.
public struct AuthSpec: Sendable {
    /// The way to send a credential.
    public enum Scheme: Hashable, Sendable {
        /// The header field `Authorization: Bearer …`.
        case bearer
        /// The header field `Authorization: Basic …`.
        case basic
        /// A header field with this name.
        case header(String)
    }

    /// The name, also used in Swift.
    public var name: String
    /// The place of the name.
    public var mark: SourceMark
    /// The way to send the credential.
    public var scheme: Scheme
    /// The documentation, or `nil` if the spec has none.
    public var doc: String?
}
