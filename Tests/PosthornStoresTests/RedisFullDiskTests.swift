#if Redis
    import Foundation
    import Glibc
    import Posthorn
    import PosthornCache
    import PosthornKeys
    import PosthornRedis
    import PosthornResilience
    import PosthornStores
    import PosthornTesting
    import TestSupport
    import Testing

    /// A server of Redis that has no space for its file any more.
    @Suite("Redis on a full disk", .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
    struct RedisFullDiskTests {
        private let folder: TemporaryFolder
        private let key: SecretKey

        init() throws {
            folder = try TemporaryFolder(for: "full")
            key = try SecretKey.random(id: "store")
        }

        private func server(_ limit: SpaceLimit, _ policy: String = "everysec") throws
            -> RedisProcess
        {
            try RedisProcess(
                ["--appendonly", "yes", "--appendfsync", policy, "--dir", folder.path],
                by: limit.launcher(folder.path))
        }

        private func store(_ server: RedisProcess) throws -> RedisStore {
            try RedisStore(
                host: "127.0.0.1", port: server.port, password: server.password, key: key,
                timeLimit: .seconds(10))
        }

        private struct Origin: Transport {
            func send(
                _ request: TransportRequest
            ) async throws(TransportError) -> TransportResponse {
                TransportResponse(
                    status: .ok, headers: [.cacheControl: "max-age=60"], body: Data("new".utf8),
                    bodyIntegrity: .length)
            }
        }

        private func error(_ body: () async throws -> Void) async -> StoreError? {
            do { try await body() } catch { return error as? StoreError }
            return nil
        }

        private func call(_ number: Int) -> OutboxCall {
            OutboxCall(
                id: "\(number)", service: "ShopAPI", endpoint: "pay", key: nil, blocksKey: true,
                submitted: Date(), request: Data(repeating: 1, count: 10_000))
        }

        /// Submits calls until the store fails; returns the number of accepted calls, and the error.
        private func fill(_ store: RedisStore) async throws -> (accepted: Int, StoreError) {
            var number = 0
            while true {
                if let error = await error({ try await store.add(call(number)) }) {
                    return (number, error)
                }
                number += 1
            }
        }

        /// The process of a server, and its folder, which stays open after its end.
        private func files(of server: RedisProcess) throws -> (process: Int, folder: FileHandle) {
            let line = try server.send("INFO", "server").split(whereSeparator: \.isNewline)
                .first { $0.hasPrefix("process_id:") }
            let process = try #require(line.flatMap { Int($0.dropFirst(11)) })
            // It is in a file system that only the process sees.
            let folder = Glibc.open("/proc/\(process)/root\(folder.path)", O_RDONLY | O_DIRECTORY)
            #expect(folder >= 0)
            return (process, FileHandle(fileDescriptor: folder, closeOnDealloc: true))
        }

        /// The server is killed when its disk is full, and has all accepted calls when it is started again.
        ///
        /// With `everysec`, a server says that it has made the change which it could not write.
        @Test(arguments: SpaceLimit.allowed, ["everysec", "always"])
        func acceptsNoCallThatIsNotOnTheDisk(_ limit: SpaceLimit, _ policy: String) async throws {
            let server = try server(limit, policy)
            let files = try files(of: server)
            let (accepted, error) = try await fill(store(server))
            #expect(accepted > 20)
            #expect(error.code == .unavailable)
            // With "always", the server has ended.
            if policy == "everysec" {
                #expect(error.message == "the server did not write the call to its disk")
            }
            server.end()
            let copy = try TemporaryFolder(for: "copy")
            try FileManager.default.copyItem(
                atPath: files.folder.path + "/appendonlydir", toPath: copy.path + "/appendonlydir")
            let again = try RedisProcess("--appendonly", "yes", "--dir", copy.path)
            defer { again.end() }
            while try again.send("PING") != "PONG\n" {}
            let store = try store(again)
            let found = try await store.calls(of: "ShopAPI", in: .waiting, limit: .max).map(\.id)
            #expect(found == (0..<accepted).map(String.init))
        }

        /// Calls get their responses from their servers, and everything continues when there is space.
        @Test(arguments: SpaceLimit.allowed)
        func continuesWithoutSpace(_ limit: SpaceLimit) async throws {
            let server = try server(limit)
            defer { server.end() }
            let files = try files(of: server)
            let store = try store(server)
            let lease = try #require(try await store.acquire("account", for: .seconds(60)))
            #expect(try await store.commit(Data("token".utf8), under: lease))
            let errors = Locked<[StoreError.Code?]>([])
            let transport = CachingTransport(
                Origin(),
                cache: HTTPCache(
                    store: ReportingStore(store) { error in
                        errors.withLock { $0.append((error as? StoreError)?.code) }
                    }))
            func age(_ path: String) async throws -> String? {
                try await transport.send(TransportRequest(url: "https://a.test/" + path))
                    .headers[.age]
            }
            #expect(try await age("stored") == nil)
            let (accepted, _) = try await fill(store)
            #expect(await error { try await store.add(call(accepted + 1)) }?.code == .full)

            #expect(try await age("stored") != nil)
            #expect(errors.withLock { $0 }.isEmpty)
            for _ in 0..<2 { #expect(try await age("other") == nil) }
            #expect(errors.withLock { Set($0) } == [.full])
            #expect(
                await error { _ = try await store.acquire("account", for: .seconds(1)) }?.code
                    == .full)
            #expect(try await store.value(of: "account") == Data("token".utf8))
            let limiter = RateLimiter(calls: 9, per: .seconds(1), sharedIn: store, localShare: 1)
            let breaker = CircuitBreaker(sharedIn: store)
            _ = try await limiter.intercept(TransportRequest(url: "https://a.test/")) { request in
                try await breaker.intercept(request) { _ in TransportResponse(status: .ok) }
            }

            unlink(files.folder.path + "/ballast")
            let lift = try Process.run(
                URL(filePath: "/usr/bin/prlimit"),
                arguments: ["--pid", "\(files.process)", "--fsize=unlimited"])
            lift.waitUntilExit()
            // The server tries to write its file each second.
            while await error({ try await store.add(call(accepted + 2)) }) != nil {
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(try await age("third") == nil)
            #expect(try await age("third") != nil)
            let found = try await store.calls(of: "ShopAPI", in: .waiting, limit: .max).map(\.id)
            #expect(found == ((0...accepted) + [accepted + 2]).map(String.init))
        }
    }

    extension FileHandle {
        /// The path of an open folder.
        fileprivate var path: String { "/proc/self/fd/\(fileDescriptor)" }
    }
#endif
