/// Runs an operation whose calls must all end within a time.
///
/// Each call inside `operation` ends at the earlier of this deadline and its own `timeouts.total`. This
/// includes its retries, its redirects, the loading of its credential, and the body of a stream or a
/// download. A call that starts after the deadline fails with `APIError.Code.timedOut`, and sends nothing.
///
/// ```swift
/// let page = try await withCallDeadline(in: .seconds(2)) {
///     let user = try await shop.getUser(id: id)
///     return try await shop.listOrders(of: user.id)
/// }
/// ```
///
/// The deadline applies to child tasks too, but not to detached tasks. A nested deadline can only shorten it.
/// It does not end `operation` itself.
/// - Parameters:
///   - time: The time from now, on a clock that does not run backwards.
///   - isolation: The actor on which `operation` runs; the default is the caller's.
///   - operation: The code that makes the calls.
/// - Throws: The error of `operation`.
public func withCallDeadline<Value, Failure: Error>(
    in time: Duration, isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws(Failure) -> Value
) async throws(Failure) -> Value {
    let deadline = ContinuousClock.now + time
    let earlier = CallDeadline.current.map { min($0, deadline) } ?? deadline
    // The task-local value's method rethrows, and loses the type of the error.
    let result: Result<Value, Failure> = await CallDeadline.$current.withValue(earlier) {
        do throws(Failure) { return .success(try await operation()) } catch {
            return .failure(error)
        }
    }
    return try result.get()
}

enum CallDeadline {
    /// The deadline of the calls of the current task; `nil` for none.
    @TaskLocal static var current: ContinuousClock.Instant?
}

extension Exchange {
    /// Limits the total time of the request to the deadline of the current task.
    ///
    /// - Throws: An ``APIError/Cause`` if the deadline has passed.
    mutating func limitToScope() throws {
        guard let end = CallDeadline.current else { return }
        let remaining = end - .now
        guard remaining > .zero else {
            throw APIError.Cause(
                .timedOut, "the deadline of `withCallDeadline` passed before the call",
                advice: "give the calls inside it more time")
        }
        request.limitTotalTime(to: remaining)
    }

    /// Sets the field that tells the server how much time is left, in milliseconds.
    mutating func announceDeadline() {
        guard let name = deadlineHeader, let deadline else { return }
        let remaining = deadline - clock.now()
        request.options.impersonalFields.insert(name)
        request.headers[name] = String(max(1, Int((remaining / .milliseconds(1)).rounded(.up))))
    }
}

extension TransportRequest {
    /// Shortens the total time of the transfer.
    mutating func limitTotalTime(to remaining: Duration) {
        let limits = limits
        options.timeouts.total = min(remaining, limits.total ?? remaining)
        // A large body without a total time has an idle time, which stays.
        if let idle = limits.idle { options.timeouts.idle = idle }
    }
}
