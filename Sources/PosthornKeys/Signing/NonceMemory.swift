internal import Crypto
package import FoundationEssentials
import PosthornCore

/// A memory in the process: for verifiers and servers of one instance, and for tests.
///
/// A nonce or the id of an exchange is kept until its message would be too old anyway. When ``limit`` of them are kept,
/// new messages are refused, because evicting one would let an old message pass again. The memory may be used from any
/// thread.
public final class NonceMemory: ReplayMemory {
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
    package struct Use {
        fileprivate let hash: SHA256Digest
        fileprivate let end: Date

        /// Creates a use of a nonce.
        ///
        /// - Parameters:
        ///   - key: The id of the key that signed the message. Different keys may use the same nonce.
        ///   - end: The last moment at which the message would pass.
        package init(of nonce: String, by key: String, until end: Date) {
            hash = SHA256.hash(data: Data("\(key.utf8.count):\(key)\(nonce)".utf8))
            self.end = end
        }
    }

    /// Adds the nonces of one message.
    ///
    /// Adds none if one of them is already known, or if there is no room.
    package func keep(_ uses: [Use], now: Date) -> Outcome {
        seen.withLock { seen in
            // A full memory is swept at most once per second, not for every message.
            let wait: TimeInterval = seen.nonces.count >= limit ? 1 : 60
            if abs(now.timeIntervalSince(seen.lastSweep)) >= wait {
                seen.nonces = seen.nonces.filter { $0.value >= now }
                seen.lastSweep = now
            }
            guard uses.allSatisfy({ seen.nonces[$0.hash] == nil }) else { return .known }
            guard seen.nonces.count + uses.count <= limit else { return .full }
            for use in uses { seen.nonces[use.hash] = use.end }
            return .added
        }
    }

    /// What became of the nonces of a message.
    package enum Outcome { case added, known, full }

    /// Remembers the id of an exchange, and returns whether it is new.
    ///
    /// - Throws: An `APIError.Cause` with the code `openingFailed` if the memory is full.
    public func remember(_ id: String, for lifetime: Duration?) throws -> Bool {
        try remember(id, for: lifetime, now: Date())
    }

    package func remember(_ id: String, for lifetime: Duration?, now: Date) throws -> Bool {
        let end = lifetime.map { now.addingTimeInterval($0.seconds) } ?? .distantFuture
        // No signer has an empty key id, so this is no nonce of one.
        switch keep([Use(of: id, by: "", until: end)], now: now) {
        case .added: return true
        case .known: return false
        case .full:
            throw APIError.Cause(
                .openingFailed, "the memory of exchanges is full",
                advice: "give it a greater limit, or the server a shorter time window")
        }
    }
}
