import Dispatch
import Foundation
import Posthorn
import PosthornCurl
import PosthornFoundation
import TestSupport
import Testing

/// Calls with a completion handler.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CompletionTests {
    private static let hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"

    @Test func handlerRunsOnceOnTheGivenQueue() async throws {
        let peer = try ScriptedPeer.responding(with: Self.hello)
        let queue = DispatchQueue(label: "posthorn.test")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let session = try CurlSession()
        let body: String? = await withCheckedContinuation { done in
            session.task(for: TransportRequest(url: peer.url())).onCompletion(queue: queue) {
                result in
                let isThere = DispatchQueue.getSpecific(key: key) == true
                let response = try? result.get()
                done.resume(
                    returning: isThere
                        ? response.map { String(decoding: $0.body, as: UTF8.self) } : nil)
            }
        }
        #expect(body == "hello")
        await session.shutdown(.drain)
    }

    @Test func handlerRunsOnTheMainQueueWhenChosen() async throws {
        let peer = try ScriptedPeer.responding(with: Self.hello)
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        let session = try CurlSession()
        let isThere: Bool = await withCheckedContinuation { done in
            session.task(for: TransportRequest(url: peer.url())).onCompletion(queue: .main) {
                result in
                let isThere = DispatchQueue.getSpecific(key: key) == true
                done.resume(returning: isThere && (try? result.get())?.status == .ok)
            }
        }
        #expect(isThere)
        await session.shutdown(.drain)
    }

    @Test func handlerRunsAfterItsThreadHasEnded() async throws {
        let gate = Gate()
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            gate.wait()
            try connection.write(Self.hello)
        }
        let session = try CurlSession()
        let body: String? = await withCheckedContinuation { done in
            Self.runOnThreadThatEnds {
                let task = session.task(for: TransportRequest(url: peer.url()))
                task.onCompletion { result in
                    done.resume(
                        returning: (try? result.get()).map {
                            String(decoding: $0.body, as: UTF8.self)
                        })
                }
            }
            // The server responds after the thread has ended.
            gate.open()
        }
        #expect(body == "hello")
        await session.shutdown(.drain)
    }

    /// Runs a closure on a new thread, and returns when the thread has ended.
    private static func runOnThreadThatEnds(_ work: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Work(run: work))
        pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        pthread_join(thread, nil)
    }

    private final class Work: Sendable {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }

    @Test func dispatchGroupWaitsForAllTasks() async throws {
        let peer = try ScriptedPeer.responding(with: Self.hello)
        let session = try CurlSession()
        let (group, codes) = (DispatchGroup(), Locked<[String]>([]))
        for number in 0..<40 {
            // Every fourth one fails.
            let url = number % 4 == 0 ? "http://127.0.0.1:1/" : peer.url()
            session.task(for: TransportRequest(url: url)).onCompletion(group: group) { result in
                let code: String
                switch result {
                case .success(let response): code = "\(response.status.code)"
                case .failure(let error): code = error.code.rawValue
                }
                codes.withLock { $0.append(code) }
            }
        }
        await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
        #expect(codes.withLock { $0.count { $0 == "200" } } == 30)
        #expect(codes.withLock { $0.count { $0 == "cannotConnect" } } == 10)
        await session.shutdown(.drain)
    }

    @Test func cancelledTaskCallsItsHandler() async throws {
        let session = try CurlSession()
        let task = session.task(for: TransportRequest(url: "http://127.0.0.1:1/"))
        task.suspend()
        let error: TransportError? = await withCheckedContinuation { done in
            task.onCompletion { result in
                if case .failure(let error) = result { done.resume(returning: error) }
            }.cancel(reason: "no")
        }
        #expect(error?.code == .cancelled)
        await session.shutdown(.drain)
    }

    @Test func handlerRunsOnTheGivenExecutor() async throws {
        let peer = try ScriptedPeer.responding(with: Self.hello)
        let executor = QueueExecutor()
        try await CurlSession.withSession { session in
            let isThere = Locked(false)
            let task = session.task(for: TransportRequest(url: peer.url()))
            await task.onCompletion(executor: executor) { result in
                isThere.withLock {
                    $0 = executor.isCurrent && (try? result.get())?.status == .ok
                }
            }.value
            #expect(isThere.withLock { $0 })
            _ = try await task.value
        }
    }

    private final class QueueExecutor: TaskExecutor {
        private let queue = DispatchQueue(label: "posthorn.executor")
        private let key = DispatchSpecificKey<Bool>()

        init() { queue.setSpecific(key: key, value: true) }

        var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

        func enqueue(_ job: UnownedJob) {
            let executor = asUnownedTaskExecutor()
            queue.async { job.runSynchronously(on: executor) }
        }
    }
}
