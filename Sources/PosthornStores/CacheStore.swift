public import FoundationEssentials

/// A store of HTTP responses, which several processes may share.
///
/// `HTTPCache(store:)` calls it: `snapshot(of:newerThan:)` before each request, `insert(_:replacing:since:)` after each
/// response that may be stored, and the removals when a response invalidates others. Each requirement is one atomic step
/// for all processes that share the store: another process sees all of its changes or none.
///
/// An error never fails a call. If a snapshot can't be read, the call is sent to the server. If an entry can't be
/// inserted, it is not stored. If entries can't be removed, they stay, and are served until they expire.
///
/// Choose ``LeaseStore`` for values that must not be lost, such as tokens: a cache store may drop any entry at any
/// time. `StoreConformance` of `PosthornTesting` tests a store.
public protocol CacheStore: Sendable {
    /// The largest number of bytes of an entry; larger ones are not inserted.
    var entryLimit: Int { get }

    /// Returns the entries of a key, and the generation of its URL.
    ///
    /// A damaged entry is left out.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - version: The version of a snapshot that the caller has kept; `nil` for none. If the entries still have this
    ///     version, a store may leave them out. It may confirm a version for up to a second after another store
    ///     has replaced or removed it, and never after this store has.
    func snapshot(
        of key: CacheEntry.Key, newerThan version: Data?
    ) async throws -> CacheSnapshot

    /// Inserts an entry in place of the one with the same variant and of those with the given variants.
    ///
    /// - Parameters:
    ///   - entry: The entry, with its key.
    ///   - variants: The variants of the same key that the entry replaces.
    ///   - generation: The generation of the snapshot that the caller has. If the URL's is another one now, nothing
    ///     changes, because entries were removed after the caller's request was sent.
    /// - Returns: Whether the entry was inserted.
    func insert(
        _ entry: CacheEntry, replacing variants: Set<String>, since generation: UInt64
    ) async throws -> Bool

    /// Removes the entries of a key, and advances the generation of its URL.
    func remove(_ key: CacheEntry.Key) async throws

    /// Removes the entries of all keys with a URL, and advances its generation.
    ///
    /// It may advance those of other URLs too.
    func remove(url: String) async throws

    /// Removes all entries, and advances the generations of all URLs.
    func removeAll() async throws

    /// Claims the revalidation of a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - limit: The time after which the claim ends by itself.
    /// - Returns: `false` if another claim is in force.
    func claimRevalidation(of key: CacheEntry.Key, for limit: Duration) async throws -> Bool

    /// Ends the claim of a key's revalidation.
    func endRevalidation(of key: CacheEntry.Key) async throws
}

/// An entry of a ``CacheStore``.
public struct CacheEntry: Sendable, Hashable {
    /// What a request must have in common with the entries that it may get.
    public struct Key: Sendable, Hashable {
        /// The URL.
        public var url: String
        /// The caller's identity; empty if the entry is for all callers that share the store.
        public var identity: String

        /// Creates a key.
        public init(url: String, identity: String) {
            (self.url, self.identity) = (url, identity)
        }
    }

    /// The key.
    public var key: Key
    /// The values of the request fields that `Vary` names, in a unique form; empty without `Vary`.
    public var variant: String
    /// The content, as a store returns it.
    ///
    /// It contains the key and a checksum, so that a cache refuses the entry of another key.
    public var bytes: Data

    /// Creates an entry.
    public init(key: Key, variant: String, bytes: Data) {
        (self.key, self.variant, self.bytes) = (key, variant, bytes)
    }
}

/// The entries of a key at one moment.
public struct CacheSnapshot: Sendable, Hashable {
    /// The entries, one for each variant, in any order.
    public var entries: [CacheEntry]
    /// The number that each removal of the URL's entries increases.
    public var generation: UInt64
    /// Names these entries of the key, and never any others, so that a caller may keep them and pass it as `newerThan`.
    ///
    /// `nil`, the default, for a store without versions, whose entries are read again each time.
    public var version: Data?

    /// Creates a snapshot.
    public init(entries: [CacheEntry], generation: UInt64, version: Data? = nil) {
        (self.entries, self.generation, self.version) = (entries, generation, version)
    }
}

extension CacheStore {
    /// Returns the entries of a key, and the generation of its URL.
    package func snapshot(of key: CacheEntry.Key) async throws -> CacheSnapshot {
        try await snapshot(of: key, newerThan: nil)
    }
}

/// Keys are compared byte by byte.
extension CacheEntry.Key {
    /// Returns whether two keys have the same bytes.
    public static func == (left: Self, right: Self) -> Bool {
        ByteEqualName(left.url) == ByteEqualName(right.url)
            && ByteEqualName(left.identity) == ByteEqualName(right.identity)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        ByteEqualName(url).hash(into: &hasher)
        ByteEqualName(identity).hash(into: &hasher)
    }
}

extension CacheEntry: RedactedStringConvertible {}
extension CacheEntry.Key: RedactedStringConvertible {}
extension CacheSnapshot: RedactedStringConvertible {
    /// The number of entries, without their content.
    public var description: String { "\(entries.count) entries of generation \(generation)" }
}
