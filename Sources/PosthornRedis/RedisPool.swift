#if Redis
    import FoundationEssentials
    import PosthornStores

    /// Connections to a server, each with a thread that reads its replies.
    ///
    /// The task of a command writes it to a connection that waits for no reply. Commands that find none wait, and the next
    /// thread that has its replies sends them in one round trip.
    final class RedisPool: Sendable {
        private let queue: RedisQueue
        private let timeLimit: Duration
        /// The server's reports of changes.
        let reports: RedisReports

        init(_ server: RedisServer, connections: Int) throws(StoreError) {
            queue = try RedisQueue(threads: connections)
            timeLimit = server.timeLimit
            reports = RedisReports(server)
            for number in 0..<connections {
                let isStarted = RedisThread.start { [queue] in
                    Self.serve(queue, number, RedisConnection(server))
                }
                precondition(isStarted, "the system has no thread for a connection")
            }
        }

        func run(_ command: RedisCommand) async throws -> RedisReply {
            let deadline = ContinuousClock.now + timeLimit
            return try await withCheckedThrowingContinuation { continuation in
                queue.add(
                    RedisJob(command: command, deadline: deadline, continuation: continuation))
            }
        }

        /// Ends the threads; no call is waiting, because each has a reference to the store.
        func close() {
            queue.close()
            reports.close()
        }

        private static func serve(
            _ queue: RedisQueue, _ number: Int, _ connection: RedisConnection
        ) {
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
