internal import Crypto
import FoundationEssentials
public import Posthorn

/// What an ``AWSSigner`` signs with: the id of an access key, its secret, and a session's token.
///
/// The secret goes in and never comes out: no description, debugger or `dump` shows it.
public struct AWSCredentials: Sendable {
    /// The id of the access key; it is sent with every request.
    public let accessKeyID: String
    /// The token of a session, as the token service gives it; it is sent with every request.
    ///
    /// `nil` for keys that last.
    public let sessionToken: String?
    /// The secret as the first key of the derivation: `AWS4` and the secret's bytes.
    let secret: SymmetricKey

    /// Creates credentials.
    /// - Parameters:
    ///   - accessKeyID: The id of the access key.
    ///   - secret: The secret access key; read it from where secrets are kept.
    ///   - sessionToken: The session's token. `nil`, the default, for keys that last.
    public init(accessKeyID: String, secret: String, sessionToken: String? = nil) {
        self.accessKeyID = accessKeyID
        self.sessionToken = sessionToken
        self.secret = SymmetricKey(data: Array(("AWS4" + secret).utf8))
    }
}

extension AWSCredentials: RedactedStringConvertible {
    /// The id of the access key.
    public var description: String { "AWSCredentials(\(accessKeyID.debugDescription))" }
}
