/// A credential that the service declares.
public struct AuthSpec: Sendable {
    /// How a credential is sent.
    public enum Scheme: Hashable, Sendable {
        /// `Authorization: Bearer …`.
        case bearer
        /// `Authorization: Basic …`.
        case basic
        /// As a header field of this name.
        case header(String)
    }

    /// The name, which is also its Swift name.
    public var name: String
    /// Where the name is written.
    public var mark: SourceMark
    /// How it is sent.
    public var scheme: Scheme
    /// What it is for.
    public var doc: String?
}
