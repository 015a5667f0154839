#if Redis
    import FoundationEssentials
    import PosthornStores

    /// The versions of cache entries that the server reports changes of, so that a copy needs no round trip.
    ///
    /// This is Redis's client-side caching (`CLIENT TRACKING`): reports are its invalidation messages, which a connection
    /// of their own receives. Its number is the session: a connection for commands is tracked if its reports go to that
    /// session. An entry counts for a second after its lookup began, in case a report is lost.
    final class RedisWatch: Sendable {
        /// A lookup of an entry's version in the server; a report that arrives before the reply makes it void.
        struct Ticket: Sendable {
            let key: CacheEntry.Key
            let session: Int
            fileprivate let number: UInt64
        }

        private struct Entry {
            let name: Data
            let number: UInt64
            /// `nil` until the reply.
            var version: Data?
            var generation: UInt64 = 0
            let end: ContinuousClock.Instant
        }

        private struct State {
            /// `nil` while there is no connection for reports.
            var session: Int?
            var entries: [CacheEntry.Key: Entry] = [:]
            var keys: [Data: CacheEntry.Key] = [:]
            var tickets: UInt64 = 0

            mutating func removeAll() {
                entries.removeAll()
                keys.removeAll()
            }

            mutating func remove(_ key: CacheEntry.Key) {
                if let entry = entries.removeValue(forKey: key) { keys[entry.name] = nil }
            }
        }

        /// The most entries, beyond which all are asked for again.
        private static let limit = 10_000
        /// How long an entry counts.
        let lifetime = Locked(Duration.seconds(1))

        private let state = Locked(State())
        /// The name of the value that each removal changes.
        private let generations: Data

        init(generations: Data) { self.generations = generations }

        /// The connection for reports; `nil` while there is none.
        var session: Int? { state.withLock { $0.session } }

        /// Returns the generation of a key's URL if the key's entries have the version; `nil` if the server must be asked.
        func generation(of key: CacheEntry.Key, at version: Data) -> UInt64? {
            let now = ContinuousClock.now
            return state.withLock { state in
                guard let entry = state.entries[key], entry.version == version, now < entry.end
                else { return nil }
                return entry.generation
            }
        }

        /// Begins a lookup; `nil` if changes are not reported, or while the key has another lookup or an entry.
        func begin(_ key: CacheEntry.Key, named name: Data) -> Ticket? {
            let now = ContinuousClock.now
            let end = now + lifetime.withLock { $0 }
            return state.withLock { state in
                guard let session = state.session, state.entries[key].map({ $0.end <= now }) ?? true
                else { return nil }
                if state.entries.count >= Self.limit { state.removeAll() }
                state.tickets += 1
                state.entries[key] = Entry(
                    name: name, number: state.tickets, end: end)
                state.keys[name] = key
                return Ticket(key: key, session: session, number: state.tickets)
            }
        }

        /// Ends a lookup with the reply of the server.
        func end(_ ticket: Ticket, version: Data?, generation: UInt64) {
            state.withLock { state in
                guard state.entries[ticket.key]?.number == ticket.number else { return }
                guard let version else { return state.remove(ticket.key) }
                state.entries[ticket.key]?.version = version
                state.entries[ticket.key]?.generation = generation
            }
        }

        /// This process has changed the entries of a key.
        func remove(_ key: CacheEntry.Key) { state.withLock { $0.remove(key) } }

        /// The entries of many keys have changed, or may have.
        func removeAll() { state.withLock { $0.removeAll() } }

        /// The server reports the changes of the values with these names; `nil` if it has removed all values.
        func report(_ names: [Data]?) {
            state.withLock { state in
                guard let names, !names.contains(generations) else { return state.removeAll() }
                for name in names { if let key = state.keys[name] { state.remove(key) } }
            }
        }

        /// The server can send reports from now on.
        func begin(session: Int) { state.withLock { $0.session = session } }

        /// The connection for reports is lost, or the server sends it none.
        func fail(session: Int) {
            state.withLock { state in
                guard state.session == session else { return }
                state.session = nil
                state.removeAll()
            }
        }
    }
#endif
