#if SQLite
    internal import Dispatch
    internal import FoundationEssentials
    internal import GRDB
    internal import Glibc
    public import PosthornKeys
    internal import PosthornStoreKeys
    public import PosthornStores

    /// A store in a file of SQLite, which the processes of a machine share.
    ///
    /// It stores responses, tokens, rates and the calls of an outbox. Responses, tokens and calls are encrypted
    /// (XAES-256-GCM), each bound to its name. Names are hidden by HMAC-SHA-256, except the ids, services and endpoints
    /// of calls. Sizes, times and counts are readable.
    ///
    /// ```swift
    /// let store = try await SQLiteStore(path: "/var/lib/shop/store.sqlite", key: key)
    /// ```
    ///
    /// A process that is killed leaves a file that others continue to use. Tokens and calls are synced to disk when
    /// they are stored, responses are not. The file must be on a file system of the machine. It is safe to use from any
    /// thread, and no call blocks a thread of Swift's tasks. A process opens a file once.
    public final class SQLiteStore: Sendable {
        let pool: DatabasePool
        let keys: RecordKeys
        let cacheBytes: Int
        /// The rows that were read since the last change, whose use is recorded with the next one.
        let used = Locked<Set<Int64>>([])
        /// Whether the disk was full, so that the log must not grow before its content is in the file.
        private let wasFull = Locked(false)

        /// Opens a store, and creates the file if there is none.
        ///
        /// - Parameters:
        ///   - path: The path of the file, in a folder that exists and belongs to the program's user. Beside it, SQLite
        ///     creates two files whose names end with `-wal` and `-shm`.
        ///   - key: The key that encrypts the values; the same one for all processes, with the purpose `derivation`. A file
        ///     keeps its key: for another one, use another file.
        ///   - cacheBytes: The maximum number of bytes of cache entries, 256 MiB by default. Above it, the least recently used
        ///     entries are evicted until 90 % remain. An entry may have an eighth of it.
        ///   - timeLimit: The longest time to wait for a change of another process, five seconds by default.
        /// - Throws: A `StoreError`: `refused` if the path can't be used, `foreign` if another program wrote the file,
        ///   `damaged` if it is damaged, `wrongKey` if it has another key, and `unavailable` if another process keeps it busy.
        ///   An `APIError.Cause` with the code `invalidKey` if the key is for another purpose.
        public init(
            path: String, key: SecretKey, cacheBytes: Int = 256 << 20,
            timeLimit: Duration = .seconds(5)
        ) async throws {
            let keys = try RecordKeys(key, format: "posthorn store 1")
            (self.keys, self.cacheBytes) = (keys, cacheBytes)
            let file = StoreFile(path: path, timeLimit: timeLimit)
            pool = try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(with: Result { try file.open(keys) })
                }
            }
        }

        /// Runs a query that is one statement, which therefore sees one state of the data.
        func read<Value: Sendable>(
            _ body: @escaping @Sendable (Database) throws -> Value
        ) async throws -> Value {
            try await StoreFile.mappingErrors { try await pool.unsafeRead(body) }
        }

        /// Makes a change in one transaction.
        ///
        /// - Parameter syncs: Whether the change survives a loss of power.
        func change<Value: Sendable>(
            syncs: Bool = false, _ body: @escaping @Sendable (Database) throws -> Value
        ) async throws -> Value {
            try await StoreFile.mappingErrors {
                if wasFull.withLock({ $0 }) { try await reuseLog() }
                do {
                    return try await transact(syncs, body)
                } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
                    wasFull.withLock { $0 = true }
                    try await reuseLog()
                    return try await transact(syncs, body)
                }
            }
        }

        /// Moves the content of the log into the file, and gives the space of the log back.
        ///
        /// From then on the log stays small, because a log that fills the disk could never be moved again.
        private func reuseLog() async throws {
            try await pool.writeWithoutTransaction { db in
                try db.checkpoint(.truncate)
                try db.execute(sql: "PRAGMA wal_autocheckpoint = 50")
            }
            wasFull.withLock { $0 = false }
        }

        private func transact<Value: Sendable>(
            _ syncs: Bool, _ body: @escaping @Sendable (Database) throws -> Value
        ) async throws -> Value {
            try await pool.writeWithoutTransaction { db in
                if syncs { try db.execute(sql: "PRAGMA synchronous = FULL") }
                defer { if syncs { try? db.execute(sql: "PRAGMA synchronous = NORMAL") } }
                var value: Value?
                try db.inTransaction(.immediate) {
                    value = try body(db)
                    return .commit
                }
                guard let value else { throw StoreFile.damaged }
                return value
            }
        }
    }

    extension SQLiteStore: RedactedStringConvertible {}

    extension Database {
        /// Runs a statement, which is compiled once for each connection.
        func run(_ sql: String, _ arguments: StatementArguments = []) throws {
            try cachedStatement(sql: sql).execute(arguments: arguments)
        }

        /// Returns the first row of a query; `nil` if there is none.
        func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
            try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
        }
    }
#endif
