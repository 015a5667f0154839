import Glibc

/// A value protected by a lock.
///
/// It works like the standard library's `Mutex`, but uses a pthread mutex. The thread sanitizer reports a
/// contended `Mutex` as a data race, because the slow path of `Mutex` is not instrumented.
// SAFETY: the value is accessed only while the lock is held; the lock lives as long as the object.
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

    /// Runs a closure with exclusive access to the value.
    ///
    /// The closure must not run the client's code and must not block.
    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value)
    }
}

extension Locked: CustomReflectable where Value: ~Copyable {
    /// Hides the value, because reflection would copy it without the lock and traps on a noncopyable value.
    package var customMirror: Mirror { Mirror(hiding: self) }
}
