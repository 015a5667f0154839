#if Redis
    import Foundation
    import PosthornKeys
    import PosthornRedis
    import PosthornStores
    import PosthornTesting
    import TestSupport
    import Testing

    /// The calls of an outbox on a server of Redis, and what happens to them when the server fails.
    @Suite("Redis outbox", .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
    struct RedisOutboxTests {
        private static let keyText = String(repeating: "k", count: 32)
        private let folder: TemporaryFolder
        private let server: RedisProcess
        private let key: SecretKey
        private let start = Date(timeIntervalSince1970: 1_800_000_000)

        init() throws {
            folder = try TemporaryFolder(for: "redis")
            server = try RedisProcess("--appendonly", "yes", "--dir", folder.path)
            key = try SecretKey(id: "store", bytes: Data(Self.keyText.utf8))
        }

        private func store(
            _ server: RedisProcess? = nil, password: String? = nil, callBytes: Int = 1 << 20
        ) throws -> RedisStore {
            let server = server ?? self.server
            return try RedisStore(
                host: "127.0.0.1", port: server.port, password: password ?? server.password,
                key: key, callBytes: callBytes, timeLimit: .seconds(5))
        }

        private func code(_ body: () async throws -> Void) async -> StoreError.Code? {
            do { try await body() } catch { return (error as? StoreError)?.code }
            return nil
        }

        private func call(
            _ id: String, _ key: String? = nil, blocks: Bool = true, request: String = "request"
        ) -> OutboxCall {
            OutboxCall(
                id: id, service: "ShopAPI", endpoint: "pay", key: key, blocksKey: blocks,
                submitted: start, request: Data(request.utf8))
        }

        private func claims(_ store: RedisStore, at date: Date? = nil) async throws -> [OutboxClaim]
        {
            try await store.claimCalls(
                for: "ShopAPI", limit: 9, lease: .seconds(30), now: date ?? start)
        }

        private let delivered = OutboxOutcome.delivered(
            response: Data("ok".utf8), at: Date(timeIntervalSince1970: 1_800_000_000))
        private let dead = OutboxOutcome.dead(
            reason: "400", response: nil, at: Date(timeIntervalSince1970: 1_800_000_000))

        /// A killed server has everything that it has acknowledged, with the claims and their numbers.
        @Test func keepsCallsOfAKilledServer() async throws {
            let store = try store()
            for number in 0..<20 { try await store.add(call("\(number)", "\(number % 3)")) }
            let claimed = try await claims(store)
            #expect(claimed.map(\.call.id) == ["0", "1", "2"])
            #expect(try await store.settle(claimed[0], as: delivered))
            #expect(try await store.settle(claimed[1], as: dead))
            server.end()
            #expect(await code { try await store.add(call("20")) } == .unavailable)
            let again = try RedisProcess(
                port: server.port, "--appendonly", "yes", "--dir", folder.path, "--requirepass",
                server.password)
            defer { again.end() }
            try await store.add(call("21"))
            #expect(
                try await store.outboxSummary(of: "ShopAPI")
                    == OutboxSummary(waiting: 19, delivered: 1, dead: 1, oldest: start))
            #expect(try await claims(store).map(\.call.id) == ["3", "21"])
            #expect(try await store.settle(claimed[2], as: delivered))
            #expect(try await claims(store).map(\.call.id) == ["5"])
            #expect(try await store.call("0")?.response == Data("ok".utf8))
        }

        @Test func refusesServersThatLoseCalls() async throws {
            let other = try TemporaryFolder(for: "redis")
            let lossy = try RedisProcess("--dir", other.path)
            defer { lossy.end() }
            let store = try store(lossy)
            #expect(await code { try await store.add(call("1")) } == .refused)
            try lossy.send("CONFIG", "SET", "appendonly", "yes")
            for policy in ["allkeys-lru", "allkeys-random"] {
                try lossy.send("CONFIG", "SET", "maxmemory-policy", policy)
                let evicting = try self.store(lossy)
                #expect(await code { try await evicting.add(call("1")) } == .refused)
                // Everything else works.
                #expect(try await evicting.call("1") == nil)
                #expect(try await evicting.value(of: "account") == nil)
            }
            // A connection that has refused a call reads the settings again.
            try lossy.send("CONFIG", "SET", "maxmemory-policy", "volatile-lru")
            try await store.add(call("1"))
            #expect(try await store.call("1") == call("1"))
        }

        @Test func fullMemory() async throws {
            let store = try store()
            try await store.add(call("1", "a"))
            try await store.add(call("2", "a"))
            try server.send("CONFIG", "SET", "maxmemory", "1")
            #expect(await code { try await store.add(call("3", "a")) } == .full)
            // What was accepted is still delivered, also over new connections.
            let other = try self.store()
            #expect(try await other.call("1") == call("1", "a"))
            for id in ["1", "2"] {
                let claim = try #require(try await claims(store).first)
                #expect(claim.call.id == id)
                #expect(try await store.extend(claim, lease: .seconds(30), now: start))
                #expect(try await store.settle(claim, as: delivered))
            }
            #expect(try await store.call("3") == nil)
            try server.send("CONFIG", "SET", "maxmemory", "0")
            try await store.add(call("3", "a"))
            #expect(try await claims(store).map(\.call.id) == ["3"])
        }

        @Test func failuresOfSubmissions() async throws {
            let wrong = try store(password: "canary")
            #expect(await code { try await wrong.add(call("1")) } == .refused)
            let small = try store(callBytes: 10)
            #expect(await code { try await small.add(call("1", request: "12345678901")) } == .full)
            try await small.add(call("1", request: "1234567890"))
            #expect(await code { try await small.add(call("1")) } == .refused, "the id is in use")
            let claim = try #require(try await claims(small).first)
            let large = OutboxOutcome.delivered(response: Data(count: 11), at: start)
            #expect(try await small.settle(claim, as: large))
            #expect(try await small.call("1")?.response == Data())
            let nobody = try RedisStore(
                host: "127.0.0.1", port: RedisProcess.freePort(), key: key,
                timeLimit: .milliseconds(300))
            #expect(await code { try await nobody.add(call("1")) } == .unavailable)
        }

        /// Claims end by the clock of the server, also those of machines whose clocks differ by minutes.
        @Test func clocksThatDiffer() async throws {
            let stores = try (0..<3).map { _ in try store() }
            let shifts: [TimeInterval] = [0, 300, -300]
            for (store, shift) in zip(stores, shifts) {
                store.systemTime.withLock { $0 = { Date() + shift } }
            }
            try await stores[0].add(call("1", "a"))
            for holder in stores.indices {
                let now = Date()
                let claim = try #require(
                    try await claims(stores[holder], at: now + shifts[holder]).first)
                for (store, shift) in zip(stores, shifts) {
                    #expect(try await claims(store, at: now + shift).isEmpty)
                    #expect(
                        try await store.dropCall("1", now: now + shift) == false,
                        "a claim by clock \(holder) ends by the clock that differs by \(shift)")
                }
                // After its end, any clock finds it.
                let next = (holder + 1) % stores.count
                let found = try await claims(stores[next], at: now + shifts[next] + 40)
                #expect(found.map(\.call.id) == ["1"] && found[0].fence > claim.fence)
                let failed = OutboxOutcome.failed(
                    reason: "503", at: now + shifts[next], delay: .seconds(20))
                #expect(try await stores[next].settle(found[0], as: failed))
                for (store, shift) in zip(stores, shifts) {
                    #expect(try await claims(store, at: now + shift).isEmpty)
                }
                let last = try #require(
                    try await claims(stores[holder], at: now + shifts[holder] + 40).first)
                #expect(try await stores[holder].settle(last, as: .released))
            }
        }

        /// A retried call that was passed over comes before the later ones of its key, and not beside one that is
        /// claimed.
        @Test func retriedCallsAreInOrder() async throws {
            let store = try store()
            for id in ["1", "2", "3", "4"] { try await store.add(call(id, "a", blocks: false)) }
            for _ in 0..<2 {
                let claim = try #require(try await claims(store).first)
                #expect(try await store.settle(claim, as: dead))
            }
            let third = try #require(try await claims(store).first)
            #expect(third.call.id == "3")
            #expect(try await store.retryCall("2", now: start))
            #expect(try await claims(store).isEmpty)
            #expect(try await store.settle(third, as: .released))
            #expect(try await store.retryCall("1", now: start))
            for id in ["1", "2", "3", "4"] {
                let claims = try await claims(store)
                #expect(claims.map(\.call.id) == [id])
                #expect(try await store.settle(claims[0], as: delivered))
            }
        }

        @Test func hidesContent() async throws {
            let store = try store()
            try await store.add(call("1", "canary", request: "canary"))
            let claim = try #require(try await claims(store).first)
            let dead = OutboxOutcome.dead(
                reason: "canary", response: Data("canary".utf8), at: start)
            #expect(try await store.settle(claim, as: dead))
            for name in try server.send("--scan").split(separator: "\n").map(String.init) {
                #expect(!name.contains("canary") && !name.contains("ShopAPI"))
                #expect(try !server.send("DUMP", name).contains("canary"))
            }
            #expect(try await store.calls(of: nil, in: .dead, limit: 9) == [claim.call.after(dead)])
        }

        /// A call that another program has changed is not sent, and holds back no other.
        @Test func valuesOfOtherPrograms() async throws {
            let store = try store()
            for id in ["1", "2"] { try await store.add(call(id, id)) }
            let first = "posthorn:outbox:call:1"
            try server.send("HSET", first, "call", "canary canary canary canary canary canary")
            let found = try await claims(store)
            #expect(found.map(\.call.id) == ["2"])
            #expect(try await store.settle(found[0], as: delivered))
            #expect(await code { _ = try await store.call("1") } == .damaged)
            #expect(await code { _ = try await claims(store, at: start + 60) } == .damaged)
            // A call of one id serves no other.
            try await store.add(call("3"))
            let swap = """
                local call = redis.call('HGET', KEYS[1], 'call')
                redis.call('HSET', KEYS[2], 'call', call)
                """
            try server.send("EVAL", swap, "2", "posthorn:outbox:call:3", first)
            #expect(await code { _ = try await store.call("1") } == .damaged)
            #expect(try await store.dropCall("1", now: start + 120))
            try server.send("SET", "posthorn:outbox:call:4", "canary")
            #expect(await code { _ = try await store.call("4") } == .foreign)
            #expect(await code { try await store.add(call("4")) } == .foreign)
        }

        @Test func listsMoreThanAPage() async throws {
            let store = try store()
            for number in 0..<1_100 { try await store.add(call("\(number)")) }
            let ids = try await store.calls(of: "ShopAPI", in: .waiting, limit: .max).map(\.id)
            #expect(ids == (0..<1_100).map(String.init))
            #expect(try await store.calls(of: nil, in: .waiting, limit: 501).count == 501)
        }

        #if SQLite
            /// Another process delivers what a killed one was delivering, in order.
            @Test func killedDelivery() async throws {
                let (arrived, killed) = (Gate(), Gate())
                let numbers = Locked<[String]>([])
                let warehouse = try ScriptedServer(recording: false) { connection in
                    while let message = try connection.readMessage() {
                        let text = String(decoding: message, as: UTF8.self)
                        let number = text.split(separator: "\"number\":").last.map {
                            String($0.prefix { $0.isNumber })
                        }
                        let count = numbers.withLock { numbers in
                            numbers.append(number ?? "")
                            return numbers.count
                        }
                        if count == 1 {
                            arrived.open()
                            killed.wait()
                        }
                        let body = "{\"number\":\(number ?? "")}"
                        try? connection.write(
                            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                                + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
                    }
                }
                defer { warehouse.stop() }
                func process(_ end: Int) throws -> StoreCheck {
                    try StoreCheck([
                        "outbox", "redis:\(server.port):\(server.password)", Self.keyText,
                        "http://127.0.0.1:\(warehouse.port)", "0", "\(end)",
                    ])
                }
                let first = try process(1)
                #expect(first.line() == "0")
                await arrived.opened()
                first.end()
                killed.open()
                let second = try process(0)
                #expect(second.line() == "end")
                #expect(numbers.withLock { $0 } == ["0", "0"])
            }
        #endif
    }
#endif
