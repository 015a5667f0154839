internal import Crypto
package import FoundationEssentials
import PosthornCore

/// A memory in the process: for verifiers and servers of one instance, and for tests.
///
/// A nonce or the id of an exchange is kept until its message would be too old anyway. When ``limit`` of them are kept,
/// new messages are refused, because evicting one would let an old message pass again. The memory may be used from any
/// thread.
public final class LocalReplayMemory: ReplayMemory {
    /// The maximum number of nonces and ids.
    public let limit: Int
    private let now: @Sendable () -> Date
    private let seen = Locked(Seen())

    private struct Seen: Sendable {
        /// When each id may be forgotten.
        var ids: [String: Date] = [:]
        var lastSweep = Date.distantPast
    }

    /// Creates a memory.
    ///
    /// - Parameter limit: The maximum number of nonces and ids. 100,000 by default.
    public convenience init(limit: Int = 100_000) { self.init(limit: limit, now: { Date() }) }

    /// Creates a memory with a given clock, for tests.
    package init(limit: Int, now: @escaping @Sendable () -> Date) {
        self.limit = limit
        self.now = now
    }

    /// The number of nonces and ids that are currently kept.
    public var count: Int { seen.withLock { $0.ids.count } }

    /// Remembers a nonce or the id of an exchange, and returns whether it is new.
    ///
    /// What has to be remembered without an end is never forgotten, until the process ends.
    /// - Throws: An `APIError.Cause` with the code `limitExceeded` if the memory is full.
    public func remember(_ id: String, for lifetime: Duration?) throws -> Bool {
        // A peer must not fill the memory with long ids.
        let id =
            id.utf8.count <= 256
            ? id : Data(SHA256.hash(data: Data(id.utf8))).base64EncodedString()
        let now = now()
        return try seen.withLock { seen in
            // A full memory is swept at most once per second, not for every message.
            let wait: TimeInterval = seen.ids.count >= limit ? 1 : 60
            if abs(now.timeIntervalSince(seen.lastSweep)) >= wait {
                seen.ids = seen.ids.filter { $0.value >= now }
                seen.lastSweep = now
            }
            guard seen.ids[id] == nil else { return false }
            try ensure(
                seen.ids.count < limit, .limitExceeded, "the memory of exchanges is full",
                "give it a greater limit, the server a shorter time window, or use a database as the memory"
            )
            seen.ids[id] = lifetime.map { now.addingTimeInterval($0.seconds) } ?? .distantFuture
            return true
        }
    }
}
