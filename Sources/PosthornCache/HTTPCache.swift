public import FoundationEssentials

/// A store of responses for later calls, with the rules of a private cache (RFC 9111).
///
/// Create one and pass it to a ``CachingTransport``. It stores complete responses to GET requests where the
/// server allows it, and responses to other methods for endpoints with a `CachePolicy`. It stores the bytes
/// received from the server. A sealed response is stored sealed and opened again for each call.
///
/// ```swift
/// let cache = HTTPCache(memory: 16 << 20)
/// let transport = CachingTransport(session, cache: cache)
/// ```
///
/// You can use a cache from any number of tasks at once.
public final class HTTPCache: Sendable {
    /// A function that inspects each response before it is stored.
    ///
    /// It gets the caller's request, without the session's cookies and without the conditions of a
    /// revalidation, and the response as received. It returns the response to store, which can differ from
    /// the received one, or `nil` to store nothing. The call itself always gets the response as received.
    ///
    /// If it returns `nil`, the previously stored response is removed in these cases: the new response is a
    /// success, a 404 or a 410, or has `max-age` or `Expires`.
    ///
    /// The function runs in the task of the call, for every response that may be stored, including one
    /// updated by a 304. The response that it returns must satisfy the rules too: one with `no-store` is not
    /// stored.
    public typealias WillStore =
        @Sendable (TransportRequest, TransportResponse) -> TransportResponse?

    let clock: @Sendable () -> Date
    let impersonal: Set<HTTPField.Name>
    private let willStore: WillStore?
    private let memory: Locked<MemoryStore>
    private let disk: DiskStore?
    private let shared: SharedEntries?
    /// The keys whose responses are being revalidated in the background.
    private let keysInRevalidation = Locked<Set<CacheKey>>([])

    /// Creates an empty cache in memory.
    ///
    /// - Parameters:
    ///   - memory: The maximum memory use in bytes, 32 MiB by default. Above it, the least recently used
    ///     responses are evicted until the cache is 90 % full. A response that needs more than an eighth of
    ///     it is not stored.
    ///   - impersonalFields: Request fields that do not identify the caller, in addition to known ones such
    ///     as `Accept`. Empty by default. A stored response is reused only for requests with the same value
    ///     in every other field. List your own fields that differ between calls here, or their responses are
    ///     never reused.
    ///   - clock: Returns the time by which responses become stale. The default is the system's time.
    ///   - willStore: Inspects each response before it is stored. `nil`, the default, stores responses as
    ///     received.
    public init(
        memory: Int = 32 << 20, impersonalFields: Set<HTTPField.Name> = [],
        clock: @escaping @Sendable () -> Date = { Date() }, willStore: WillStore? = nil
    ) {
        self.memory = Locked(MemoryStore(capacity: memory))
        (disk, shared) = (nil, nil)
        self.clock = clock
        self.willStore = willStore
        impersonal = impersonalFields
        entryLimit = memory / 8
    }

    /// Creates a cache over a store that several processes share.
    ///
    /// A response that one process has stored serves all of them, if they have the same identity: give it to
    /// ``CachingTransport/init(_:cache:identity:)``, because responses to requests with a credential stay in the
    /// memory of the process otherwise. The store gets what ``init(directory:disk:memory:impersonalFields:clock:willStore:)``
    /// writes to disk. One process revalidates a response with `stale-while-revalidate`. A removal counts for all
    /// processes.
    ///
    /// An error of the store fails no call: the response comes from the server. If the store can't be reached, calls ask
    /// it again after a second. A `ReportingStore` reports the errors.
    ///
    /// - Parameters:
    ///   - store: The store. All processes use the same one, and `impersonalFields` of the same value.
    ///   - memory: The maximum memory use in bytes for responses that are not shared, 32 MiB by default, and as much for
    ///     copies of those that are. A store with versions, such as Redis, confirms a copy instead of returning it.
    ///   - impersonalFields: Request fields that do not identify the caller; see
    ///     ``init(memory:impersonalFields:clock:willStore:)``.
    ///   - clock: Returns the time by which responses become stale. The default is the system's time.
    ///   - willStore: Inspects each response before it is stored. `nil`, the default, stores responses as
    ///     received.
    public init(
        store: any CacheStore, memory: Int = 32 << 20, impersonalFields: Set<HTTPField.Name> = [],
        clock: @escaping @Sendable () -> Date = { Date() }, willStore: WillStore? = nil
    ) {
        self.memory = Locked(MemoryStore(capacity: memory))
        disk = nil
        shared = SharedEntries(store: store, capacity: memory)
        self.clock = clock
        self.willStore = willStore
        impersonal = impersonalFields
        entryLimit = max(memory / 8, store.entryLimit)
    }

    /// Opens a cache on disk with a memory cache in front of it.
    ///
    /// Each response is stored in a file that only its owner can read. The file holds the URL, the response's
    /// header fields and its body as received, so a sealed response stays sealed on disk. Of the request it
    /// holds only the fields named by `Vary`, a caller's own `Accept-Encoding`, and the identity given to
    /// ``CachingTransport/init(_:cache:identity:)``.
    ///
    /// Values that could identify the caller are not written. A response stays in memory if its request has a
    /// credential or another field that is not impersonal, unless an identity is given. A response that sets
    /// cookies stays in memory too, and so does one to a method other than GET.
    ///
    /// A damaged file is removed when it is read, and the call is sent to the server. If the disk is full,
    /// nothing is stored there and the call succeeds.
    ///
    /// Files are read and written in the task of the call. Do not open the same directory more than once at a
    /// time.
    ///
    /// - Parameters:
    ///   - directory: The directory for the files, from `URL(filePath:)`. It is created if it does not exist,
    ///     with permissions for its owner only. Its parent must exist. Other files in it are left alone. The
    ///     directory is refused if it is a link, belongs to another user, or is writable by others.
    ///   - disk: The maximum disk use in bytes, 256 MiB by default. Above it, the least recently used
    ///     responses are evicted until the disk cache is 90 % full. A response that needs more than an eighth
    ///     of it is not stored on disk.
    ///   - memory: The maximum memory use in bytes, 32 MiB by default.
    ///   - impersonalFields: Request fields that do not identify the caller; see
    ///     ``init(memory:impersonalFields:clock:willStore:)``.
    ///   - clock: Returns the time by which responses become stale. The default is the system's time.
    ///   - willStore: Inspects each response before it is stored. `nil`, the default, stores responses as
    ///     received.
    /// - Throws: A `TransportError` with the code `fileFailed` if the directory can't be used.
    public init(
        directory: URL, disk: Int = 256 << 20, memory: Int = 32 << 20,
        impersonalFields: Set<HTTPField.Name> = [],
        clock: @escaping @Sendable () -> Date = { Date() }, willStore: WillStore? = nil
    ) throws(TransportError) {
        self.memory = Locked(MemoryStore(capacity: memory))
        self.disk = try DiskStore(
            directory: directory.filePath(of: "the directory of the cache"), capacity: disk)
        shared = nil
        self.clock = clock
        self.willStore = willStore
        impersonal = impersonalFields
        entryLimit = max(memory, disk) / 8
    }

    /// The approximate number of bytes that responses use in memory, with copies of those of a store.
    public var memoryBytes: Int { memory.withLock { $0.bytes } + (shared?.bytes ?? 0) }

    /// The number of bytes that the stored responses use on disk, or 0 without a directory.
    public var diskBytes: Int { disk?.bytes ?? 0 }

    /// The length in bytes of the largest body that is stored.
    let entryLimit: Int
    /// The number of bytes that all open streams have collected.
    let collected = Locked(0)

    /// Removes the responses of a URL, for all callers.
    ///
    /// For an `http` URL, it also removes those of its `https` form, under which the cache stores the
    /// responses of HSTS hosts. Does nothing if the URL is invalid. It waits for a store that processes share, and for
    /// nothing otherwise.
    public func remove(_ url: String) async {
        guard let url = try? HTTPURL(url) else { return }
        await remove(url)
        // HSTS hosts are stored under their `https` URL.
        if let secured = url.secured(), secured != url { await remove(secured) }
    }

    /// Removes all responses.
    ///
    /// It waits for a store that processes share, and for nothing otherwise.
    public func removeAll() async {
        memory.withLock { $0.removeAll() }
        disk?.removeAll()
        await shared?.removeAll()
    }

    func remove(_ url: HTTPURL) async {
        memory.withLock { $0.remove(url: url.sent) }
        disk?.remove(url: url.sent)
        await shared?.remove(url: url.sent)
    }

    /// Registers a revalidation in the background; returns `false` if one for the key is in progress.
    func beginRevalidation(of key: CacheKey) -> Bool {
        keysInRevalidation.withLock { $0.insert(key).inserted }
    }

    func endRevalidation(of key: CacheKey) { _ = keysInRevalidation.withLock { $0.remove(key) } }

    /// Runs a revalidation, unless another process does.
    func revalidate(
        _ key: CacheKey, within limit: Duration, _ revalidate: () async -> Void
    ) async {
        guard let shared, key.isPublic else { return await revalidate() }
        guard await shared.claimRevalidation(of: key, for: limit) else { return }
        await revalidate()
        await shared.endRevalidation(of: key)
    }

    /// The generation of a URL, which changes when its responses are removed.
    func generation(of url: HTTPURL) -> UInt64 {
        memory.withLock { $0.generations.generation(of: url.sent) }
    }

    /// Returns the responses of a key in the store that processes share; `nil` if there is no store, or none for the key.
    func sharedResponses(for key: CacheKey) async -> SharedEntries.Snapshot? {
        key.isPublic ? await shared?.snapshot(of: key) : nil
    }

    /// Reads the disk if none in memory matches the request's fields.
    ///
    /// - Parameter generation: The generation when the exchange began. Responses removed since then are not loaded
    ///   into memory again.
    func responses(
        for key: CacheKey, fitting fields: HTTPFields, since generation: UInt64
    ) -> [StoredResponse] {
        let responses = memory.withLock { $0.responses(for: key) }
        guard key.isPublic, let disk, !responses.contains(where: { $0.fits(fields) }) else {
            return responses
        }
        let found = disk.responses(for: key)
        if responses.isEmpty, !found.isEmpty { load(found, for: key, since: generation) }
        return responses + found
    }

    /// Loads responses from disk into memory, unless they were removed or replaced meanwhile.
    func load(_ found: [StoredResponse], for key: CacheKey, since generation: UInt64) {
        memory.withLock { memory in
            guard memory.generations.generation(of: key.url) == generation, !memory.holds(key)
            else { return }
            memory.load(found, for: key)
        }
    }

    /// Stores a response if that is allowed and useful.
    ///
    /// Otherwise, removes the one that it would have replaced, if the new one invalidates it.
    func store(_ stored: StoredResponse, of exchange: CacheExchange) async {
        guard let key = exchange.key, exchange.isForSameCookies(stored) else { return }
        if let kept = checked(stored, of: exchange) {
            if let shared, key.isPublic {
                guard !kept.isPublic else {
                    memory.withLock { $0.remove(fitting: exchange.fields, for: key) }
                    guard let snapshot = exchange.shared else { return }
                    return await shared.insert(kept, to: exchange.fields, for: key, since: snapshot)
                }
                await shared.remove(key)
            }
            let isKept = memory.withLock { memory in
                guard memory.generations.generation(of: key.url) == exchange.generation else {
                    return false
                }
                memory.insert(kept, to: exchange.fields, for: key)
                return true
            }
            guard isKept, key.isPublic, let disk else { return }
            if kept.isPublic {
                disk.insert(kept, to: exchange.fields, for: key)
            } else {
                disk.remove(key)
            }
            // A removal changes the generation before it clears the disk. If it ran after the check above, it
            // may have cleared the disk before this file existed.
            if memory.withLock({ $0.generations.generation(of: key.url) }) != exchange.generation {
                disk.remove(key)
            }
        } else if CacheAdmission.isSuccessor(stored) {
            await invalidate(exchange)
        }
    }

    /// Removes the responses that the exchange's request would get.
    func invalidate(_ exchange: CacheExchange) async {
        guard let key = exchange.key else { return }
        let hasFile = key.isPublic && disk?.holds(key) == true
        let mayBeOnDisk = memory.withLock { memory in
            // A response in memory may be about to be written to disk.
            let mayBeOnDisk = hasFile || key.isPublic && disk != nil && memory.holds(key)
            // Keeps a concurrent read or write of a file from restoring the response.
            if mayBeOnDisk { memory.generations.advance(key.url) }
            memory.remove(fitting: exchange.fields, for: key)
            return mayBeOnDisk
        }
        if mayBeOnDisk { disk?.remove(key) }
        if key.isPublic { await shared?.remove(key) }
    }

    /// Returns the response to store, after the hook and the rules, or `nil` to store none.
    private func checked(_ stored: StoredResponse, of exchange: CacheExchange) -> StoredResponse? {
        var stored = stored
        if let willStore {
            guard let changed = willStore(exchange.request, stored.response) else { return nil }
            stored = StoredResponse(
                changed, to: exchange.fields, hasNamedIdentity: exchange.hasNamedIdentity,
                sentAt: stored.sentAt, receivedAt: stored.receivedAt)
        }
        guard exchange.mayStore(stored.response),
            CacheAdmission.isUseful(stored, exchange.request.cache)
        else { return nil }
        return stored
    }
}

extension HTTPCache: RedactedStringConvertible {
    /// The number of bytes in memory and on disk, without any content.
    public var description: String {
        "a cache, \(memoryBytes) bytes in memory, \(diskBytes) on disk"
    }
}
