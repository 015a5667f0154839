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
        var nonces: [String: Date] = [:]
        var nextSweep = Date.distantPast
    }

    /// Creates a memory.
    /// - Parameter limit: 100,000 by default.
    public init(limit: Int = 100_000) { self.limit = limit }

    /// How many are kept now.
    public var count: Int { seen.withLock { $0.nonces.count } }

    /// Keeps a nonce; `false` if it is kept already, or there is no room.
    func keep(_ nonce: String, until end: Date, now: Date) -> Bool {
        seen.withLock { seen in
            if now >= seen.nextSweep || seen.nonces.count >= limit {
                seen.nonces = seen.nonces.filter { $0.value > now }
                seen.nextSweep = now.addingTimeInterval(60)
            }
            guard seen.nonces[nonce] == nil, seen.nonces.count < limit else { return false }
            seen.nonces[nonce] = end
            return true
        }
    }
}
