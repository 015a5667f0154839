#if Redis
    import Foundation
    import PosthornKeys
    import PosthornRedis
    import PosthornStores
    import TestSupport
    import Testing

    /// Versions that are confirmed without a round trip, because the server reports changes.
    @Suite("Reports of Redis", .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
    struct RedisReportsTests {
        private let server: RedisProcess
        private let (one, two): (RedisStore, RedisStore)
        private let key = CacheEntry.Key(url: "https://a.test/", identity: "me")

        init() throws {
            let server = try RedisProcess()
            let key = try SecretKey.random(id: "store")
            func store() throws -> RedisStore {
                let store = try RedisStore(
                    host: "127.0.0.1", port: server.port, password: server.password, key: key,
                    timeLimit: .seconds(30))
                // A version that counted for a second only would be asked for again without reports.
                store.reportedFor = .seconds(3_600)
                return store
            }
            (one, two) = (try store(), try store())
            self.server = server
        }

        private func insert(_ text: String, _ store: RedisStore) async throws {
            let entry = CacheEntry(key: key, variant: "", bytes: Data(text.utf8))
            let generation = try await store.snapshot(of: key, newerThan: nil).generation
            #expect(try await store.insert(entry, replacing: [], since: generation))
        }

        private func version(_ store: RedisStore) async throws -> Data {
            try #require(try await store.snapshot(of: key, newerThan: nil).version)
        }

        /// The commands that the server has run for stores.
        private func commands() throws -> Int {
            let line = try server.send("INFO", "commandstats").split(whereSeparator: \.isNewline)
                .first { $0.hasPrefix("cmdstat_evalsha:") }
            return line?.split(separator: ",").first?.split(separator: "=").last.flatMap { Int($0) }
                ?? 0
        }

        /// Asks until the server is not asked for one of 100 hits.
        private func waitUntilWatched(_ version: Data, _ store: RedisStore) async throws {
            while true {
                let before = try commands()
                for _ in 0..<100 {
                    let found = try await store.snapshot(of: key, newerThan: version)
                    #expect(found.version == version && found.entries.isEmpty)
                }
                if try commands() < before + 100 { return }
                await Task.yield()
            }
        }

        /// Asks until the entries have another version.
        private func changed(from version: Data?, _ store: RedisStore) async throws -> CacheSnapshot
        {
            while true {
                let found = try await store.snapshot(of: key, newerThan: version)
                if found.version != version { return found }
                await Task.yield()
            }
        }

        @Test func reportedChangesAreSeen() async throws {
            for number in 0..<20 {
                try await insert("\(number)", two)
                let version = try await version(one)
                try await waitUntilWatched(version, one)
                try await insert("next \(number)", two)
                let found = try await changed(from: version, one)
                #expect(found.entries.map(\.bytes) == [Data("next \(number)".utf8)])
            }
        }

        enum Removal: CaseIterable {
            case key, url, all, everything
        }

        @Test(arguments: Removal.allCases)
        func reportedRemovalsAreSeen(_ removal: Removal) async throws {
            try await insert("one", two)
            let version = try await version(one)
            try await waitUntilWatched(version, one)
            switch removal {
            case .key: try await two.remove(key)
            case .url: try await two.remove(url: key.url)
            case .all: try await two.removeAll()
            case .everything: try server.send("FLUSHALL")
            }
            #expect(try await changed(from: version, one).entries == [])
        }

        /// A process sees its own changes at once.
        @Test func ownChangesNeedNoReport() async throws {
            for number in 0..<200 {
                try await insert("\(number)", one)
                let version = try await version(one)
                for _ in 0..<20 { _ = try await one.snapshot(of: key, newerThan: version) }
                switch number % 4 {
                case 0: try await insert("next \(number)", one)
                case 1: try await one.remove(key)
                case 2: try await one.remove(url: key.url)
                default: try await one.removeAll()
                }
                #expect(try await one.snapshot(of: key, newerThan: version).version != version)
            }
        }

        /// The server forgets what a connection has read when it ends.
        @Test func lostConnections() async throws {
            try await insert("one", two)
            let first = try await version(one)
            try await waitUntilWatched(first, one)
            try server.send("CLIENT", "KILL", "TYPE", "normal")
            try await insert("two", two)
            #expect(try await changed(from: first, one).entries.map(\.bytes) == [Data("two".utf8)])
        }

        /// A change of another process is seen after the reports have ended, and they begin again.
        @Test func lostReports() async throws {
            try await insert("one", two)
            let first = try await version(one)
            try await waitUntilWatched(first, one)
            try server.send("CLIENT", "KILL", "TYPE", "pubsub")
            try await insert("two", two)
            let second = try #require(try await changed(from: first, one).version)
            try await waitUntilWatched(second, one)
            try await insert("three", two)
            #expect(
                try await changed(from: second, one).entries.map(\.bytes) == [Data("three".utf8)])
        }

        /// A server that reports nothing is asked each time.
        @Test(arguments: ["-client|tracking", "-subscribe", "-client|id"])
        func serverWithoutReports(_ rule: String) async throws {
            #expect(try server.send("ACL", "SETUSER", "default", rule).hasPrefix("OK"))
            try await insert("one", two)
            let version = try await version(one)
            let before = try commands()
            for _ in 0..<100 {
                #expect(try await one.snapshot(of: key, newerThan: version).version == version)
            }
            #expect(try commands() == before + 100)
            try await insert("two", two)
            #expect(try await one.snapshot(of: key, newerThan: version).version != version)
        }

        /// Concurrent changes: no process keeps a version for good that is not the newest.
        @Test func concurrentChanges() async throws {
            try await insert("first", one)
            try await waitUntilWatched(version(one), one)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for store in [one, two] {
                    group.addTask {
                        for number in 0..<200 {
                            let entry = CacheEntry(
                                key: key, variant: "", bytes: Data("\(number)".utf8))
                            let found = try await store.snapshot(of: key, newerThan: nil)
                            _ = try await store.insert(
                                entry, replacing: [], since: found.generation)
                            if number % 10 == 0 { try await store.remove(key) }
                        }
                    }
                    for _ in 0..<4 {
                        group.addTask {
                            var version: Data?
                            for _ in 0..<1_000 {
                                version =
                                    try await store.snapshot(of: key, newerThan: version).version
                                await Task.yield()
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await insert("last", two)
            let newest = try await version(two)
            for store in [one, two] {
                var version: Data?
                while version != newest {
                    version = try await store.snapshot(of: key, newerThan: version).version
                    await Task.yield()
                }
            }
        }
    }
#endif
