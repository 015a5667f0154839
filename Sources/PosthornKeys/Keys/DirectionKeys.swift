package import Crypto
package import FoundationEssentials
import PosthornCore

/// The keys of one direction: that of the messages is derived from it, with 12 random bytes of each.
package enum DirectionKey: Sendable {
    case xaes(XAESKey)
    case hkdf(SymmetricKey)
    /// The key of all messages.
    case fixed(SymmetricKey)

    package func messageKey(_ salt: Data) throws -> SymmetricKey {
        switch self {
        case .xaes(let key): try key.messageKey(salt)
        case .hkdf(let key):
            HKDF<SHA256>.expand(pseudoRandomKey: key, info: salt, outputByteCount: 32)
        case .fixed(let key): key
        }
    }
}

/// The keys that a shared key stands for: one for each direction, so that no message opens in the other.
package struct DirectionKeys: Sendable {
    package let keyID: String
    package let request: DirectionKey
    package let response: DirectionKey

    package init(keyID: String, request: DirectionKey, response: DirectionKey) {
        (self.keyID, self.request, self.response) = (keyID, request, response)
    }

    /// Derives the keys, which serve only one format, with XAES-256-GCM or HKDF for each message.
    package init(_ key: SecretKey, format: String, isXAES: Bool) throws {
        func derived(_ direction: String) throws -> DirectionKey {
            let key = key.expanded(Data("\(format) \(direction)".utf8))
            return isXAES ? try .xaes(XAESKey(key)) : .hkdf(key)
        }
        self.init(
            keyID: key.id, request: try derived("request"), response: try derived("response"))
    }
}
