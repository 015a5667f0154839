import PosthornCore

/// Runs work with a time limit, even if the work ignores cancellation.
///
/// A transport under test may hang forever.
enum Bounded {
    /// Runs work until it ends, the limit passes or the caller is cancelled.
    ///
    /// In the last two cases, the work is cancelled and left running.
    /// - Throws: The error of the work, a `ConformanceFailure` if the limit passes first, or a
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
