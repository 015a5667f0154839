#if SQLite
    public import FoundationEssentials
    internal import GRDB
    internal import PosthornStoreKeys
    public import PosthornStores

    extension SQLiteStore: LeaseStore {
        /// Returns the value of a name; `nil` if there is none.
        public func value(of name: String) async throws -> Data? {
            let key = keys.name(.lease, name)
            let sealed = try await read { db in
                try db.row("SELECT value FROM leases WHERE name = ?", [key])?[0] as Data?
            }
            return try opened(sealed, key)
        }

        /// Takes the lease of a name; `nil` while another lease is in force.
        public func acquire(_ name: String, for duration: Duration) async throws -> Lease? {
            let key = keys.name(.lease, name)
            let found: (fence: Int64, sealed: Data?)? = try await change(syncs: true) { db in
                let time = BootTime()
                let row = try db.row(
                    "SELECT fence, boot, end, value FROM leases WHERE name = ?", [key])
                // A lease of an earlier start of the machine has no process any more.
                if let row, row[1] == time.boot, let end = row[2] as Int64?, end > time.now {
                    return nil
                }
                let fence = (row?[0] as Int64? ?? 0) + 1
                try db.run(
                    "INSERT INTO leases VALUES (?, ?, ?, ?, NULL) ON CONFLICT (name) DO UPDATE "
                        + "SET fence = excluded.fence, boot = excluded.boot, end = excluded.end",
                    [key, fence, time.boot, time.after(duration)])
                return (fence, row?[3] as Data?)
            }
            guard let found else { return nil }
            return Lease(
                name: name, fence: UInt64(max(0, found.fence)), value: try opened(found.sealed, key)
            )
        }

        /// Prolongs a lease; `false` if it has ended or another was taken since.
        public func extend(_ lease: Lease, for duration: Duration) async throws -> Bool {
            let time = BootTime()
            return try await change(lease, "boot = ?, end = ?", [time.boot, time.after(duration)])
        }

        /// Stores a value and ends the lease; `false` if it has ended or another was taken since.
        public func commit(_ value: Data, under lease: Lease) async throws -> Bool {
            let sealed = try keys.seal(value, as: keys.name(.lease, lease.name))
            return try await change(lease, "end = NULL, value = ?", [sealed], syncs: true)
        }

        /// Ends a lease without a change.
        public func release(_ lease: Lease) async throws {
            _ = try await change(lease, "end = NULL")
        }

        /// Removes the value of a name, and ends its lease.
        public func remove(_ name: String) async throws {
            let key = keys.name(.lease, name)
            try await change(syncs: true) { db in
                try db.run("UPDATE leases SET end = NULL, value = NULL WHERE name = ?", [key])
            }
        }

        private func change(
            _ lease: Lease, _ assignments: String, _ arguments: StatementArguments = [],
            syncs: Bool = false
        ) async throws -> Bool {
            let fence = Int64(clamping: lease.fence)
            let key = keys.name(.lease, lease.name)
            return try await change(syncs: syncs) { db in
                try db.run(
                    "UPDATE leases SET \(assignments) WHERE name = ? AND fence = ? AND end IS NOT NULL",
                    arguments + [key, fence])
                return db.changesCount > 0
            }
        }

        private func opened(_ sealed: Data?, _ key: Data) throws -> Data? {
            guard let sealed else { return nil }
            guard let value = keys.open(sealed, as: key) else {
                throw StoreError(
                    .damaged, "a value of the store is damaged, or was written with another key",
                    advice: "remove the value, or use the key of the other processes")
            }
            return value
        }
    }

    extension SQLiteStore: RateStore {
        /// Takes calls of a group.
        public func take(
            _ count: Int, of group: String, at rate: SharedRate, within limit: Duration
        ) async throws -> RateGrant {
            try await changeBook(of: group) { book, now in
                book.take(count, at: rate, within: limit, now: now)
            }
        }

        /// Keeps all calls of a group waiting.
        public func pause(_ group: String, for duration: Duration) async throws {
            try await changeBook(of: group) { book, now in book.pause(for: duration, now: now) }
        }

        /// Adds to the counts of a group.
        public func add(
            _ amounts: [Int], to group: String, within bounds: ClosedRange<Int>
        ) async throws -> RateCounts {
            try await changeBook(of: group) { book, now in
                book.add(amounts, within: bounds, now: now)
            }
        }

        private func changeBook<Value: Sendable>(
            of group: String, _ body: @escaping @Sendable (inout RateBook, Duration) -> Value
        ) async throws -> Value {
            let key = keys.name(.rate, group)
            return try await change { db in
                let time = BootTime()
                let now = Duration.nanoseconds(time.now)
                let row = try db.row(
                    "SELECT booked, closed, counts, kept FROM rates WHERE name = ? AND boot = ?",
                    [key, time.boot])
                var book = RateBook(booked: now)
                if let row {
                    let counts = (row[2] as String).split(separator: ",").compactMap { Int($0) }
                    book = RateBook(
                        booked: .nanoseconds(row[0]), closed: .nanoseconds(row[1]), counts: counts,
                        kept: .nanoseconds(row[3]))
                }
                let value = body(&book, now)
                if row == nil {
                    // Groups that need not wait are forgotten when another one is new.
                    try db.run(
                        "DELETE FROM rates WHERE boot <> ? OR max(booked, closed, kept) < ?",
                        [time.boot, time.now])
                }
                try db.run(
                    "INSERT OR REPLACE INTO rates VALUES (?, ?, ?, ?, ?, ?)",
                    [
                        key, time.boot, book.booked.nanoseconds, book.closed.nanoseconds,
                        book.counts.map(String.init).joined(separator: ","), book.kept.nanoseconds,
                    ])
                return value
            }
        }
    }

#endif
