internal import Crypto
import FoundationEssentials
import Posthorn

/// The nonces that a verifier has seen, so that no message passes twice.
///
/// A nonce is kept until its message would be too old anyway. When more than ``limit`` are kept, new
/// messages are refused: forgetting would let old ones pass again.
public final class NonceMemory: Sendable {
    /// How many nonces are kept.
    public let limit: Int
    private let seen = Locked(Seen())

    private struct Seen: Sendable {
        /// By the hash of key and nonce: theirs may be long.
        var nonces: [SHA256Digest: Date] = [:]
        var lastSweep = Date.distantPast
    }

    /// Creates a memory.
    /// - Parameter limit: 100,000 by default.
    public init(limit: Int = 100_000) { self.limit = limit }

    /// How many are kept now.
    public var count: Int { seen.withLock { $0.nonces.count } }

    /// Keeps a nonce; `false` if it is kept already, or there is no room.
    /// - Parameter key: The id of the key that signed it; others may have the same nonce.
    func keep(_ nonce: String, of key: String, until end: Date, now: Date) -> Bool {
        let nonce = SHA256.hash(data: Data("\(key.utf8.count):\(key)\(nonce)".utf8))
        return seen.withLock { seen in
            // A full one is swept for each second, and not for each message.
            let wait: TimeInterval = seen.nonces.count >= limit ? 1 : 60
            if abs(now.timeIntervalSince(seen.lastSweep)) >= wait {
                seen.nonces = seen.nonces.filter { $0.value > now }
                seen.lastSweep = now
            }
            guard seen.nonces[nonce] == nil, seen.nonces.count < limit else { return false }
            seen.nonces[nonce] = end
            return true
        }
    }
}
