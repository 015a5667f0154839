#if Redis
    public import FoundationEssentials
    internal import PosthornStoreKeys
    public import PosthornStores

    extension RedisStore: LeaseStore {
        /// Returns the value of a name; `nil` if there is none.
        public func value(of name: String) async throws -> Data? {
            let key = keys.name(.lease, name)
            return try opened(try await run(.value, [self.name("lease", key)]).data, key)
        }

        /// Takes the lease of a name; `nil` while another lease is in force.
        public func acquire(_ name: String, for duration: Duration) async throws -> Lease? {
            let key = keys.name(.lease, name)
            let reply = try await run(
                .acquire, [self.name("lease", key)], [Data(duration.microseconds)])
            guard let found = reply.array, let fence = found.first?.number else { return nil }
            return Lease(
                name: name, fence: fence, value: try opened(found.dropFirst().first?.data, key))
        }

        /// Prolongs a lease; `false` if it has ended or another was taken since.
        public func extend(_ lease: Lease, for duration: Duration) async throws -> Bool {
            try await isDone(
                .extend, [leaseName(lease)], [Data(lease.fence), Data(duration.microseconds)])
        }

        /// Stores a value and ends the lease; `false` if it has ended or another was taken since.
        public func commit(_ value: Data, under lease: Lease) async throws -> Bool {
            let sealed = try keys.seal(value, as: keys.name(.lease, lease.name))
            return try await isDone(.commit, [leaseName(lease)], [Data(lease.fence), sealed])
        }

        /// Ends a lease without a change.
        public func release(_ lease: Lease) async throws {
            _ = try await run(.release, [leaseName(lease)], [Data(lease.fence)])
        }

        /// Removes the value of a name, and ends its lease.
        public func remove(_ name: String) async throws {
            _ = try await run(.removeValue, [self.name("lease", keys.name(.lease, name))])
        }

        private func leaseName(_ lease: Lease) -> Data {
            name("lease", keys.name(.lease, lease.name))
        }

        private func opened(_ sealed: Data?, _ key: Data) throws -> Data? {
            guard let sealed else { return nil }
            guard let value = keys.open(sealed, as: key) else {
                throw StoreError(
                    .damaged, "a value of the store is damaged, or another program wrote it",
                    advice: "remove the value, and check who writes into the namespace")
            }
            return value
        }
    }

    extension RedisStore: RateStore {
        /// Takes calls of a group.
        public func take(
            _ count: Int, of group: String, at rate: SharedRate, within limit: Duration
        ) async throws -> RateGrant {
            let reply = try await run(
                .take, [name("rate", keys.name(.rate, group))],
                [
                    Data(max(1, count)), Data(rate.interval.microseconds), Data(rate.burst),
                    Data(limit.microseconds),
                ])
            let times = (reply.array ?? []).compactMap(\.number).map {
                Duration.microseconds(Int64(clamping: $0))
            }
            guard times.count > 1, let pause = times.last else { throw Self.noRate }
            return RateGrant(
                delays: times.dropLast(2), next: times[times.count - 2], pause: pause)
        }

        private static let noRate = StoreError(
            .damaged, "the store has no rate where one was expected")

        /// Keeps all calls of a group waiting.
        public func pause(_ group: String, for duration: Duration) async throws {
            _ = try await run(
                .pause, [name("rate", keys.name(.rate, group))], [Data(duration.microseconds)])
        }

        /// Adds to the counts of a group.
        public func add(
            _ amounts: [Int], to group: String, within bounds: ClosedRange<Int>
        ) async throws -> RateCounts {
            let reply = try await run(
                .add, [name("rate", keys.name(.rate, group))],
                [Data(bounds.lowerBound), Data(bounds.upperBound)] + amounts.map { Data($0) })
            let sums = (reply.array ?? []).compactMap(\.signed)
            guard sums.count == amounts.count + 1, let pause = sums.last else { throw Self.noRate }
            return RateCounts(sums: sums.dropLast(), pause: .microseconds(pause))
        }
    }

    extension Duration {
        /// At most a century.
        var microseconds: Int64 {
            let (seconds, attoseconds) = min(self, .seconds(3_155_760_000)).components
            return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        }
    }

#endif
