import Glibc

/// A value that is touched by one thread at a time.
///
/// The same as the standard library's `Mutex`, over a lock of pthread: the thread sanitizer knows
/// that one, and takes a contended `Mutex` for a race, because its slow path is not instrumented.
// SAFETY: the value is touched between lock and unlock only; the lock lives as long as the object.
package final class Locked<Value: ~Copyable>: @unchecked Sendable {
    @exclusivity(unchecked) private var value: Value
    private let lock: UnsafeMutablePointer<pthread_mutex_t>

    package init(_ value: consuming sending Value) {
        self.value = value
        lock = .allocate(capacity: 1)
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    /// Runs a closure with the value; nobody else sees it meanwhile.
    ///
    /// The closure must not run code of others and must not wait for anything.
    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value)
    }
}

extension Locked: CustomReflectable where Value: ~Copyable {
    /// Hides the value: reflection would copy it without the lock, and traps if it can't be copied.
    package var customMirror: Mirror { Mirror(hiding: self) }
}
