import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Limits on concurrent transfers, and the order of the queue.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct DispatcherTests {
    /// A server that responds when it may, and counts its concurrent requests.
    private final class Queue: Sendable {
        let peer: ScriptedPeer
        private let gate: Gate
        private let state: Locked<(now: Int, most: Int)>

        /// - Parameter other: A server that shares the count.
        init(with other: Queue? = nil) throws {
            let gate = Gate()
            let state = other?.state ?? Locked((now: 0, most: 0))
            peer = try ScriptedPeer { connection in
                while try connection.readRequest() != nil {
                    state.withLock { state in
                        state.now += 1
                        state.most = max(state.most, state.now)
                    }
                    gate.wait()
                    state.withLock { $0.now -= 1 }
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                }
            }
            (self.gate, self.state) = (gate, state)
        }

        var most: Int { state.withLock { $0.most } }
        func open() { gate.open() }

        /// The request paths in the order of arrival.
        var order: [String] {
            peer.requests.compactMap { $0.split(separator: " ").dropFirst().first }
                .map { String($0.dropFirst()) }
        }
    }

    private func session(_ limits: TransferLimits) throws -> CurlSession {
        var configuration = SessionConfiguration()
        configuration.limits = limits
        return try CurlSession(configuration)
    }

    /// Waits until a server has received this many requests.
    private func arrival(of count: Int, at peer: ScriptedPeer) async throws {
        try await until { peer.requests.count >= count }
    }

    /// Starts tasks one after the other and lets each reach the loop.
    private func tasks(
        _ names: [(String, TransferOptions.Priority)], _ session: CurlSession, _ peer: ScriptedPeer
    ) async -> [CallTask<TransportResponse, TransportError>] {
        var tasks: [CallTask<TransportResponse, TransportError>] = []
        let events = session.events
        for (name, priority) in names {
            let task = session.task(for: TransportRequest(url: peer.url("/\(name)")))
            task.priority = priority
            task.resume()
            for await event in events {
                if case .taskWaiting(task.id) = event { break }
                if case .taskStarted(task.id) = event { break }
            }
            tasks.append(task)
        }
        return tasks
    }

    @Test func limitsConcurrentTransfersPerOrigin() async throws {
        let (first, second) = (try Queue(), try Queue())
        let session = try session(TransferLimits(perOrigin: 2))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for queue in [first, second] {
                for number in 0..<8 {
                    group.addTask {
                        let response = try await session.send(
                            TransportRequest(url: queue.peer.url("/\(number)")))
                        #expect(response.status == .ok)
                    }
                }
            }
            try await arrival(of: 2, at: first.peer)
            try await arrival(of: 2, at: second.peer)
            first.open()
            second.open()
            try await group.waitForAll()
        }
        #expect(first.most == 2 && second.most == 2)
        #expect(first.peer.connections == 2)
        await session.shutdown(.drain)
    }

    @Test func limitsConcurrentTransfersInTotal() async throws {
        let first = try Queue()
        let second = try Queue(with: first)
        let session = try session(TransferLimits(perOrigin: 2, total: 3))
        let calls = (0..<12).map { number in
            Task {
                let queue = number % 2 == 0 ? first : second
                return try await session.send(TransportRequest(url: queue.peer.url("/\(number)")))
            }
        }
        try await until { first.peer.requests.count + second.peer.requests.count >= 3 }
        first.open()
        second.open()
        for call in calls { #expect(try await call.value.status == .ok) }
        #expect(first.most == 3)
        await session.shutdown(.drain)
    }

    @Test(arguments: [
        (false, ["a", "high", "b", "c", "low"]),
        (true, ["a", "high", "c", "b", "low"]),
    ])
    func queueFollowsPriorityAndOrder(
        _ startsNewestFirst: Bool, _ expected: [String]
    ) async throws {
        let queue = try Queue()
        let session = try session(TransferLimits(total: 1, startsNewestFirst: startsNewestFirst))
        let first = await tasks([("a", .normal)], session, queue.peer)
        try await arrival(of: 1, at: queue.peer)
        let others = await tasks(
            [("low", .low), ("b", .normal), ("c", .normal), ("high", .high)], session, queue.peer)
        queue.open()
        for task in first + others { #expect(try await task.value.status == .ok) }
        #expect(queue.order == expected)
        #expect(queue.most == 1)
        await session.shutdown(.drain)
    }

    @Test func cancelledOrSuspendedTasksAreSkippedInQueue() async throws {
        let queue = try Queue()
        let session = try session(TransferLimits(perOrigin: 1))
        let first = await tasks([("a", .normal)], session, queue.peer)
        try await arrival(of: 1, at: queue.peer)
        let others = await tasks(
            [("b", .normal), ("c", .normal), ("d", .normal)], session, queue.peer)
        others[0].cancel()
        await #expect(throws: TransportError.self) { try await others[0].value }
        others[1].suspend()
        queue.open()
        #expect(try await first[0].value.status == .ok)
        #expect(try await others[2].value.status == .ok)
        #expect(queue.order == ["a", "d"])
        others[1].resume()
        #expect(try await others[1].value.status == .ok)
        #expect(queue.order == ["a", "d", "c"])
        await session.shutdown(.drain)
    }

    /// A slot becomes free before the loop knows that the next task is suspended.
    @Test func taskSuspendedAtItsTurnLetsTheNextStart() async throws {
        let queue = try Queue()
        let session = try session(TransferLimits(perOrigin: 1))
        let first = await tasks([("a", .normal)], session, queue.peer)
        try await arrival(of: 1, at: queue.peer)
        let others = await tasks([("b", .normal), ("c", .normal)], session, queue.peer)
        await Task(executorPreference: session.executor) {
            first[0].cancel()
            others[0].suspend()
        }.value
        queue.open()
        #expect(try await others[1].value.status == .ok)
        #expect(queue.order == ["a", "c"])
        others[0].resume()
        #expect(try await others[0].value.status == .ok)
        await session.shutdown(.drain)
    }

    @Test func queueTimeDoesNotCountTowardConnectTimeout() async throws {
        let queue = try Queue()
        let deaf = try DeafPort()
        let session = try session(TransferLimits(total: 1))
        let first = await tasks([("a", .normal)], session, queue.peer)
        try await arrival(of: 1, at: queue.peer)
        let limit = Duration.milliseconds(200)
        let events = session.events
        let late = session.task(
            for: TransportRequest(
                url: "http://127.0.0.1:\(deaf.port)/", timeouts: Timeouts(connect: limit)))
        late.resume()
        for await event in events { if case .taskWaiting(late.id) = event { break } }
        // A call whose queue timeout ends shows that more time has passed than the connect timeout.
        await #expect(throws: TransportError.self) {
            try await session.send(
                TransportRequest(url: queue.peer.url(), timeouts: Timeouts(queue: limit * 2)))
        }
        let start = ContinuousClock.now
        queue.open()
        let error = await #expect(throws: TransportError.self) { try await late.value }
        #expect(error?.code == .timedOut)
        #expect(.now - start >= limit)
        #expect(try await first[0].value.status == .ok)
        await session.shutdown(.drain)
    }

    @Test func shutdownCancelsQueuedTasks() async throws {
        let queue = try Queue()
        let session = try session(TransferLimits(total: 1))
        let calls = (0..<4).map { number in
            Task { try await session.send(TransportRequest(url: queue.peer.url("/\(number)"))) }
        }
        try await arrival(of: 1, at: queue.peer)
        await session.shutdown(.cancel)
        for call in calls {
            await #expect(throws: TransportError.self) { try await call.value }
        }
        #expect(queue.peer.requests.count == 1)
        queue.open()
    }
}
