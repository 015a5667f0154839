import FoundationEssentials
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Tasks on the session's thread.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ExecutorTests {
    static var configuration: SessionConfiguration {
        var configuration = SessionConfiguration.plain
        configuration.name = "own-thread"
        return configuration
    }

    static func threadName() -> String {
        let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
        return String((name ?? "").dropLast())
    }

    static func makePeer() throws -> ScriptedPeer {
        try .responding(with: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    }

    @Test func taskStaysOnTheSessionThread() async throws {
        let peer = try Self.makePeer()
        defer { peer.stop() }
        let session = try CurlSession(Self.configuration)
        let names = try await withTaskExecutorPreference(session.executor) {
            var names = [Self.threadName()]
            for _ in 0..<3 {
                _ = try await session.send(TransportRequest(url: peer.url()))
                names.append(Self.threadName())
            }
            return names
        }
        #expect(names == Array(repeating: "own-thread", count: 4))
        #expect(Self.threadName() != "own-thread")
        await session.shutdown(.drain)
    }

    @Test func taskStaysOnTheSessionThreadDuringOtherCalls() async throws {
        let peer = try Self.makePeer()
        defer { peer.stop() }
        let session = try CurlSession(Self.configuration)
        let call: @Sendable () async throws -> String = {
            _ = try await session.send(TransportRequest(url: peer.url()))
            return Self.threadName()
        }
        async let others: Set<String> = {
            var names: Set<String> = []
            for _ in 0..<300 { names.insert(try await call()) }
            return names
        }()
        let names = try await withTaskExecutorPreference(session.executor) {
            var names: Set<String> = []
            for _ in 0..<300 { names.insert(try await call()) }
            return names
        }
        #expect(names == ["own-thread"])
        #expect(try await !others.contains("own-thread"))
        await session.shutdown(.drain)
    }

    /// A service whose values record where they are decoded.
    private struct PlaceService: APIService {
        var configuration: ClientConfiguration

        struct Place: Decodable, Sendable {
            let thread: String
            init(from decoder: any Decoder) { thread = ExecutorTests.threadName() }
        }

        struct Get: Endpoint {
            typealias Output = Place
            static let name = "get"
            func build(_ request: inout RequestBuilder) { request.method(.get, "/") }
        }
    }

    @Test func responsesAreDecodedOnTheCallersExecutor() async throws {
        let peer = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
        defer { peer.stop() }
        try await CurlSession.withSession(Self.configuration) { session in
            let service = PlaceService(
                configuration: try ClientConfiguration(baseURL: peer.url(), transport: session))
            #expect(try await service.send(PlaceService.Get()).thread != "own-thread")
            let wished = try await withTaskExecutorPreference(session.executor) {
                try await service.send(PlaceService.Get()).thread
            }
            // With the executor preference, decoding happens there.
            #expect(wished == "own-thread")
        }
    }

    @Test func hooksDoNotRunOnTheSessionThread() async throws {
        let peer = try Self.makePeer()
        defer { peer.stop() }
        let names = Locked<Set<String>>([])
        var hooks = SessionHooks()
        hooks.didReceiveResponse = { _, _ in
            let name = Self.threadName()
            names.withLock { _ = $0.insert(name) }
            return .allow
        }
        try await CurlSession.withSession(Self.configuration, hooks: hooks) { session in
            for _ in 0..<20 { _ = try await session.send(TransportRequest(url: peer.url())) }
        }
        #expect(names.withLock { !$0.isEmpty && !$0.contains("own-thread") })
    }

    @Test func manyTasksShareTheExecutor() async throws {
        let peer = try Self.makePeer()
        defer { peer.stop() }
        try await CurlSession.withSession(Self.configuration) { session in
            await withTaskGroup(of: Int.self) { group in
                for _ in 0..<50 {
                    group.addTask(executorPreference: session.executor) {
                        var count = 0
                        for _ in 0..<20 {
                            let request = TransportRequest(url: peer.url())
                            if (try? await session.send(request))?.body.count == 2 { count += 1 }
                            await Task.yield()
                        }
                        return count
                    }
                }
                for await count in group { #expect(count == 20) }
            }
        }
    }

    @Test func oneThreadServesManyCalls() async throws {
        let peer = try Self.makePeer()
        defer { peer.stop() }
        var configuration = SessionConfiguration.plain
        configuration.name = "one-thread"
        try await CurlSession.withSession(configuration) { session in
            let counts = await withTaskGroup(of: Set<Int>.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        var counts: Set<Int> = []
                        for _ in 0..<4 {
                            _ = try? await session.send(TransportRequest(url: peer.url()))
                            counts.insert(ProcessState.threads(named: "one-thread"))
                        }
                        return counts
                    }
                }
                return await group.reduce(into: Set<Int>()) { $0.formUnion($1) }
            }
            // The kernel may leave out a thread in a listing while another one ends.
            #expect(counts.max() == 1)
        }
    }

    @Test func busyTaskDoesNotStarveSockets() async throws {
        let peer = try Self.makePeer()
        defer { peer.stop() }
        try await CurlSession.withSession(Self.configuration) { session in
            let isDone = Locked(false)
            // Starts first, so that the thread always has something to run.
            let busy = Task(executorPreference: session.executor) {
                while !isDone.withLock({ $0 }), !Task.isCancelled { await Task.yield() }
            }
            var request = TransportRequest(url: peer.url())
            // libcurl may read a socket itself, when a timer fires or after sending: for some
            // calls, not for all.
            request.timeouts.total = .seconds(5)
            let calls = await Task(executorPreference: session.executor) { [request] in
                for _ in 0..<50 { _ = try await session.send(request) }
            }.result
            isDone.withLock { $0 = true }
            await busy.value
            #expect(throws: Never.self) { try calls.get() }
        }
    }

    @Test func taskOnSessionExecutorCanStreamAndCancel() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
            _ = connection.readToEnd()
        }
        defer { peer.stop() }
        try await CurlSession.withSession(Self.configuration) { session in
            let task = Task(executorPreference: session.executor) {
                let stream = try await session.stream(TransportRequest(url: peer.url()))
                var count = 0
                for try await piece in stream.body {
                    count += piece.count
                    if count == 4 { withUnsafeCurrentTask { $0?.cancel() } }
                }
            }
            await #expect(throws: TransportError.self) { try await task.value }
        }
    }

    @Test func executorTasksOutliveTheSession() async throws {
        let session = try CurlSession(Self.configuration)
        let executor = session.executor
        // The task that ends the session runs on its thread and continues elsewhere.
        await withTaskExecutorPreference(executor) { await session.shutdown(.drain) }
        let name = await Task(executorPreference: executor) {
            await Task.yield()
            return Self.threadName()
        }.value
        #expect(name != "own-thread")
        await #expect(throws: TransportError.self) {
            try await withTaskExecutorPreference(executor) {
                try await session.send(TransportRequest(url: "http://127.0.0.1:1/"))
            }
        }
    }
}
