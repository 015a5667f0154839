internal import Crypto
import FoundationEssentials
import PosthornCore

/// The nonces that a verifier has seen, which prevent a message from passing twice.
///
/// A nonce is kept until its message would be too old anyway. When ``limit`` nonces are kept, new messages
/// are refused, because evicting a nonce would let an old message pass again. The memory may be used from any
/// thread.
public final class NonceMemory: Sendable {
    /// The maximum number of nonces.
    public let limit: Int
    private let seen = Locked(Seen())

    private struct Seen: Sendable {
        /// Keyed by a hash of key id and nonce, because both may be long.
        var nonces: [SHA256Digest: Date] = [:]
        var lastSweep = Date.distantPast
    }

    /// Creates a memory.
    ///
    /// - Parameter limit: The maximum number of nonces. 100,000 by default.
    public init(limit: Int = 100_000) { self.limit = limit }

    /// The number of nonces that are currently kept.
    public var count: Int { seen.withLock { $0.nonces.count } }

    /// A nonce in a message's signature.
    struct Use {
        fileprivate let hash: SHA256Digest
        fileprivate let end: Date

        /// Creates a use of a nonce.
        ///
        /// - Parameters:
        ///   - key: The id of the key that signed the message. Different keys may use the same nonce.
        ///   - end: The last moment at which the message would pass.
        init(of nonce: String, by key: String, until end: Date) {
            hash = SHA256.hash(data: Data("\(key.utf8.count):\(key)\(nonce)".utf8))
            self.end = end
        }
    }

    /// Adds the nonces of one message.
    ///
    /// Adds none and returns `false` if one of them is already known, or if there is no room.
    func keep(_ uses: [Use], now: Date) -> Bool {
        seen.withLock { seen in
            // A full memory is swept at most once per second, not for every message.
            let wait: TimeInterval = seen.nonces.count >= limit ? 1 : 60
            if abs(now.timeIntervalSince(seen.lastSweep)) >= wait {
                seen.nonces = seen.nonces.filter { $0.value >= now }
                seen.lastSweep = now
            }
            guard uses.allSatisfy({ seen.nonces[$0.hash] == nil }),
                seen.nonces.count + uses.count <= limit
            else { return false }
            for use in uses { seen.nonces[use.hash] = use.end }
            return true
        }
    }
}
