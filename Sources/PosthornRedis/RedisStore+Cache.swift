#if Redis
    public import FoundationEssentials
    internal import PosthornStoreKeys
    public import PosthornStores

    extension RedisStore: CacheStore {
        /// The largest number of bytes of an entry.
        public var entryLimit: Int { entryBytes }

        /// Returns the entries of a key, and the generation of its URL.
        ///
        /// Entries of the given version are left out. From Redis 6 and without TLS, the server reports changes: for a
        /// second after a lookup, a version whose change it has not reported counts as the newest, without a round
        /// trip.
        public func snapshot(
            of key: CacheEntry.Key, newerThan version: Data?
        ) async throws -> CacheSnapshot {
            if let version, let generation = watch.generation(of: key, at: version) {
                return CacheSnapshot(entries: [], generation: generation, version: version)
            }
            let names = EntryNames(key, self)
            // Only a caller that keeps copies has a version.
            var ticket: RedisWatch.Ticket?
            if version != nil {
                pool.reports.start()
                ticket = watch.begin(key, named: names.entries)
            }
            let reply = try await run(
                .snapshot, [names.generations, names.entries], [names.slot, version ?? Data()],
                session: ticket?.session)
            guard let found = reply.array, let generation = found.first?.number else {
                throw StoreError(.damaged, "the store has no generation where one was expected")
            }
            let current = found.dropFirst().first?.data
            if let ticket { watch.end(ticket, version: current, generation: generation) }
            var entries: [CacheEntry] = []
            // Pairs of a variant's name and a value.
            for index in stride(from: 2, to: found.count - 1, by: 2) {
                guard let field = found[index].data, let sealed = found[index + 1].data,
                    let (bytes, variant) = keys.openWithText(sealed, as: names.bound(field))
                else { continue }
                entries.append(CacheEntry(key: key, variant: variant, bytes: bytes))
            }
            return CacheSnapshot(entries: entries, generation: generation, version: current)
        }

        /// Inserts an entry; `false` if the URL's entries were removed since the generation.
        public func insert(
            _ entry: CacheEntry, replacing variants: Set<String>, since generation: UInt64
        ) async throws -> Bool {
            guard entry.bytes.count <= entryLimit else { return false }
            let names = EntryNames(entry.key, self)
            let field = names.field(entry.variant)
            let sealed = try keys.seal(
                entry.bytes, with: entry.variant, as: names.bound(field))
            let lifetime = Data(max(1, entryLifetime.microseconds / 1_000))
            let version = RecordKeys.nonce(of: sealed)
            // This process must not see the old entries, even before the server's report.
            defer { watch.remove(entry.key) }
            return try await isDone(
                .insert, [names.generations, names.entries, names.url],
                [names.slot, Data(generation), lifetime, field, sealed, version]
                    + variants.map(names.field))
        }

        /// Removes the entries of a key.
        public func remove(_ key: CacheEntry.Key) async throws {
            let names = EntryNames(key, self)
            defer { watch.removeAll() }
            _ = try await run(.remove, [names.generations, names.entries], [names.slot])
        }

        /// Removes the entries of all keys with a URL.
        public func remove(url: String) async throws {
            let names = EntryNames(.init(url: url, identity: ""), self)
            defer { watch.removeAll() }
            _ = try await run(.removeURL, [names.generations, names.url], [names.slot])
        }

        /// Removes all entries.
        public func removeAll() async throws {
            defer { watch.removeAll() }
            _ = try await run(.removeAll, [name("generations")], [Data("0".utf8)])
        }

        /// Claims the revalidation of a key; `false` if another claim is in force.
        public func claimRevalidation(of key: CacheEntry.Key, for limit: Duration) async throws
            -> Bool
        {
            let milliseconds = Data(max(1, limit.microseconds / 1_000))
            return try await isDone(.claim, [EntryNames(key, self).claim], [milliseconds])
        }

        /// Ends the claim of a key's revalidation.
        public func endRevalidation(of key: CacheEntry.Key) async throws {
            _ = try await run(.endClaim, [EntryNames(key, self).claim])
        }
    }

    /// The names of a key's entries in the server.
    private struct EntryNames {
        let slot: Data
        private let urlName: Data
        private let key: Data
        private let store: RedisStore

        init(_ key: CacheEntry.Key, _ store: RedisStore) {
            self.store = store
            urlName = store.keys.name(.url, key.url)
            self.key =
                urlName
                + (key.identity.isEmpty
                    ? store.everyone : store.keys.name(.identity, key.identity))
            slot = Data(urlName.first ?? 0)
        }

        var generations: Data { store.name("generations") }
        var entries: Data { store.name("entries", key) }
        var url: Data { store.name("url", urlName) }
        var claim: Data { store.name("claim", key) }

        func field(_ variant: String) -> Data { store.keys.name(.variant, variant) }

        /// What a value is bound to.
        func bound(_ field: Data) -> Data { key + field }
    }
#endif
