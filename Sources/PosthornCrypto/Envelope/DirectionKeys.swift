internal import Crypto
import FoundationEssentials
import PosthornCore
import PosthornKeys

/// The keys of one direction: that of the messages is derived from it, with 12 random bytes of each.
enum DirectionKey: Sendable {
    case xaes(XAESKey)
    case hkdf(SymmetricKey)

    func messageKey(_ salt: Data) -> SymmetricKey {
        switch self {
        case .xaes(let key): key.messageKey(salt)
        case .hkdf(let key):
            HKDF<SHA256>.expand(pseudoRandomKey: key, info: salt, outputByteCount: 32)
        }
    }
}

/// The keys that a shared key stands for: one for each direction, so that no message opens in the other.
struct DirectionKeys: Sendable {
    let request: DirectionKey
    let response: DirectionKey

    /// Derives the keys, which serve only envelopes of this version and suite.
    init(_ key: SecretKey, _ suite: EnvelopeCipher.Suite) throws {
        func derived(_ direction: String) throws -> DirectionKey {
            let key = HKDF<SHA256>.expand(
                pseudoRandomKey: key.extracted, info: Data("\(suite.label) \(direction)".utf8),
                outputByteCount: 32)
            return suite == .aes256GCM ? try .xaes(XAESKey(key)) : .hkdf(key)
        }
        request = try derived("request")
        response = try derived("response")
    }
}

/// Derived keys by the ids of their shared keys, at most as many as a ring of keys may need.
final class DerivedKeys: Sendable {
    private static let limit = 16
    private let known = Locked<[(key: SecretKey, keys: DirectionKeys)]>([])

    /// Returns the keys that a shared key stands for; a key with another secret replaces one with the same id.
    func keys(of key: SecretKey, _ suite: EnvelopeCipher.Suite) throws -> DirectionKeys {
        let found = known.withLock { known in
            known.first { KeyID.areSame($0.key.id, key.id) && $0.key == key }?.keys
        }
        if let found { return found }
        let keys = try DirectionKeys(key, suite)
        known.withLock { known in
            known.removeAll { KeyID.areSame($0.key.id, key.id) }
            if known.count >= Self.limit { known.removeFirst() }
            known.append((key, keys))
        }
        return keys
    }
}
