import Posthorn

/// Gives up on work after a time, whether or not it can be cancelled: a transport that is being written
/// may wait for ever.
enum Bounded {
    /// Runs work and returns with it; after the limit, or when the caller is cancelled, it is cancelled
    /// and left behind.
    /// - Throws: what the work throws; a ``ConformanceFailure`` if it took too long; a
    ///   `CancellationError`.
    static func run(
        _ limit: Duration, _ work: @escaping @Sendable () async throws -> Void
    ) async throws {
        let ended = Gate()
        let result = Locked<Result<Void, any Error>?>(nil)
        let finish: @Sendable (Result<Void, any Error>) -> Void = { outcome in
            result.withLock { $0 = $0 ?? outcome }
            ended.open()
        }
        let task = Task {
            do {
                finish(.success(try await work()))
            } catch {
                finish(.failure(error))
            }
        }
        let alarm = Task {
            try await Task.sleep(for: limit)
            finish(.failure(ConformanceFailure("it did not end in \(limit)")))
        }
        defer {
            alarm.cancel()
            task.cancel()
        }
        try? await ended.passed()
        guard let outcome = result.withLock({ $0 }) else { throw CancellationError() }
        try outcome.get()
    }
}
