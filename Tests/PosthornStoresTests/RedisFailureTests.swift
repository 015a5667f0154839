#if Redis
    import Foundation
    import Posthorn
    import PosthornKeys
    import PosthornRedis
    import PosthornResilience
    import PosthornStores
    import PosthornTesting
    import TestSupport
    import Testing

    /// What a store does when its server fails at a certain step.
    @Suite("Failures of Redis", .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
    struct RedisFailureTests {
        private let key: SecretKey

        init() throws { key = try SecretKey.random(id: "store") }

        private func store(
            _ port: Int, password: String? = nil, timeLimit: Duration = .seconds(30)
        ) throws -> RedisStore {
            try RedisStore(
                host: "127.0.0.1", port: port, password: password, key: key, connections: 1,
                timeLimit: timeLimit)
        }

        private func error(_ body: () async throws -> Void) async -> StoreError? {
            do { try await body() } catch { return error as? StoreError }
            return nil
        }

        /// A server that is Redis but for what a test scripts; the reply `nil` closes the connection.
        ///
        /// With `idleEnd`, it ends the first connection after a reply to a script, and calls the function when the client has
        /// closed it too.
        private func server(
            version: String = "7.0.15", idleEnd: (@Sendable () -> Void)? = nil,
            _ reply: @escaping @Sendable (_ words: [String], _ connection: Int) -> String?
        ) throws -> ScriptedServer {
            let check = Locked<[UInt8]>([])
            return try ScriptedServer(recording: false) { connection in
                while let words = try Self.command(connection) {
                    let texts = words.map { String(decoding: $0, as: UTF8.self) }
                    if let own = reply(texts, connection.number) {
                        if !own.isEmpty {
                            try connection.write(own)
                            continue
                        }
                    } else {
                        return connection.close()
                    }
                    switch texts[0] {
                    case "INFO": try connection.write(Self.bulk("redis_version:\(version)\r\n"))
                    case "SET":
                        check.withLock { $0 = words[2] }
                        try connection.write("+OK\r\n")
                    case "GET":
                        let value = check.withLock { $0 }
                        try connection.write(
                            Array("$\(value.count)\r\n".utf8) + value + Array("\r\n".utf8))
                    case "SCRIPT":
                        try connection.write(Self.bulk(String(repeating: "a", count: 40)))
                    case "EVALSHA" where idleEnd != nil && connection.number == 1:
                        try connection.write("$-1\r\n")
                        connection.halfClose()
                        if connection.readToEnd() { idleEnd?() }
                    case "EVALSHA", "EVAL": try connection.write("$-1\r\n")
                    default: try connection.write("-ERR unknown command '\(texts[0])'\r\n")
                    }
                }
            }
        }

        private static func bulk(_ text: String) -> String {
            "$\(text.utf8.count)\r\n\(text)\r\n"
        }

        /// Reads the words of a command; `nil` at the end of the connection.
        private static func command(_ connection: ScriptedConnection) throws -> [[UInt8]]? {
            func line() -> String? {
                var bytes: [UInt8] = []
                while !bytes.ends(with: [13, 10]) {
                    guard let byte = connection.read(1) else { return nil }
                    bytes += byte
                }
                return String(decoding: bytes.dropLast(2), as: UTF8.self)
            }
            guard let head = line(), let count = Int(head.dropFirst()) else { return nil }
            var words: [[UInt8]] = []
            for _ in 0..<count {
                guard let size = line().flatMap({ Int($0.dropFirst()) }),
                    let word = connection.read(size + 2)
                else { return nil }
                words.append(Array(word.dropLast(2)))
            }
            return words
        }

        /// The server dies in the middle of a script, and another one takes its place.
        @Test func connectionThatClosesDuringAScript() async throws {
            let server = try server { words, connection in
                words[0] == "EVALSHA" && connection == 1 ? nil : ""
            }
            defer { server.stop() }
            let store = try store(Int(server.port))
            let failure = await error { _ = try await store.value(of: "account") }
            #expect(failure?.code == .unavailable)
            #expect(failure?.message == "the server of the store did not respond")
            #expect(try await store.value(of: "account") == nil)
        }

        /// The task of a later command writes it itself, to a connection that waits for nothing.
        @Test func connectionThatClosesAtALaterCommand() async throws {
            let count = Locked(0)
            let server = try server { words, _ in
                guard words[0] == "EVALSHA" else { return "" }
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                return number == 2 ? nil : ""
            }
            defer { server.stop() }
            let store = try store(Int(server.port))
            #expect(try await store.value(of: "account") == nil)
            let failure = await error { _ = try await store.value(of: "account") }
            #expect(failure?.code == .unavailable)
            #expect(failure?.message == "the server of the store did not respond")
            #expect(try await store.value(of: "account") == nil)
        }

        @Test func connectionThatClosesWhileItIsIdle() async throws {
            let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
            let server = try server(idleEnd: { continuation.yield() }) { _, _ in "" }
            defer { server.stop() }
            let store = try store(Int(server.port))
            #expect(try await store.value(of: "account") == nil)
            for await _ in ends { break }
            #expect(try await store.value(of: "account") == nil)
        }

        /// Calls that come together share connections and batches, and each gets its own reply.
        @Test func concurrentCallsGetTheirOwnReplies() async throws {
            let server = try RedisProcess()
            let store = try RedisStore(
                host: "127.0.0.1", port: server.port, password: server.password, key: key,
                timeLimit: .seconds(30))
            // A value that is too long for a task to write.
            let values = (0..<40).map {
                Data(repeating: UInt8($0), count: $0 % 4 == 0 ? 50_000 : $0)
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, value) in values.enumerated() {
                    group.addTask {
                        let lease = try #require(
                            try await store.acquire("\(number)", for: .seconds(60)))
                        #expect(try await store.commit(value, under: lease))
                        for _ in 0..<20 {
                            #expect(try await store.value(of: "\(number)") == value)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }

        @Test func scriptThatTheNewServerDoesNotHave() async throws {
            let server = try server { words, _ in
                words[0] == "EVALSHA" ? "-NOSCRIPT No matching script. Please use EVAL.\r\n" : ""
            }
            defer { server.stop() }
            #expect(try await store(Int(server.port)).value(of: "account") == nil)
        }

        static let replies: [(String, StoreError.Code)] = [
            ("-READONLY You can't write against a read only replica.", .unavailable),
            (
                "-ERR Error running script (call to f_a): @user_script:3: @user_script: 3: -READONLY You can't "
                    + "write against a read only slave.", .unavailable
            ),
            ("-LOADING Redis is loading the dataset in memory", .unavailable),
            (
                "-MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
                .unavailable
            ),
            ("-BUSY Redis is busy running a script.", .unavailable),
            ("-CLUSTERDOWN Hash slot not served", .unavailable),
            ("-MOVED 3999 127.0.0.1:6381", .foreign),
            ("-ASK 3999 127.0.0.1:6381", .foreign),
            ("-OOM command not allowed when used memory > 'maxmemory'.", .full),
            ("-MISCONF Redis is configured to save RDB snapshots, but it can't persist.", .full),
            ("-NOPERM this user has no permissions to run the 'evalsha' command", .refused),
            ("-WRONGTYPE Operation against a key holding the wrong kind of value", .foreign),
            ("-ERR value is not an integer or out of range", .damaged),
        ]

        /// The first connection is to a server that refuses the step, and a later one to one that does not.
        @Test(arguments: replies)
        func repliesOfAServerThatDoesNotServe(_ reply: String, _ code: StoreError.Code) async throws
        {
            let isWell = Locked(false)
            let server = try server { words, connection in
                guard words[0] == "EVALSHA" else { return "" }
                // A server that was demoted keeps its old connections.
                let isOld = code == .unavailable ? connection == 1 : !isWell.withLock { $0 }
                return isOld ? reply + "\r\n" : ""
            }
            defer { server.stop() }
            let store = try store(Int(server.port))
            let failure = await error { _ = try await store.value(of: "account") }
            #expect(failure?.code == code)
            #expect(failure?.advice != nil)
            isWell.withLock { $0 = true }
            #expect(try await store.value(of: "account") == nil)
        }

        @Test func serverThatIsLoading() async throws {
            let server = try server { _, connection in
                connection == 1 ? "-LOADING Redis is loading the dataset in memory\r\n" : ""
            }
            defer { server.stop() }
            let store = try store(Int(server.port), password: "x")
            let failure = await error { _ = try await store.value(of: "account") }
            #expect(failure?.code == .unavailable)
        }

        /// A server whose disk is slow writes its file after its replies, and loses the rest if it is killed.
        @Test(arguments: [
            // Bytes in the file and bytes to write: the call is written when 150 bytes are.
            (["*2\r\n:100\r\n:50\r\n", "*2\r\n:120\r\n:60\r\n", "*2\r\n:150\r\n:30\r\n"], true),
            (["*2\r\n:100\r\n:50\r\n", "*2\r\n:90\r\n:0\r\n"], true),
            // It could not write, was started again without the call, or writes nothing within the time limit.
            (["*2\r\n:100\r\n:50\r\n", "$-1\r\n"], false),
            (Array(repeating: "*2\r\n:100\r\n:50\r\n", count: 10_000), false),
        ])
        func submissionWaitsForTheFile(_ replies: [String], _ isAccepted: Bool) async throws {
            let steps = Locked(0)
            let server = try server { words, _ in
                switch words[0] {
                case "INFO": return Self.bulk("redis_version:7.0.15\r\naof_enabled:1\r\n")
                case "EVALSHA":
                    let step = steps.withLock { steps in
                        defer { steps += 1 }
                        return steps
                    }
                    return step == 0 ? ":1\r\n" : replies[step - 1]
                default: return ""
                }
            }
            defer { server.stop() }
            let isEndless = replies.count > 9
            let store = try store(
                Int(server.port), timeLimit: isEndless ? .milliseconds(500) : .seconds(30))
            let call = OutboxCall(
                id: "1", service: "ShopAPI", endpoint: "pay", key: nil, blocksKey: true,
                submitted: Date(), request: Data())
            let failure = await error { try await store.add(call) }
            #expect(failure?.code == (isAccepted ? nil : .unavailable))
            #expect(isEndless || steps.withLock { $0 } == 1 + replies.count)
        }

        /// Redis 2.4 has no sections of `INFO`, 2.8 has no `SET` of the options that scripts use.
        @Test(arguments: ["2.4.18", "2.8.24", "4.0.14"])
        func oldVersions(_ version: String) async throws {
            let server = try server(version: version) { words, _ in
                switch (words[0], version) {
                case ("INFO", "2.4.18"): "-ERR wrong number of arguments for 'info' command\r\n"
                case ("SET", "2.4.18"): "-ERR syntax error\r\n"
                case ("HELLO", _): "-ERR unknown command 'HELLO'\r\n"
                default: ""
                }
            }
            defer { server.stop() }
            let store = try store(Int(server.port))
            let failure = await error { _ = try await store.value(of: "account") }
            #expect(
                failure?.description
                    == "the server is older than Redis 5; use a later version of Redis")
            #expect(failure?.code == .foreign)
        }

        /// Redis 2.8 has no password, or another one.
        @Test(arguments: ["-ERR invalid password", "-ERR Client sent AUTH, but no password is set"])
        func passwordsOfOldVersions(_ reply: String) async throws {
            let server = try server(version: "2.8.24") { words, _ in
                words[0] == "AUTH" ? reply + "\r\n" : ""
            }
            defer { server.stop() }
            let store = try store(Int(server.port), password: "canary")
            let failure = await error { _ = try await store.value(of: "account") }
            #expect(failure?.code == .refused)
            #expect(failure.map { "\($0)".contains("canary") } == false)
        }

        /// Debian 12 has hiredis 0.14, which knows no TLS.
        @Test func storeWithTLS() async throws {
            do {
                let store = try RedisStore(
                    host: "127.0.0.1", key: key, tlsAuthorities: "/nowhere/authorities.pem")
                // A build with a later version tries to connect.
                #expect(await error { _ = try await store.value(of: "account") } != nil)
            } catch let error as StoreError {
                #expect(error.code == .unsupported)
                #expect(
                    error.description
                        == "TLS for Redis needs hiredis 1.0 or later with its library hiredis_ssl; this "
                        + "program was built with hiredis 0.14; build it where a later libhiredis-dev is "
                        + "installed, or leave out `tlsAuthorities` and use a tunnel")
            }
        }

        @Test(arguments: ["rediss://10.0.0.5:6379", "redis://10.0.0.5", "/run/redis.sock"])
        func hostThatIsAURL(_ host: String) {
            let failure = #expect(throws: StoreError.self) {
                try RedisStore(host: host, key: key)
            }
            #expect(
                failure?.description
                    == "expected the name or address of a server; found a URL or a path; write `host:` and "
                    + "`port:` without 'redis://', and `tlsAuthorities:` for 'rediss://'")
        }

        /// Tokens and counts may be gone; no call fails, and no number of a lease returns.
        @Test func evictingServer() async throws {
            let server = try RedisProcess()
            let store = try store(server.port, password: server.password)
            let first = try #require(try await store.acquire("account", for: .seconds(60)))
            #expect(try await store.commit(Data("token".utf8), under: first))
            _ = try await store.add([5], to: "a", within: 0...9)
            try server.send("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
            try server.send("CONFIG", "SET", "maxmemory", "4mb")
            let body = Data(repeating: 1, count: 200_000)
            for number in 0..<40 {
                let key = CacheEntry.Key(url: "https://a.test/\(number)", identity: "")
                let generation = try await store.snapshot(of: key).generation
                _ = try await store.insert(
                    CacheEntry(key: key, variant: "", bytes: body), replacing: [], since: generation
                )
            }
            #expect(try server.send("INFO", "stats").contains("evicted_keys:0\r\n") == false)
            // What other programs may remove is removed here, so that the test does not depend on Redis' choice.
            let text =
                "for _, name in ipairs(redis.call('KEYS', '*:lease:*')) do redis.call('DEL', name) end"
            try server.send("EVAL", text, "0")
            #expect(try await store.value(of: "account") == nil)
            let second = try #require(try await store.acquire("account", for: .seconds(60)))
            #expect(second.fence > first.fence && second.value == nil)
            #expect(try await !store.commit(Data("old".utf8), under: first))
            let sum = try await store.add([1], to: "a", within: 0...9).sums
            #expect(sum == [1] || sum == [6])
        }

        /// Calls continue while the server hangs, and wait for no longer than its time limits.
        @Test func callsContinueWhileTheServerHangs() async throws {
            let server = try RedisProcess()
            let limit = Duration.milliseconds(200)
            let store = try store(server.port, password: server.password, timeLimit: limit)
            let limiter = RateLimiter(
                calls: 1_000_000, per: .seconds(1), sharedIn: store, localShare: 0.5)
            let breaker = CircuitBreaker(sharedIn: store)
            let budget = RetryBudget(sharedIn: store, localShare: 0.5)
            let request = TransportRequest(url: "https://a.test/")
            func send() async throws -> Duration {
                let start = ContinuousClock.now
                _ = try await breaker.intercept(request) { request in
                    try await limiter.intercept(request) { _ in TransportResponse(status: .ok) }
                }
                return ContinuousClock.now - start
            }
            _ = try await send()
            try server.send("CLIENT", "PAUSE", "600000")
            var longest = Duration.zero
            for _ in 0..<200 {
                longest = max(longest, try await send())
                _ = budget.take(for: "https://a.test", isThrottled: false)
            }
            // Four times the limit, and time for a busy machine.
            #expect(longest < limit * 4 + .seconds(5), "\(longest)")
            #expect(budget.tokens(for: "https://a.test") < 500)
        }
    }

    extension Collection<UInt8> where Self: BidirectionalCollection {
        fileprivate func ends(with suffix: [UInt8]) -> Bool {
            count >= suffix.count && Array(self.suffix(suffix.count)) == suffix
        }
    }
#endif
