#if SQLite
    public import FoundationEssentials
    internal import GRDB
    internal import PosthornStoreKeys
    public import PosthornStores

    extension SQLiteStore: CacheStore {
        /// The largest number of bytes of an entry.
        public var entryLimit: Int { cacheBytes / 8 }

        /// Returns the entries of a key, and the generation of its URL.
        public func snapshot(
            of key: CacheEntry.Key, newerThan version: Data?
        ) async throws -> CacheSnapshot {
            let name = EntryName(key, keys)
            let keys = keys
            let (rows, generation) = try await read { db in
                var rows: [(id: Int64, used: Int64, entry: CacheEntry)] = []
                var generation: Int64?
                let cursor = try Row.fetchCursor(
                    db.cachedStatement(
                        sql: "SELECT number, id, used, entries.name, bytes FROM generations "
                            + "LEFT JOIN entries ON entries.name BETWEEN ? AND ? WHERE slot = ?"),
                    arguments: [name.first, name.last, name.slot])
                while let row = try cursor.next() {
                    generation = row[0]
                    guard let id = row[1] as Int64? else { continue }
                    let entry = try row.withUnsafeData(atIndex: 4) { sealed in
                        sealed.flatMap { Self.entry($0, row[3], key, keys) }
                    }
                    if let entry { rows.append((id, row[2], entry)) }
                }
                guard let generation else { throw StoreFile.damaged }
                return (rows, generation)
            }
            let now = Self.seconds
            let old = rows.filter { $0.used < now - 60 }
            if !old.isEmpty {
                used.withLock { if $0.count < 10_000 { $0.formUnion(old.map(\.id)) } }
            }
            return CacheSnapshot(entries: rows.map(\.entry), generation: UInt64(max(0, generation)))
        }

        /// Inserts an entry; `false` if the URL's entries were removed since the generation.
        public func insert(
            _ entry: CacheEntry, replacing variants: Set<String>, since generation: UInt64
        ) async throws -> Bool {
            guard entry.bytes.count <= entryLimit else { return false }
            let name = EntryName(entry.key, keys)
            let replaced = variants.union([entry.variant]).map { name.variant($0, keys) }
            let own = name.variant(entry.variant, keys)
            let sealed = try keys.seal(entry.bytes, with: entry.variant, as: own)
            let (capacity, touched) = (cacheBytes, takeUsed())
            return try await change { db in
                let found = try db.row("SELECT number FROM generations WHERE slot = ?", [name.slot])
                guard found?[0] == Int64(clamping: generation) else { return false }
                for id in touched {
                    try db.run("UPDATE entries SET used = ? WHERE id = ?", [Self.seconds, id])
                }
                var bytes = sealed.count
                for name in replaced { bytes -= try Self.delete(name, name, db) }
                try db.run(
                    "INSERT INTO entries (name, size, used, bytes) VALUES (?, ?, ?, ?)",
                    [own, sealed.count, Self.seconds, sealed])
                try Self.add(bytes, db)
                try Self.evict(to: capacity, db)
                return true
            }
        }

        /// Removes the entries of a key.
        public func remove(_ key: CacheEntry.Key) async throws {
            let name = EntryName(key, keys)
            try await remove(from: name.first, to: name.last, slot: name.slot)
        }

        /// Removes the entries of all keys with a URL.
        public func remove(url: String) async throws {
            let name = EntryName(.init(url: url, identity: ""), keys)
            try await remove(from: name.firstOfURL, to: name.lastOfURL, slot: name.slot)
        }

        /// Removes all entries.
        public func removeAll() async throws {
            try await change { db in
                try db.run("UPDATE generations SET number = number + 1")
                try db.run("DELETE FROM entries")
                try db.run("UPDATE store SET value = 0 WHERE name = 'bytes'")
            }
        }

        /// Claims the revalidation of a key; `false` if another claim is in force.
        public func claimRevalidation(of key: CacheEntry.Key, for limit: Duration) async throws
            -> Bool
        {
            let name = EntryName(key, keys).first
            return try await change { db in
                let time = BootTime()
                try db.run("DELETE FROM claims WHERE boot <> ? OR end <= ?", [time.boot, time.now])
                try db.run(
                    "INSERT OR IGNORE INTO claims VALUES (?, ?, ?)",
                    [name, time.boot, time.after(limit)])
                return db.changesCount > 0
            }
        }

        /// Ends the claim of a key's revalidation.
        public func endRevalidation(of key: CacheEntry.Key) async throws {
            let name = EntryName(key, keys).first
            try await change { db in try db.run("DELETE FROM claims WHERE name = ?", [name]) }
        }
    }

    extension SQLiteStore {
        private func remove(from first: Data, to last: Data, slot: Int) async throws {
            try await change { db in
                try db.run("UPDATE generations SET number = number + 1 WHERE slot = ?", [slot])
                try Self.add(-(try Self.delete(first, last, db)), db)
            }
        }

        private func takeUsed() -> Set<Int64> {
            used.withLock { used in
                defer { used = [] }
                return used
            }
        }

        /// Returns the entry of a row; `nil` if it is damaged or does not belong to the key.
        private static func entry(
            _ sealed: Data, _ name: Data, _ key: CacheEntry.Key, _ keys: RecordKeys
        ) -> CacheEntry? {
            keys.openWithText(sealed, as: name).map { bytes, variant in
                CacheEntry(key: key, variant: variant, bytes: bytes)
            }
        }

        /// Deletes the entries of a range of names and returns their size.
        private static func delete(_ first: Data, _ last: Data, _ db: Database) throws -> Int {
            let row = try db.row(
                "SELECT total(size) FROM entries WHERE name BETWEEN ? AND ?", [first, last])
            let bytes = Int(row?[0] as Double? ?? 0)
            if bytes > 0 {
                try db.run("DELETE FROM entries WHERE name BETWEEN ? AND ?", [first, last])
            }
            return bytes
        }

        private static func add(_ bytes: Int, _ db: Database) throws {
            guard bytes != 0 else { return }
            try db.run("UPDATE store SET value = value + ? WHERE name = 'bytes'", [bytes])
        }

        /// Deletes the least recently used entries if there are too many bytes, until 90 % remain.
        private static func evict(to capacity: Int, _ db: Database) throws {
            let row = try db.row("SELECT value FROM store WHERE name = 'bytes'")
            guard var bytes = row?[0] as Int?, bytes > capacity else { return }
            let total = bytes
            let rows = try Row.fetchCursor(
                db.cachedStatement(sql: "SELECT id, size FROM entries ORDER BY used, id"))
            var ids: [Int64] = []
            while bytes > capacity - capacity / 10, let row = try rows.next() {
                ids.append(row[0])
                bytes -= row[1] as Int
            }
            for id in ids { try db.run("DELETE FROM entries WHERE id = ?", [id]) }
            try add(bytes - total, db)
        }

        private static var seconds: Int64 { Int64(Date().timeIntervalSince1970) }
    }

    /// The name of an entry: one part each for the URL, the identity and the variant.
    private struct EntryName {
        private let url: Data
        private let key: Data

        init(_ key: CacheEntry.Key, _ keys: RecordKeys) {
            url = keys.name(.url, key.url)
            self.key = url + keys.name(.identity, key.identity)
        }

        /// The counter of the URL's removals.
        var slot: Int { Int(url.first ?? 0) % StoreFile.slots }

        var first: Data { key + Self.lowest }
        var last: Data { key + Self.highest }
        var firstOfURL: Data { url + Self.lowest + Self.lowest }
        var lastOfURL: Data { url + Self.highest + Self.highest }

        func variant(_ variant: String, _ keys: RecordKeys) -> Data {
            variant.isEmpty ? first : key + keys.name(.variant, variant)
        }

        private static let lowest = Data(repeating: 0, count: RecordKeys.nameByteCount)
        private static let highest = Data(repeating: 0xFF, count: RecordKeys.nameByteCount)
    }
#endif
