#if Redis
    import CHiredis
    import Glibc
    import PosthornStores

    /// A command whose task waits for the reply.
    struct RedisJob: Sendable {
        let command: RedisCommand
        let deadline: ContinuousClock.Instant
        let continuation: CheckedContinuation<RedisReply, any Error>
    }

    /// The commands that wait, and the threads that wait for them.
    ///
    /// It outlives the pool until the threads have ended.
    final class RedisQueue: Sendable {
        struct Work {
            var jobs: [RedisJob]
            /// Whether the task has written its command.
            var isSent = false
        }

        private struct State {
            var waiting: [RedisJob] = []
            /// The threads that wait, the last one first, with the sockets to which tasks may write.
            var idle: [(thread: Int, socket: RedisSocket?)] = []
            /// What tasks have given to threads that waited.
            var given: [Work?]
            var isClosed = false
        }

        /// The longest batch.
        private static let most = 64

        private let state: Locked<State>
        /// An eventfd for each thread, which wakes it.
        private let alarms: [Int32]

        init(threads: Int) throws(StoreError) {
            state = Locked(State(given: Array(repeating: nil, count: threads)))
            alarms = (0..<threads).map { _ in posthorn_redis_event_descriptor() }
            guard alarms.allSatisfy({ $0 >= 0 }) else {
                throw StoreError(.full, "the process has no descriptor for a connection")
            }
        }

        deinit { for alarm in alarms { Glibc.close(alarm) } }

        /// Writes a command, or wakes a thread for it, or has it wait for the next thread.
        func add(_ job: RedisJob) {
            let idle = state.withLock { state in
                var idle = state.isClosed ? nil : state.idle.popLast()
                if let (thread, socket) = idle {
                    if socket?.takes(job.command) != true { idle?.socket = nil }
                    state.given[thread] = Work(jobs: [job], isSent: idle?.socket != nil)
                } else {
                    state.waiting.append(job)
                }
                return idle
            }
            guard let idle else { return }
            guard let socket = idle.socket else { return wake(idle.thread) }
            guard !socket.send(job.command) else { return }
            // The thread writes it, unless it waits for the reply already.
            let isGiven = state.withLock { state in
                state.given[idle.thread]?.isSent = false
                return state.given[idle.thread] != nil
            }
            if isGiven { wake(idle.thread) } else { socket.end() }
        }

        func close() {
            state.withLock { $0.isClosed = true }
            for thread in alarms.indices { wake(thread) }
        }

        private func wake(_ thread: Int) {
            var one: UInt64 = 1
            _ = write(alarms[thread], &one, MemoryLayout<UInt64>.size)
        }

        /// Waits for work; `nil` when the queue is closed.
        ///
        /// Tasks may write to the connection for its time limit. After it, they wake the thread, so that no command
        /// waits for longer than that for a reply, and an idle process does not run.
        func next(_ thread: Int, _ connection: RedisConnection) -> Work? {
            enum Step {
                case end, wait, lost
                case work(Work)
            }
            var socket = connection.socket
            var isReadable = false
            while true {
                let step = state.withLock { state -> Step in
                    state.idle.removeAll { $0.thread == thread }
                    if let work = state.given[thread] {
                        state.given[thread] = nil
                        return .work(work)
                    }
                    if state.isClosed { return .end }
                    // Without a command, only the end of the connection is readable.
                    if isReadable { return .lost }
                    guard state.waiting.isEmpty else {
                        let batch = Array(state.waiting.prefix(Self.most))
                        state.waiting.removeFirst(batch.count)
                        return .work(Work(jobs: batch))
                    }
                    state.idle.append((thread, socket))
                    return .wait
                }
                switch step {
                case .end: return nil
                case .work(let work):
                    // A task has given a command to a thread whose connection the server had ended.
                    if isReadable, !work.isSent { connection.disconnect() }
                    if work.isSent, !isReadable, let job = work.jobs.first {
                        // The thread has waited before the command came.
                        let rest = max(.zero, job.deadline - .now)
                        var polled = pollfd(
                            fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
                        let limit = Int32(clamping: rest.microseconds / 1_000)
                        if poll(&polled, 1, limit) == 0 { connection.disconnect() }
                    }
                    return work
                case .lost:
                    connection.disconnect()
                    (socket, isReadable) = (nil, false)
                case .wait:
                    var polled = [
                        pollfd(fd: alarms[thread], events: Int16(POLLIN), revents: 0),
                        pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0),
                    ]
                    let limit = socket == nil ? -1 : connection.milliseconds
                    if poll(&polled, 2, limit) == 0 { socket = nil }
                    isReadable = polled[1].revents != 0
                    if polled[0].revents != 0 {
                        var count: UInt64 = 0
                        _ = read(alarms[thread], &count, MemoryLayout<UInt64>.size)
                    }
                }
            }
        }
    }
#endif
