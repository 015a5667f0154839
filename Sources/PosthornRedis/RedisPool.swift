#if Redis
    import Dispatch
    import FoundationEssentials
    import Glibc
    import PosthornStores

    /// Connections to a server, each with a thread that sends the waiting commands in one round trip.
    final class RedisPool: Sendable {
        private struct Job {
            let command: RedisCommand
            let deadline: ContinuousClock.Instant
            let continuation: CheckedContinuation<RedisReply, any Error>
        }

        /// What the threads share; it outlives the pool until they have ended.
        private final class Queue: Sendable {
            let jobs = Locked<(waiting: [Job], isClosed: Bool)>(([], false))
            /// It counts the jobs, and the ends of threads.
            let count = DispatchSemaphore(value: 0)

            static let most = 64

            /// Waits for jobs; `nil` when the pool is closed.
            func next() -> [Job]? {
                count.wait()
                return jobs.withLock { jobs in
                    guard !jobs.isClosed else { return nil }
                    let batch = Array(jobs.waiting.prefix(Self.most))
                    jobs.waiting.removeFirst(batch.count)
                    return batch
                }
            }
        }

        private let queue = Queue()
        private let connections: Int
        private let timeLimit: Duration

        init(_ server: RedisServer, connections: Int) {
            (self.connections, timeLimit) = (connections, server.timeLimit)
            for _ in 0..<connections { Self.startThread(queue, server) }
        }

        func run(_ command: RedisCommand) async throws -> RedisReply {
            let deadline = ContinuousClock.now + timeLimit
            return try await withCheckedThrowingContinuation { continuation in
                let job = Job(command: command, deadline: deadline, continuation: continuation)
                queue.jobs.withLock { $0.waiting.append(job) }
                queue.count.signal()
            }
        }

        /// Ends the threads; no call is waiting, because each has a reference to the store.
        func close() {
            queue.jobs.withLock { $0.isClosed = true }
            for _ in 0..<connections { queue.count.signal() }
        }

        private static func startThread(_ queue: Queue, _ server: RedisServer) {
            let start = Start { serve(queue, RedisConnection(server)) }
            var thread = pthread_t()
            let code = pthread_create(
                &thread, nil,
                { pointer in
                    if let pointer {
                        Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue().body()
                    }
                    return nil
                }, Unmanaged.passRetained(start).toOpaque())
            precondition(code == 0, "the system has no thread for a connection")
            pthread_detach(thread)
        }

        private final class Start: Sendable {
            let body: @Sendable () -> Void

            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }

        private static func serve(_ queue: Queue, _ connection: RedisConnection) {
            // hiredis writes to a closed connection, which would end the program.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            while let batch = queue.next() {
                let now = ContinuousClock.now
                var live: [Job] = []
                for job in batch {
                    if job.deadline > now { live.append(job) } else { fail(job) }
                }
                guard !live.isEmpty else { continue }
                do throws(StoreError) {
                    let results = try connection.run(live.map(\.command))
                    for (job, result) in zip(live, results) {
                        job.continuation.resume(with: result.mapError { $0 as any Error })
                    }
                } catch {
                    for job in live { job.continuation.resume(throwing: error) }
                }
            }
        }

        private static func fail(_ job: Job) {
            job.continuation.resume(
                throwing: StoreError(
                    .unavailable, "the server of the store did not respond in time",
                    advice: "check its load, or raise `timeLimit`"))
        }
    }
#endif
