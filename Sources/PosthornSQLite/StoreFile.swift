#if SQLite
    import FoundationEssentials
    import GRDB
    import Glibc
    import PosthornStoreKeys
    import PosthornStores

    /// The file of a store: its checks, its tables and the errors of SQLite.
    struct StoreFile: Sendable {
        let path: String
        let timeLimit: Duration

        /// The bytes `Post`.
        private static let application = 0x506F_7374
        private static let version = 2
        /// The number of counters of removals, which URLs share.
        static let slots = 256
        private static let keyCheck = Data("the key of a posthorn store".utf8)

        func open(_ keys: RecordKeys) throws -> DatabasePool {
            try checkPath()
            var configuration = Configuration()
            configuration.busyMode = .timeout(timeLimit / .seconds(1))
            configuration.maximumReaderCount = 4
            configuration.label = "posthorn store"
            let end = ContinuousClock.now + timeLimit
            while true {
                do {
                    try checkOwner(configuration)
                    let pool = try DatabasePool(path: path, configuration: configuration)
                    try pool.writeWithoutTransaction { db in try Self.prepare(db, keys) }
                    return pool
                } catch let error as DatabaseError {
                    // SQLite does not wait while another process turns on the write-ahead log.
                    guard error.resultCode == .SQLITE_BUSY, ContinuousClock.now < end else {
                        throw Self.error(error)
                    }
                    usleep(5_000)
                }
            }
        }

        /// Creates the file, for its owner only, and refuses those that others can read.
        ///
        /// The file must not be opened here: closing it would drop the locks that SQLite has on it in this process.
        private func checkPath() throws(StoreError) {
            let isUsable = !path.isEmpty && !path.utf8.contains(0)
            guard isUsable, mknod(path, S_IFREG | 0o600, 0) == 0 || errno == EEXIST else {
                throw StoreError(
                    .refused, "the file of the store can't be created",
                    advice: "check its path, and that its folder exists and belongs to the user")
            }
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                status.st_uid == geteuid(), status.st_mode & 0o077 == 0
            else {
                throw StoreError(
                    .refused,
                    "the store is not a file, or another user owns it or can read it",
                    advice:
                        "use a file that the program's user owns, with mode 0600, or a path that "
                        + "does not exist yet")
            }
        }

        /// Refuses the file of another program before anything in it changes.
        private func checkOwner(_ configuration: Configuration) throws {
            var configuration = configuration
            configuration.readonly = true
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            try queue.read { db in
                let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
                let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
                if application == 0, tables == 0 { return }
                guard application == Self.application else {
                    throw StoreError(
                        .foreign, "the file is a database of another program",
                        advice: "use another path for the store")
                }
                let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
                guard version == Self.version else { throw Self.foreignVersion(version) }
            }
        }

        private static func foreignVersion(_ found: Int) -> StoreError {
            let (age, advice) =
                found < version
                ? (
                    "an earlier",
                    "remove the file, with its tokens and calls, while no process uses it"
                )
                : ("a later", "use that version in all processes")
            return StoreError(
                .foreign,
                "\(age) version of Posthorn wrote the file of the store: its format is \(found), and this "
                    + "version reads \(version)", advice: advice + ", or use another path")
        }

        /// Creates the tables if there are none, and checks the key.
        private static func prepare(_ db: Database, _ keys: RecordKeys) throws {
            try db.execute(sql: "PRAGMA synchronous = NORMAL")
            let name = Data("key".utf8)
            let select = "SELECT value FROM store WHERE name = 'key'"
            let isReady = try Int.fetchOne(db, sql: "PRAGMA user_version") == version
            if !isReady {
                try db.inTransaction(.immediate) {
                    // Another process may have created them.
                    if try Int.fetchOne(db, sql: "PRAGMA user_version") != version {
                        try db.execute(sql: schema)
                        try db.execute(
                            sql: "INSERT INTO store VALUES ('bytes', 0), ('key', ?)",
                            arguments: [try keys.seal(keyCheck, as: name)])
                    }
                    return .commit
                }
            }
            guard let check = try Data.fetchOne(db, sql: select) else { throw damaged }
            guard keys.open(check, as: name) == keyCheck else {
                throw StoreError(
                    .wrongKey, "the store was created with another key",
                    advice: "use the key of the other processes, or another path")
            }
        }

        private static let schema = """
            CREATE TABLE store (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
            CREATE TABLE entries (
                id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, size INTEGER NOT NULL,
                used INTEGER NOT NULL, bytes BLOB NOT NULL);
            CREATE INDEX entries_used ON entries (used);
            CREATE TABLE generations (slot INTEGER PRIMARY KEY, number INTEGER NOT NULL);
            CREATE TABLE claims (
                name BLOB PRIMARY KEY, boot TEXT NOT NULL, end INTEGER NOT NULL) WITHOUT ROWID;
            CREATE TABLE leases (
                name BLOB PRIMARY KEY, fence INTEGER NOT NULL, boot TEXT, end INTEGER, value BLOB);
            CREATE TABLE rates (
                name BLOB PRIMARY KEY, boot TEXT NOT NULL, booked INTEGER NOT NULL,
                closed INTEGER NOT NULL, counts TEXT NOT NULL, kept INTEGER NOT NULL) WITHOUT ROWID;
            WITH RECURSIVE slots(slot) AS (
                SELECT 0 UNION ALL SELECT slot + 1 FROM slots WHERE slot + 1 < \(slots))
            INSERT INTO generations SELECT slot, 0 FROM slots;
            \(SQLiteStore.outboxSchema)
            PRAGMA application_id = \(application);
            PRAGMA user_version = \(version);
            """

        static let damaged = StoreError(
            .damaged, "the file of the store is damaged",
            advice: "remove it and the files beside it, and start all processes again")

        /// Runs an operation, and throws a ``StoreError`` for an error of SQLite.
        static func mappingErrors<Value: Sendable>(
            _ body: () async throws -> Value
        ) async throws -> Value {
            do {
                return try await body()
            } catch let error as DatabaseError {
                throw Self.error(error)
            }
        }

        static func error(_ error: DatabaseError) -> StoreError {
            let code = "SQLite reports code \(error.extendedResultCode.rawValue)"
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED:
                return StoreError(
                    .unavailable, "another process keeps the store busy (\(code))",
                    advice: "end that process, or raise `timeLimit`")
            case .SQLITE_FULL, .SQLITE_TOOBIG, .SQLITE_NOMEM:
                return StoreError(
                    .full, "there is no space for the value (\(code))", advice: "check the disk")
            case .SQLITE_NOTADB:
                return StoreError(
                    .foreign, "the file is not a store, or it is damaged (\(code))",
                    advice: "use another path for the store, or remove the file")
            // Without one of its tables, the file is not what this program wrote.
            case .SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH:
                return damaged
            case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH:
                return StoreError(
                    .refused, "the file of the store can't be opened or changed (\(code))",
                    advice: "check its folder, its owner and its mode")
            case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHORT_READ:
                return damaged
            default:
                return StoreError(
                    .unavailable, "the file of the store can't be read or written (\(code))",
                    advice: "check the disk")
            }
        }
    }

    /// The time since the machine was started, with the name of that start.
    struct BootTime: Sendable {
        /// In nanoseconds, including the time in which the machine slept.
        let now: Int64
        let boot: String

        private static let name: String = {
            let file = URL(filePath: "/proc/sys/kernel/random/boot_id")
            return (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }()

        init() {
            var time = timespec()
            clock_gettime(CLOCK_BOOTTIME, &time)
            now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
            boot = Self.name
        }

        /// Returns the moment after a duration, at most a century.
        func after(_ duration: Duration) -> Int64 { now + min(duration, Self.century).nanoseconds }

        private static let century = Duration.seconds(3_155_760_000)
    }

    extension Duration {
        var nanoseconds: Int64 {
            let (seconds, attoseconds) = components
            return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        }
    }
#endif
