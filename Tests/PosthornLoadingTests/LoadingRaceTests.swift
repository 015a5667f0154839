import Foundation
import Posthorn
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

@testable import PosthornLoading

/// 1,000 callers on 50 URLs, over a real session and a real server.
@Suite("Many callers of a loader", .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct LoadingRaceTests {
    private static let urls = 50
    private static let callers = 1000

    /// A server whose responses name the path, and the number of requests for each path.
    private final class Counter: Sendable {
        let counts = Locked<[String: Int]>([:])
        let gate = Gate()

        func server() throws -> ScriptedServer {
            try ScriptedServer.serving([
                .on(.get, "*") { [self] request in
                    counts.withLock { $0[request.path, default: 0] += 1 }
                    gate.wait()
                    return .text(request.path)
                }
            ])
        }
    }

    /// Counts the transfers of each URL that are in flight at the same time.
    private struct CountingTransport: TransportWrapper {
        let wrapped: any Transport
        let state = Locked((current: [String: Int](), most: 0))

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            state.withLock { state in
                state.current[request.url, default: 0] += 1
                state.most = max(state.most, state.current[request.url] ?? 0)
            }
            defer { state.withLock { $0.current[request.url]? -= 1 } }
            return try await wrapped.send(request)
        }
    }

    private func loader(
        _ session: any Transport, _ server: ScriptedServer
    ) -> Loader<String, String> {
        Loader(maximumActive: Self.urls) { path in
            CallTask(TransportRequest(url: server.url(path)), over: session).map {
                String(decoding: $0.body, as: UTF8.self)
            }
        }
    }

    /// The results of a caller: its value, or whether it was cancelled.
    private enum Outcome: Equatable { case value(String), cancelled, failed(String) }

    private func outcome(_ handle: CallTask<String, any Error>) async -> Outcome {
        do { return .value(try await handle.value) } catch {
            return (error as? TransportError)?.code == .cancelled ? .cancelled : .failed("\(error)")
        }
    }

    private var configuration: SessionConfiguration {
        var configuration = SessionConfiguration()
        configuration.limits.perOrigin = nil
        return configuration
    }

    @Test
    func eachURLIsTransferredOnceWhileItsCallersJoinAndLeave() async throws {
        let counter = Counter()
        let server = try counter.server()
        try await CurlSession.withSession(configuration) { session in
            let loader = loader(session, server)
            let joined = Locked(0)
            let outcomes = await withTaskGroup(of: (String, Bool, Outcome).self) { group in
                // The first caller of each URL stays, so that no transfer is cancelled.
                for index in 0..<Self.urls {
                    let handle = loader.load("/\(index)", priority: .low)
                    group.addTask { ("/\(index)", false, await self.outcome(handle)) }
                }
                for caller in Self.urls..<Self.callers {
                    group.addTask {
                        var random = SeededGenerator(seed: UInt64(caller))
                        let path = "/\(Int.random(in: 0..<Self.urls, using: &random))"
                        let handle = loader.load(path)
                        for _ in 0..<Int.random(in: 0...3, using: &random) {
                            await Task.yield()
                            handle.priority = .init(
                                rawValue: Int.random(in: 1...256, using: &random))
                        }
                        let leaves = Bool.random(using: &random)
                        if leaves { handle.cancel() }
                        // The responses come after all callers have joined.
                        let count = joined.withLock {
                            $0 += 1; return $0
                        }
                        if count == Self.callers - Self.urls { counter.gate.open() }
                        return (path, leaves, await self.outcome(handle))
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count == Self.callers)
            for (path, leaves, outcome) in outcomes {
                // A handle that is cancelled after its value has arrived keeps the value.
                #expect(outcome == .value(path) || leaves && outcome == .cancelled)
            }
            #expect(loader.activeCount == 0)
            #expect(loader.waitingCount == 0)
        }
        let counts = counter.counts.withLock { $0 }
        #expect(counts.count == Self.urls)
        #expect(counts.values.allSatisfy { $0 == 1 })
    }

    @Test
    func randomCancellationsLeaveNothingBehind() async throws {
        let counter = Counter()
        counter.gate.open()
        let server = try counter.server()
        try await CurlSession.withSession(configuration) { session in
            let transport = CountingTransport(wrapped: session)
            let loader = loader(transport, server)
            let outcomes = await withTaskGroup(of: (String, Outcome).self) { group in
                for caller in 0..<Self.callers {
                    group.addTask {
                        var random = SeededGenerator(seed: UInt64(caller))
                        let path = "/\(Int.random(in: 0..<Self.urls, using: &random))"
                        let handle = loader.load(path)
                        if caller.isMultiple(of: 3) { loader.prefetch(["/\(caller % Self.urls)"]) }
                        for _ in 0..<Int.random(in: 0...20, using: &random) { await Task.yield() }
                        if Bool.random(using: &random) { handle.cancel() }
                        return (path, await self.outcome(handle))
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            for (path, outcome) in outcomes {
                #expect(outcome == .value(path) || outcome == .cancelled)
            }
            loader.cancelPrefetching((0..<Self.urls).map { "/\($0)" })
            try await until { loader.activeCount == 0 && loader.waitingCount == 0 }
            #expect(loader.shareCount == 0)
            try await until { session.tasks.isEmpty }
            // Also if all callers of a URL cancel and others join.
            #expect(transport.state.withLock { $0.most } == 1)
        }
    }
}
