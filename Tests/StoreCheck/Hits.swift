#if SQLite && Redis
    import CHiredis
    import Dispatch
    import FoundationEssentials
    import Posthorn
    import PosthornCache
    import PosthornKeys
    import PosthornRedis

    /// Prints the processor time of a hit over Redis, and of a GET of the same body by hiredis, called directly and on a
    /// thread of its own: medians of nine rounds.
    func compareHits(port: Int, password: String, bytes: Int, count: Int, only: String?)
        async throws
    {
        let store = try RedisStore(
            host: "127.0.0.1", port: port, password: password,
            key: SecretKey(id: "store", bytes: Data(repeating: 7, count: 32)),
            timeLimit: .seconds(30))
        func transport(memory: Int) -> CachingTransport {
            CachingTransport(
                FixedResponse(bytes: bytes), cache: HTTPCache(store: store, memory: memory))
        }
        // The store confirms the response that it has returned before, or returns it again.
        let (transport, forgetful) = (transport(memory: 32 << 20), transport(memory: 0))
        var request = TransportRequest(url: "https://a.test/\(bytes)")
        _ = try await transport.send(request)
        request.headers[.cacheControl] = "only-if-cached"
        let hit = request
        let key = CacheEntry.Key(url: request.url, identity: "")
        guard let server = redisConnect("127.0.0.1", Int32(port)), server.pointee.err == 0 else {
            fatalError("the server does not listen")
        }
        let body = FixedResponse(bytes: bytes).response.body
        run(server, ["AUTH", password].map { Data($0.utf8) })
        run(server, [Data("SET".utf8), Data("plain".utf8), body])
        let get = ["GET", "plain"].map { Data($0.utf8) }
        let thread = GetThread(server)

        let all: [(String, () async throws -> Void)] = [
            ("GET", { for _ in 0..<count { run(server, get) } }),
            ("GET on a thread", { for _ in 0..<count { await thread.get(bytes) } }),
            (
                "GET on a thread, 16 at a time",
                { try await concurrently(count) { await thread.get(bytes) } }
            ),
            ("snapshot", { for _ in 0..<count { _ = try await store.snapshot(of: key) } }),
            ("hit", { for _ in 0..<count { try await read(hit, bytes, transport) } }),
            (
                "hit without a copy",
                { for _ in 0..<count { try await read(hit, bytes, forgetful) } }
            ),
            (
                "hit, 16 at a time",
                { try await concurrently(count) { try await read(hit, bytes, transport) } }
            ),
        ]
        let kinds = all.filter { only == nil || $0.0 == only }
        var times = [[Double]](repeating: [], count: kinds.count)
        for _ in 0..<9 {
            for (index, kind) in kinds.enumerated() {
                let start = processorTime()
                try await kind.1()
                times[index].append(Double(processorTime() - start) / Double(count))
            }
        }
        let medians = times.map { $0.sorted()[4] }
        for (kind, median) in zip(kinds, medians) {
            print(
                "\(bytes) bytes, \(kind.0): \((median * 100).rounded() / 100) µs,",
                "\((median / medians[0] * 100).rounded() / 100) of GET")
        }
    }

    /// Runs something in 16 tasks.
    private func concurrently(
        _ count: Int, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask { for _ in 0..<count / 16 { try await body() } }
            }
            try await group.waitForAll()
        }
    }

    /// The least that an asynchronous call of hiredis can do: a thread sends the commands that wait in one round trip, and
    /// resumes their tasks.
    private final class GetThread: Sendable {
        private let waiting = Locked<[UnsafeContinuation<Int, Never>]>([])
        private let count = DispatchSemaphore(value: 0)

        init(_ server: UnsafeMutablePointer<redisContext>) {
            let server = UInt(bitPattern: server)
            DispatchQueue(label: "GET").async { [waiting, count] in
                guard let server = UnsafeMutablePointer<redisContext>(bitPattern: server) else {
                    return
                }
                let command = Array("*2\r\n$3\r\nGET\r\n$5\r\nplain\r\n".utf8CString.dropLast())
                while true {
                    count.wait()
                    let tasks = waiting.withLock { waiting in
                        defer { waiting = [] }
                        return waiting
                    }
                    for _ in tasks {
                        redisAppendFormattedCommand(server, command, command.count)
                    }
                    for task in tasks {
                        var reply: UnsafeMutableRawPointer?
                        redisGetReply(server, &reply)
                        guard let reply else { fatalError("the server does not respond") }
                        let count = reply.assumingMemoryBound(to: redisReply.self).pointee.len
                        freeReplyObject(reply)
                        task.resume(returning: Int(count))
                    }
                }
            }
        }

        func get(_ bytes: Int) async {
            let found = await withUnsafeContinuation { task in
                waiting.withLock { $0.append(task) }
                count.signal()
            }
            guard found == bytes else { fatalError("the value is not stored") }
        }
    }

    private func read(_ request: TransportRequest, _ bytes: Int, _ transport: some Transport)
        async throws
    {
        let response = try await transport.send(request)
        guard response.status == .ok, response.body.count == bytes else {
            fatalError("the response is not stored")
        }
    }

    /// Runs a command, whose reply is ignored.
    private func run(_ server: UnsafeMutablePointer<redisContext>, _ words: [Data]) {
        let copies = words.map { word in
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: max(1, word.count))
            word.withUnsafeBytes { UnsafeMutableRawPointer(copy).copyMemory(from: $0) }
            return copy
        }
        defer { for copy in copies { copy.deallocate() } }
        var pointers = copies.map { UnsafePointer<CChar>?($0) }
        let lengths = words.map(\.count)
        let reply = redisCommandArgv(server, Int32(words.count), &pointers, lengths)
        guard let reply else { fatalError("the server does not respond") }
        freeReplyObject(reply)
    }

    extension UnsafeMutableRawPointer {
        fileprivate func copyMemory(from buffer: UnsafeRawBufferPointer) {
            if let start = buffer.baseAddress { copyMemory(from: start, byteCount: buffer.count) }
        }
    }
#endif
