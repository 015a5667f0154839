#if Redis
    import FoundationEssentials
    import Glibc
    import PosthornStores

    /// Connections to a server, each with a thread that reads its replies.
    ///
    /// The task of a command writes it to a connection that waits for no reply. Commands that find none wait, and the next
    /// thread that has its replies sends them in one round trip.
    final class RedisPool: Sendable {
        private let queue: RedisQueue
        private let timeLimit: Duration

        init(_ server: RedisServer, connections: Int) throws(StoreError) {
            queue = try RedisQueue(threads: connections)
            timeLimit = server.timeLimit
            for number in 0..<connections { Self.startThread(number, queue, server) }
        }

        func run(_ command: RedisCommand) async throws -> RedisReply {
            let deadline = ContinuousClock.now + timeLimit
            return try await withCheckedThrowingContinuation { continuation in
                queue.add(
                    RedisJob(command: command, deadline: deadline, continuation: continuation))
            }
        }

        /// Ends the threads; no call is waiting, because each has a reference to the store.
        func close() { queue.close() }

        private static func startThread(
            _ number: Int, _ queue: RedisQueue, _ server: RedisServer
        ) {
            let start = Start { serve(queue, number, RedisConnection(server)) }
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

        private static func serve(
            _ queue: RedisQueue, _ number: Int, _ connection: RedisConnection
        ) {
            // hiredis writes to a closed connection, which would end the program.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            while let work = queue.next(number, connection) {
                let now = ContinuousClock.now
                var live: [RedisJob] = []
                for job in work.jobs {
                    if work.isSent || job.deadline > now { live.append(job) } else { fail(job) }
                }
                guard !live.isEmpty else { continue }
                do throws(StoreError) {
                    let results = try connection.run(live.map(\.command), isSent: work.isSent)
                    for (job, result) in zip(live, results) {
                        job.continuation.resume(with: result.mapError { $0 as any Error })
                    }
                } catch {
                    for job in live { job.continuation.resume(throwing: error) }
                }
            }
        }

        private static func fail(_ job: RedisJob) {
            job.continuation.resume(
                throwing: StoreError(
                    .unavailable, "the server of the store did not respond in time",
                    advice: "check its load, or raise `timeLimit`"))
        }
    }
#endif
