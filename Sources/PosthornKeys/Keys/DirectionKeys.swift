package import Crypto
package import FoundationEssentials
import PosthornCore

/// The keys of one direction: that of the messages is derived from it, with 12 random bytes of each.
package enum DirectionKey: Sendable {
    case xaes(XAESKey)
    case hkdf(SymmetricKey)

    package func messageKey(_ salt: Data) throws -> SymmetricKey {
        switch self {
        case .xaes(let key): try key.messageKey(salt)
        case .hkdf(let key):
            HKDF<SHA256>.expand(pseudoRandomKey: key, info: salt, outputByteCount: 32)
        }
    }
}

/// The keys that a shared key stands for: one for each direction, so that no message opens in the other.
package struct DirectionKeys: Sendable {
    package let request: DirectionKey
    package let response: DirectionKey

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
        request = try derived("request")
        response = try derived("response")
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
