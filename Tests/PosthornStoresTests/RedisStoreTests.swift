#if Redis
    import Foundation
    import PosthornKeys
    import PosthornRedis
    import PosthornStores
    import PosthornTesting
    import TestSupport
    import Testing

    /// A store on a server of Redis: the conformance suite, and what happens when the server fails.
    @Suite("Redis store", .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
    struct RedisStoreTests {
        private let server: RedisProcess
        private let key: SecretKey

        init() throws {
            server = try RedisProcess()
            key = try SecretKey.random(id: "store")
        }

        private func store(
            port: Int? = nil, password: String? = nil, key: SecretKey? = nil,
            namespace: String = "test", keepsCallsInMemory: Bool = false,
            timeLimit: Duration = .seconds(5)
        ) throws -> RedisStore {
            try RedisStore(
                host: "127.0.0.1", port: port ?? server.port, password: password ?? server.password,
                key: key ?? self.key, namespace: namespace, keepsCallsInMemory: keepsCallsInMemory,
                timeLimit: timeLimit)
        }

        private func code(_ body: () async throws -> Void) async -> StoreError.Code? {
            do { try await body() } catch { return (error as? StoreError)?.code }
            return nil
        }

        private func commit(_ text: String, _ store: RedisStore) async throws {
            let lease = try #require(try await store.acquire("account", for: .seconds(60)))
            #expect(try await store.commit(Data(text.utf8), under: lease))
        }

        /// Each behaviour has a namespace of its own on one server.
        @Test func conforms() async throws {
            for (number, behaviour) in StoreConformance.caches.enumerated() {
                try await check(behaviour.name) {
                    try await behaviour.check { try store(namespace: "cache \(number)") }
                }
            }
            for (number, behaviour) in StoreConformance.leases.enumerated() {
                try await check(behaviour.name) {
                    try await behaviour.check { try store(namespace: "lease \(number)") }
                }
            }
            for (number, behaviour) in StoreConformance.rates.enumerated() {
                try await check(behaviour.name) {
                    try await behaviour.check { try store(namespace: "rate \(number)") }
                }
            }
            for (number, behaviour) in StoreConformance.outbox.enumerated() {
                try await check(behaviour.name) {
                    try await behaviour.check {
                        try store(namespace: "outbox \(number)", keepsCallsInMemory: true)
                    }
                }
            }
        }

        private func check(_ name: String, _ body: () async throws -> Void) async throws {
            do { try await body() } catch { Issue.record("\(name): \(error)") }
        }

        @Test func refusesWrongPasswordsAndKeys() async throws {
            try await commit("x", store())
            let wrong = "canary"
            #expect(
                await code { _ = try await store(password: wrong).value(of: "account") } == .refused
            )
            let open = try RedisStore(host: "127.0.0.1", port: server.port, key: key)
            #expect(await code { _ = try await open.value(of: "account") } == .refused)
            let other = try SecretKey.random(id: "store")
            #expect(
                await code { _ = try await store(key: other).value(of: "account") } == .wrongKey)
        }

        @Test func hidesNamesAndValues() async throws {
            let store = try store()
            let lease = try #require(try await store.acquire("canary", for: .seconds(60)))
            #expect(try await store.commit(Data("canary".utf8), under: lease))
            let entry = CacheEntry(
                key: .init(url: "https://canary.test/", identity: "canary"), variant: "canary",
                bytes: Data("canary".utf8))
            let generation = try await store.snapshot(of: entry.key).generation
            #expect(try await store.insert(entry, replacing: [], since: generation))
            for name in try server.send("--scan").split(separator: "\n") {
                #expect(!name.contains("canary"))
            }
            let dump = try server.send("--scan", "--pattern", "*lease*")
            #expect(!dump.isEmpty && !"\(store) \(lease)".contains("canary"))
            #expect(try !server.send("DUMP", "test:key").contains("canary"))
        }

        /// Nothing hangs while the server is away, and a later call connects again.
        @Test func survivesRestarts() async throws {
            let first = try RedisProcess()
            let store = try RedisStore(
                host: "127.0.0.1", port: first.port, password: first.password, key: key)
            #expect(try await store.value(of: "account") == nil)
            first.end()
            for _ in 0..<3 {
                #expect(await code { _ = try await store.value(of: "account") } == .unavailable)
            }
            let second = try RedisProcess(port: first.port, "--requirepass", first.password)
            defer { second.end() }
            #expect(try await store.value(of: "account") == nil)
        }

        @Test func loadsLostScriptsAgain() async throws {
            let store = try store()
            try await commit("x", store)
            try server.send("SCRIPT", "FLUSH")
            #expect(try await store.value(of: "account") == Data("x".utf8))
        }

        @Test func fullMemory() async throws {
            let store = try store()
            try await commit("old", store)
            try server.send("CONFIG", "SET", "maxmemory", "1")
            #expect(await code { try await commit("new", store) } == .full)
            #expect(
                await code {
                    _ = try await store.take(
                        1, of: "a", at: .init(interval: .seconds(1), burst: 1), within: .zero)
                } == .full)
            try server.send("CONFIG", "SET", "maxmemory", "0")
            #expect(try await store.value(of: "account") == Data("old".utf8))
        }

        @Test func slowServer() async throws {
            let store = try store(timeLimit: .milliseconds(200))
            #expect(try await store.value(of: "account") == nil)
            try server.send("CLIENT", "PAUSE", "600000")
            for _ in 0..<2 {
                #expect(await code { _ = try await store.value(of: "account") } == .unavailable)
            }
        }

        @Test func valuesOfOtherPrograms() async throws {
            let store = try store()
            try await commit("x", store)
            let entry = CacheEntry(
                key: .init(url: "https://a.test/", identity: ""), variant: "", bytes: Data("x".utf8)
            )
            let generation = try await store.snapshot(of: entry.key).generation
            #expect(try await store.insert(entry, replacing: [], since: generation))
            let text = """
                for _, name in ipairs(redis.call('KEYS', ARGV[1])) do
                    for _, field in ipairs(redis.call('HKEYS', name)) do
                        if field ~= 'epoch' and field ~= 'fence' then
                            redis.call('HSET', name, field, 'canary canary canary canary canary canary')
                        end
                    end
                end
                """
            try server.send("EVAL", text, "0", "test:lease:*")
            try server.send("EVAL", text, "0", "test:entries:*")
            #expect(await code { _ = try await store.value(of: "account") } == .damaged)
            #expect(try await store.snapshot(of: entry.key).entries.isEmpty)
            try server.send(
                "EVAL",
                "for _, name in ipairs(redis.call('KEYS', 'test:lease:*')) do redis.call('SET', name, 'x') end",
                "0")
            #expect(await code { _ = try await store.value(of: "account") } == .foreign)
        }

        /// A value of one name serves no other.
        @Test func valuesAreBoundToTheirNames() async throws {
            let store = try store()
            for name in ["a", "b"] {
                let lease = try #require(try await store.acquire(name, for: .seconds(60)))
                #expect(try await store.commit(Data(name.utf8), under: lease))
            }
            try server.send(
                "EVAL",
                """
                local names = redis.call('KEYS', 'test:lease:*')
                local first = redis.call('HGET', names[1], 'value')
                redis.call('HSET', names[1], 'value', redis.call('HGET', names[2], 'value'))
                redis.call('HSET', names[2], 'value', first)
                """, "0")
            for name in ["a", "b"] {
                #expect(await code { _ = try await store.value(of: name) } == .damaged)
            }
        }

        @Test func serversThatAreNotRedis() async throws {
            let http = try ScriptedServer.responding(with: "HTTP/1.1 400 Bad Request\r\n\r\n")
            defer { http.stop() }
            let silent = try ScriptedServer { $0.readToEnd() }
            defer { silent.stop() }
            let closing = try ScriptedServer { $0.close() }
            defer { closing.stop() }
            let old = try ScriptedServer { connection in
                while connection.read(1) != nil {
                    try connection.write("-ERR unknown command\r\n")
                }
            }
            defer { old.stop() }
            for (port, codes) in [
                (Int(http.port), [.foreign, .unavailable]), (Int(silent.port), [.unavailable]),
                (Int(closing.port), [.unavailable]), (Int(old.port), [.damaged, .refused]),
                (try RedisProcess.freePort(), [.unavailable]),
            ] as [(Int, [StoreError.Code])] {
                let store = try store(port: port, timeLimit: .milliseconds(300))
                let found = await code { _ = try await store.value(of: "account") }
                #expect(
                    found.map(codes.contains) == true, "\(String(describing: found)) of \(codes)")
            }
        }

        /// Many calls at once, over two connections.
        @Test func concurrentCalls() async throws {
            let store = try store(timeLimit: .seconds(60))
            try await commit("x", store)
            try await withThrowingTaskGroup(of: Data?.self) { group in
                for _ in 0..<2_000 { group.addTask { try await store.value(of: "account") } }
                for try await value in group { #expect(value == Data("x".utf8)) }
            }
        }
    }
#endif
