internal import Crypto
import PosthornCore
public import PosthornKeys

/// The credentials for an ``AWSSigner``: an access key id, a secret access key and an optional session token.
///
/// The secret can't be read back: no API, description, debugger or `dump` shows it.
public struct AWSCredentials: NamedKey {
    /// The access key id, which is sent with every request.
    public let accessKeyID: String
    /// The session token, which is sent with every request; `nil` for long-term credentials.
    public let sessionToken: String?
    /// The names of the servers in the spec that they are for; `nil`, the default, for all.
    public var servers: Set<String>?
    /// The first key of the key derivation: `AWS4` followed by the secret.
    let secret: SymmetricKey

    /// The access key id.
    public var id: String { accessKeyID }

    /// Creates credentials.
    ///
    /// - Parameters:
    ///   - accessKeyID: The access key id.
    ///   - secret: The secret access key. Load it from a place for secrets.
    ///   - sessionToken: The session token. `nil`, the default, for long-term credentials.
    public init(accessKeyID: String, secret: String, sessionToken: String? = nil) {
        self.accessKeyID = accessKeyID
        self.sessionToken = sessionToken
        self.secret = SymmetricKey(data: Array(("AWS4" + secret).utf8))
    }
}
