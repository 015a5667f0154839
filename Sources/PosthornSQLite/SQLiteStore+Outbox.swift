#if SQLite
    public import FoundationEssentials
    internal import GRDB
    internal import PosthornStoreKeys
    public import PosthornStores

    extension SQLiteStore: OutboxStore {
        /// Adds a call behind all others, and returns when it is on the disk.
        public func add(_ call: OutboxCall) async throws {
            let key = queue(of: call)
            let request = try seal(call.request, call.id, .request)
            let label = try call.key.map { try seal(Data($0.utf8), call.id, .label) }
            try await change(syncs: true) { db in
                let isFirst = try key.map { try Self.first(of: $0, db) == nil } ?? true
                try db.run(
                    "INSERT INTO calls (id, service, endpoint, queue, blocks, first, submitted, state, "
                        + "failures, due, delay, fence, label, request) "
                        + "VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, ?, 0, 0, ?, ?)",
                    [
                        call.id, call.service, call.endpoint, key, call.blocksKey, isFirst,
                        call.submitted.milliseconds, call.due.milliseconds, label, request,
                    ])
            }
        }

        /// Claims calls that are due, the oldest first and the oldest of each key.
        ///
        /// A call that can't be decrypted is passed over; if there is no other, it is an error.
        public func claimCalls(
            for service: String, limit: Int, lease: Duration, now: Date
        ) async throws -> [OutboxClaim] {
            let now = now.milliseconds
            let length = lease.nanoseconds / 1_000_000
            let rows = try await change { db in
                let rows = try Row.fetchAll(
                    db.cachedStatement(
                        sql: "SELECT * FROM calls WHERE service = ? AND first AND state = 0 "
                            + "AND (due <= ? OR due - ? > delay + 1000) "
                            + "AND (lease IS NULL OR lease <= ? OR lease - ? > length + 1000) "
                            + "ORDER BY number LIMIT ?"),
                    arguments: [service, now, now, now, now, limit])
                for row in rows {
                    try db.run(
                        "UPDATE calls SET fence = fence + 1, lease = ?, length = ? WHERE number = ?",
                        [now + length, length, row["number"]])
                }
                return rows.map(CallRow.init)
            }
            return try OutboxClaim.readable(
                rows.map { row in Result { OutboxClaim(try call(row), fence: row.fence + 1) } })
        }

        /// Extends a claim that still holds.
        public func extend(_ claim: OutboxClaim, lease: Duration, now: Date) async throws -> Bool {
            let now = now.milliseconds
            let length = lease.nanoseconds / 1_000_000
            return try await change { db in
                try db.run(
                    "UPDATE calls SET lease = ?, length = ? WHERE id = ? AND fence = ? AND lease > ?",
                    [now + length, length, claim.call.id, claim.fence, now])
                return db.changesCount > 0
            }
        }

        /// Ends a claim; `false` if another was given since.
        public func settle(_ claim: OutboxClaim, as outcome: OutboxOutcome) async throws -> Bool {
            let call = claim.call.after(outcome)
            let reason = try call.reason.map { try seal(Data($0.utf8), call.id, .reason) }
            let response = try call.response.map { try seal($0, call.id, .response) }
            let key = queue(of: call)
            return try await change(syncs: true) { db in
                try db.run(
                    "UPDATE calls SET lease = NULL, state = ?, failures = ?, due = ?, delay = ?, ended = ?, "
                        + "reason = ?, response = ? WHERE id = ? AND fence = ? AND lease IS NOT NULL",
                    [
                        call.state.number, call.failures, call.due.milliseconds,
                        call.delay.nanoseconds / 1_000_000, call.ended?.milliseconds, reason,
                        response,
                        call.id, claim.fence,
                    ])
                guard db.changesCount > 0 else { return false }
                if call.state != .waiting, let key { try Self.moveFirst(of: key, db) }
                return true
            }
        }

        /// Returns a call; `nil` if there is none.
        public func call(_ id: String) async throws -> OutboxCall? {
            let row = try await read { db in
                try db.row("SELECT * FROM calls WHERE id = ?", [id]).map(CallRow.init)
            }
            return try row.map { try call($0) }
        }

        /// Returns calls in a state, the oldest first.
        public func calls(
            of service: String?, in state: OutboxCall.State, limit: Int
        ) async throws -> [OutboxCall] {
            let rows = try await read { db in
                try Row.fetchAll(
                    db.cachedStatement(
                        sql: "SELECT * FROM calls WHERE state = ? AND service = ifnull(?, service) "
                            + "ORDER BY number LIMIT ?"),
                    arguments: [state.number, service, limit]
                ).map(CallRow.init)
            }
            return try rows.map { try call($0) }
        }

        /// Returns how many calls of a service there are.
        public func outboxSummary(of service: String) async throws -> OutboxSummary {
            try await read { db in
                let rows = try Row.fetchAll(
                    db.cachedStatement(
                        sql: "SELECT state, count(*), min(submitted) FROM calls WHERE service = ? "
                            + "GROUP BY state"), arguments: [service])
                var summary = OutboxSummary()
                for row in rows {
                    switch OutboxCall.State(number: row[0]) {
                    case .waiting:
                        summary.waiting = row[1]
                        summary.oldest = (row[2] as Int64?).map(Date.init(milliseconds:))
                    case .delivered: summary.delivered = row[1]
                    case .dead: summary.dead = row[1]
                    }
                }
                return summary
            }
        }

        /// Makes a dead letter wait again.
        public func retryCall(_ id: String, now: Date) async throws -> Bool {
            try await change(syncs: true) { db in
                let row = try db.row("SELECT queue FROM calls WHERE id = ? AND state = 2", [id])
                guard let row else { return false }
                try db.run(
                    "UPDATE calls SET state = 0, failures = 0, due = ?, delay = 0, ended = NULL, "
                        + "response = NULL WHERE id = ?", [now.milliseconds, id])
                if let key = row[0] as Data? { try Self.moveFirst(of: key, db) }
                return true
            }
        }

        /// Removes a call that is not claimed.
        public func dropCall(_ id: String, now: Date) async throws -> Bool {
            let now = now.milliseconds
            return try await change(syncs: true) { db in
                let row = try db.row(
                    "SELECT queue FROM calls WHERE id = ? "
                        + "AND (lease IS NULL OR lease <= ? OR lease - ? > length + 1000)",
                    [id, now, now])
                guard let row else { return false }
                try db.run("DELETE FROM calls WHERE id = ?", [id])
                if let key = row[0] as Data? { try Self.moveFirst(of: key, db) }
                return true
            }
        }

        /// Removes delivered calls that ended before a time.
        public func removeDeliveredCalls(of service: String, before date: Date) async throws {
            try await change { db in
                try db.run(
                    "DELETE FROM calls WHERE service = ? AND state = 1 AND ended < ?",
                    [service, date.milliseconds])
            }
        }
    }

    extension SQLiteStore {
        /// The table of calls.
        ///
        /// `first` is true for the oldest call of a queue that holds back the others, and for calls without a queue. `label` is
        /// the key that the queue is named after.
        static let outboxSchema = """
            CREATE TABLE calls (
                number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
                service TEXT NOT NULL, endpoint TEXT NOT NULL, queue BLOB, blocks INTEGER NOT NULL,
                first INTEGER NOT NULL, submitted INTEGER NOT NULL, state INTEGER NOT NULL,
                failures INTEGER NOT NULL, due INTEGER NOT NULL, delay INTEGER NOT NULL, ended INTEGER,
                fence INTEGER NOT NULL, lease INTEGER, length INTEGER, label BLOB, reason BLOB,
                request BLOB NOT NULL, response BLOB);
            CREATE INDEX calls_due ON calls (service, number) WHERE first AND state = 0;
            CREATE INDEX calls_queue ON calls (queue, number) WHERE state <> 1;
            CREATE INDEX calls_state ON calls (service, state, ended);
            """

        private static func first(of key: Data, _ db: Database) throws -> Int64? {
            try db.row(
                "SELECT number FROM calls WHERE queue = ? AND state <> 1 AND (state = 0 OR blocks) "
                    + "ORDER BY number LIMIT 1", [key])?[0]
        }

        /// Lets the oldest call of a queue be attempted, after the last one has ended.
        private static func moveFirst(of key: Data, _ db: Database) throws {
            try db.run("UPDATE calls SET first = 0 WHERE queue = ? AND state <> 1 AND first", [key])
            guard let number = try first(of: key, db) else { return }
            try db.run("UPDATE calls SET first = 1 WHERE number = ?", [number])
        }

        private func queue(of call: OutboxCall) -> Data? {
            call.key.map { keys.name(.queue, "\(call.service.utf8.count):\(call.service)\($0)") }
        }

        private enum Part: String { case label, reason, request, response }

        private func seal(_ value: Data, _ id: String, _ part: Part) throws -> Data {
            try keys.seal(value, as: keys.name(.call, "\(part.rawValue):\(id)"))
        }

        private func open(_ sealed: Data, _ id: String, _ part: Part) throws -> Data {
            guard let value = keys.open(sealed, as: keys.name(.call, "\(part.rawValue):\(id)"))
            else {
                throw StoreError(
                    .damaged, "the call \(id) is damaged, or was written with another key",
                    advice: "use the key of the other processes, or drop the call")
            }
            return value
        }

        private func call(_ row: CallRow) throws -> OutboxCall {
            func text(_ sealed: Data?, _ part: Part) throws -> String? {
                try sealed.map { String(decoding: try open($0, row.call.id, part), as: UTF8.self) }
            }
            let plain = row.call
            var call = OutboxCall(
                id: plain.id, service: plain.service, endpoint: plain.endpoint,
                key: try text(row.label, .label), blocksKey: plain.blocksKey,
                submitted: plain.submitted, request: try open(plain.request, plain.id, .request))
            (call.state, call.failures, call.due) = (plain.state, plain.failures, plain.due)
            (call.delay, call.ended) = (plain.delay, plain.ended)
            call.reason = try text(row.reason, .reason)
            call.response = try plain.response.map { try open($0, plain.id, .response) }
            return call
        }
    }

    /// A row of the table of calls, whose request and response are sealed.
    private struct CallRow: Sendable {
        var call: OutboxCall
        let fence: Int
        let label: Data?
        let reason: Data?

        init(_ row: Row) {
            call = OutboxCall(
                id: row["id"], service: row["service"], endpoint: row["endpoint"],
                blocksKey: row["blocks"], submitted: Date(milliseconds: row["submitted"]),
                request: row["request"])
            call.state = OutboxCall.State(number: row["state"])
            call.failures = row["failures"]
            call.due = Date(milliseconds: row["due"])
            call.delay = .milliseconds(row["delay"] as Int64)
            call.ended = (row["ended"] as Int64?).map(Date.init(milliseconds:))
            call.response = row["response"]
            fence = row["fence"]
            label = row["label"]
            reason = row["reason"]
        }
    }

    extension OutboxCall.State {
        fileprivate var number: Int { self == .waiting ? 0 : self == .delivered ? 1 : 2 }

        fileprivate init(number: Int) {
            self = number == 0 ? .waiting : number == 1 ? .delivered : .dead
        }
    }

    extension Date {
        fileprivate var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

        fileprivate init(milliseconds: Int64) {
            self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
        }
    }
#endif
