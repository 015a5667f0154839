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
    /// The id of the shared key.
    package let keyID: String
    package let request: DirectionKey
    package let response: DirectionKey

    package init(keyID: String, request: DirectionKey, response: DirectionKey) {
        (self.keyID, self.request, self.response) = (keyID, request, response)
    }

    /// Derives the keys, which serve only one format.
    ///
    /// - Parameters:
    ///   - format: The name of the format.
    ///   - isXAES: Whether the messages are sealed with XAES-256-GCM.
    package init(_ key: SecretKey, format: String, isXAES: Bool) throws {
        func derived(_ direction: String) throws -> DirectionKey {
            let key = HKDF<SHA256>.expand(
                pseudoRandomKey: key.extracted, info: Data("\(format) \(direction)".utf8),
                outputByteCount: 32)
            return isXAES ? try .xaes(XAESKey(key)) : .hkdf(key)
        }
        self.init(
            keyID: key.id, request: try derived("request"), response: try derived("response"))
    }
}

/// The keys that were derived from a shared key, by their formats.
package final class DerivedKeys: Sendable {
    private let known = Locked<[(format: String, keys: DirectionKeys)]>([])

    /// Returns the keys for a format, and derives them when they are first used.
    package func keys<Failure>(
        for format: String, deriving derive: () throws(Failure) -> DirectionKeys
    ) throws(Failure) -> DirectionKeys {
        let found = known.withLock { $0.first { $0.format == format }?.keys }
        if let found { return found }
        let keys = try derive()
        known.withLock { $0.append((format, keys)) }
        return keys
    }
}
