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

    /// A nonce that a signature of a message has.
    struct Use {
        fileprivate let hash: SHA256Digest
        fileprivate let end: Date

        /// - Parameters:
        ///   - key: The id of the key that signed it; others may have the same nonce.
        ///   - end: The last moment at which the message would pass.
        init(of nonce: String, by key: String, until end: Date) {
            hash = SHA256.hash(data: Data("\(key.utf8.count):\(key)\(nonce)".utf8))
            self.end = end
        }
    }

    /// Keeps the nonces of one message; none of them, and `false`, if one is kept already, or there is no
    /// room.
    func keep(_ uses: [Use], now: Date) -> Bool {
        seen.withLock { seen in
            // A full one is swept for each second, and not for each message.
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
