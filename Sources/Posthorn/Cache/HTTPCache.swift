public import FoundationEssentials

/// Answers that are kept for later calls, by the rules of RFC 9111 for a private cache.
///
/// Make one and give it to a ``CachingTransport``. It keeps what servers allow to be kept: whole responses
/// to GET, as they came from the wire. A sealed response is kept sealed, and opened for each call anew.
///
/// ```swift
/// let cache = HTTPCache(memory: 16 << 20)
/// let transport = CachingTransport(session, cache: cache)
/// ```
///
/// It may be used from any number of tasks at once.
public final class HTTPCache: Sendable {
    /// Looks at a response before it is kept, and may change it or keep it out.
    ///
    /// Gets the request as the caller made it, without the session's cookies and without the conditions
    /// of a validation, and the response as it came. What it returns is kept; `nil` keeps nothing, and
    /// forgets what was kept before if the response is a success, a 404 or a 410, or says by `max-age` or
    /// `Expires` how long it holds. The call itself gets the response as it came. It is asked about every
    /// answer that may be kept, also about one that a 304 has renewed, and runs in the task of the call.
    /// What it makes of the response is looked at once more: one with `no-store` is not kept.
    public typealias WillStore =
        @Sendable (TransportRequest, TransportResponse) -> TransportResponse?

    let clock: @Sendable () -> Date
    let impersonal: Set<HTTPField.Name>
    private let willStore: WillStore?
    private let memory: Locked<MemoryStore>
    private let disk: DiskStore?

    /// Creates an empty cache in memory.
    ///
    /// - Parameters:
    ///   - memory: Bytes of memory at most; 32 MiB by default. What was not used for longest goes first,
    ///     down to nine tenths, and a response that takes more than an eighth of it is not kept.
    ///   - impersonalFields: Request fields that say nothing about who asks, beside the known ones such
    ///     as `Accept`. Answers are used again only for requests with the same value in every other
    ///     field: a field of your own that differs with each call keeps its responses from being used.
    ///   - clock: Gives the time by which answers become stale; the system's by default.
    ///   - willStore: Looks at each response before it is kept; `nil`, the default, keeps it as it came.
    public init(
        memory: Int = 32 << 20, impersonalFields: Set<HTTPField.Name> = [],
        clock: @escaping @Sendable () -> Date = { Date() }, willStore: WillStore? = nil
    ) {
        self.memory = Locked(MemoryStore(capacity: memory))
        disk = nil
        self.clock = clock
        self.willStore = willStore
        impersonal = impersonalFields
        entryLimit = memory / 8
    }

    /// Opens a cache on disk, with memory in front of it.
    ///
    /// Each response is a file that only its owner can read: the URL, the response's fields and its body as
    /// they were on the wire, so that of a sealed response nothing stands there in the clear. Of requests
    /// there is nothing but the fields that `Vary` names. What could tell who asks is not written: an
    /// answer to a request with a credential or another field that is not impersonal stays in memory,
    /// unless ``CachingTransport/init(_:cache:identity:)`` names the identity; so does one that sets
    /// cookies. A file that is damaged is removed when it is read, and the call goes to the server; if
    /// the disk is full, nothing is kept and the call succeeds.
    ///
    /// Files are read and written in the task of the call. Open a directory once at a time.
    ///
    /// - Parameters:
    ///   - directory: Where the files are; made if it is not there, with permissions for its owner only.
    ///     Other files in it are left alone. One that is a link, belongs to another user or can be written
    ///     by others is refused.
    ///   - disk: Bytes on disk at most; 256 MiB by default. What was not used for longest goes first, and
    ///     a response that takes more than an eighth of it is not kept.
    ///   - memory: Bytes of memory at most; 32 MiB by default.
    ///   - impersonalFields: As in ``init(memory:impersonalFields:clock:willStore:)``.
    ///   - clock: Gives the time by which answers become stale; the system's by default.
    ///   - willStore: Looks at each response before it is kept; `nil`, the default, keeps it as it came.
    /// - Throws: a ``TransportError`` with the code `fileFailed` if the directory can't be used.
    public init(
        directory: String, disk: Int = 256 << 20, memory: Int = 32 << 20,
        impersonalFields: Set<HTTPField.Name> = [],
        clock: @escaping @Sendable () -> Date = { Date() }, willStore: WillStore? = nil
    ) throws(TransportError) {
        self.memory = Locked(MemoryStore(capacity: memory))
        self.disk = try DiskStore(directory: directory, capacity: disk)
        self.clock = clock
        self.willStore = willStore
        impersonal = impersonalFields
        entryLimit = max(memory, disk) / 8
    }

    /// Bytes of memory that the responses take, about.
    public var memoryBytes: Int { memory.withLock { $0.bytes } }

    /// Bytes that the responses take on disk; 0 without a directory.
    public var diskBytes: Int { disk?.bytes ?? 0 }

    /// Bytes of the largest body that is kept.
    let entryLimit: Int
    /// Bytes that open streams have collected of their bodies together.
    let collected = Locked(0)

    /// Forgets the responses of a URL, whoever asked for them.
    public func remove(_ url: String) {
        guard let url = try? HTTPURL(url) else { return }
        remove(url)
        // Kept so where the host wants TLS.
        if let secured = url.secured(), secured != url { remove(secured) }
    }

    /// Forgets all responses.
    public func removeAll() {
        memory.withLock { $0.removeAll() }
        disk?.removeAll()
    }

    func remove(_ url: HTTPURL) {
        memory.withLock { $0.remove(url: url.sent) }
        disk?.remove(url: url.sent)
    }

    /// The era of a URL: another one when its responses have been removed.
    func era(of url: HTTPURL) -> UInt64 { memory.withLock { $0.eras.era(of: url.sent) } }

    /// What is kept for a key; the disk is asked if nothing in memory fits the request's fields.
    ///
    /// - Parameter era: When the exchange began: what was removed since does not come back into memory.
    func answers(
        for key: CacheKey, fitting fields: HTTPFields, since era: UInt64
    ) -> [StoredResponse] {
        let answers = memory.withLock { $0.answers(for: key) }
        guard key.isPublic, let disk, !answers.contains(where: { $0.fits(fields) }) else {
            return answers
        }
        let found = disk.answers(for: key)
        if answers.isEmpty, !found.isEmpty { load(found, for: key, since: era) }
        return answers + found
    }

    /// Takes what the disk had into memory, unless it was removed or replaced meanwhile.
    func load(_ found: [StoredResponse], for key: CacheKey, since era: UInt64) {
        memory.withLock { memory in
            guard memory.eras.era(of: key.url) == era, !memory.holds(key) else { return }
            memory.load(found, for: key)
        }
    }

    /// Keeps a response, if it may be kept and is worth it; else forgets what it would have replaced.
    func store(_ answer: StoredResponse, of exchange: CacheExchange) {
        guard let key = exchange.key, exchange.isForSameCookies(answer) else { return }
        if let kept = checked(answer, of: exchange) {
            let isKept = memory.withLock { memory in
                guard memory.eras.era(of: key.url) == exchange.era else { return false }
                memory.insert(kept, to: exchange.fields, for: key)
                return true
            }
            guard isKept, key.isPublic, let disk else { return }
            if kept.isPublic {
                disk.insert(kept, to: exchange.fields, for: key)
            } else {
                disk.remove(key)
            }
            // A removal ends the era before it clears the disk: one that came since the look above has
            // perhaps cleared it before the file was there.
            if memory.withLock({ $0.eras.era(of: key.url) }) != exchange.era { disk.remove(key) }
        } else if CacheAdmission.isSuccessor(answer) {
            forget(exchange)
        }
    }

    /// Forgets what an exchange could be answered with.
    func forget(_ exchange: CacheExchange) {
        guard let key = exchange.key else { return }
        let hasFile = key.isPublic && disk?.holds(key) == true
        let mayBeOnDisk = memory.withLock { memory in
            // What is in memory may be on its way to the disk.
            let mayBeOnDisk = hasFile || key.isPublic && disk != nil && memory.holds(key)
            // Who reads or writes a file just now does not bring it back.
            if mayBeOnDisk { memory.eras.end(of: key.url) }
            memory.remove(fitting: exchange.fields, for: key)
            return mayBeOnDisk
        }
        if mayBeOnDisk { disk?.remove(key) }
    }

    /// The response as the hook wants it kept.
    private func checked(_ answer: StoredResponse, of exchange: CacheExchange) -> StoredResponse? {
        var answer = answer
        if let willStore {
            guard let changed = willStore(exchange.request, answer.response) else { return nil }
            answer = StoredResponse(
                changed, to: exchange.fields, sentAt: answer.sentAt, receivedAt: answer.receivedAt)
        }
        guard exchange.mayStore(answer.response),
            CacheAdmission.isUseful(answer, exchange.request.cache)
        else { return nil }
        return answer
    }
}

extension HTTPCache: RedactedStringConvertible {
    /// How much is kept, and nothing of it.
    public var description: String {
        "a cache, \(memoryBytes) bytes in memory, \(diskBytes) on disk"
    }
}
