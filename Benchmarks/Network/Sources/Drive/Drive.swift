import Glibc
import Synchronization

/// Keeps requests in flight and prints what they took.
///
/// As many tasks as requests are in flight each send one after the other: the shape that every
/// client of the benchmark can serve.
public struct Drive: Sendable {
    /// What the client was told.
    public let options: ClientOptions

    /// Takes as many descriptors as the process may have.
    public init(_ options: ClientOptions) {
        self.options = options
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(7), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(7), &limit)
        signal(SIGPIPE, SIG_IGN)
    }

    private final class Phase: Sendable {
        /// 0 warms up, 1 counts, 2 ends.
        let now = Atomic<Int>(0)
        let errors = Atomic<Int>(0)
        let bytes = Atomic<Int>(0)
    }

    /// Runs the requests, prints a line of JSON and ends the process.
    ///
    /// - Parameter executor: Where the sending tasks run; `nil` for where tasks run anyway.
    /// - Parameter park: Sends a request that gets no response.
    /// - Parameter send: Sends one request and returns how many bytes of body went by.
    public func run(
        on executor: (any TaskExecutor)? = nil,
        park: @escaping @Sendable () async throws -> Void = {},
        _ send: @escaping @Sendable () async throws -> Int
    ) -> Never {
        // Not with an asynchronous main: callgrind crashes where the main thread goes to libdispatch.
        Task.detached { await measure(executor, park, send) }
        while true { pause() }
    }

    private func measure(
        _ executor: (any TaskExecutor)?, _ park: @escaping @Sendable () async throws -> Void,
        _ send: @escaping @Sendable () async throws -> Int
    ) async -> Never {
        let phase = Phase()
        let before = Usage.memory("VmRSS")
        for _ in 0..<options.parked { Task { try? await park() } }
        if options.parked > 0 { try? await Task.sleep(for: .seconds(4)) }
        let parkedMemory = Usage.memory("VmRSS") - before
        let share = options.total / options.concurrency
        phase.now.store(options.total > 0 ? 1 : 0, ordering: .relaxed)
        var start = Usage.now
        let work = { @Sendable () async -> Int in
            var (sent, counted) = (0, 0)
            while share > 0 ? sent < share : phase.now.load(ordering: .relaxed) < 2 {
                sent += 1
                do {
                    let bytes = try await send()
                    if phase.now.load(ordering: .relaxed) == 1 {
                        counted += 1
                        phase.bytes.add(bytes, ordering: .relaxed)
                    }
                } catch {
                    if phase.errors.add(1, ordering: .relaxed).oldValue == 0 {
                        report("\(error)\n")
                    }
                }
            }
            return counted
        }
        // A task with a preference, and be it for none, is asked for it at each change of executors.
        let workers = (0..<options.concurrency).map { _ in
            executor.map { Task(executorPreference: $0) { await work() } }
                ?? Task { await work() }
        }
        if options.total == 0 {
            try? await Task.sleep(for: .seconds(0.4))
            start = Usage.now
            phase.now.store(1, ordering: .relaxed)
            try? await Task.sleep(for: .seconds(options.seconds))
            phase.now.store(2, ordering: .relaxed)
        }
        var end = Usage.now
        var requests = 0
        for worker in workers { requests += await worker.value }
        if options.total > 0 { end = Usage.now }
        print(
            "{\"requests\":\(requests),\"seconds\":\(end.time - start.time),"
                + "\"cpu\":\(end.cpu - start.cpu),\"bytes\":\(phase.bytes.load(ordering: .relaxed)),"
                + "\"errors\":\(phase.errors.load(ordering: .relaxed)),"
                + "\"peak\":\(Usage.memory("VmHWM")),\"parked\":\(parkedMemory)}")
        fflush(nil)
        // At once: parked requests would never end.
        exit(0)
    }
}

private func report(_ text: String) {
    _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
}
