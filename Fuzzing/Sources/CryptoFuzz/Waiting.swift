internal import Dispatch

/// Runs work on the thread that asks, as far as it waits for nothing, and waits for the rest.
func waiting<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value {
    let slot = Slot<Value>()
    let done = DispatchSemaphore(value: 0)
    Task.immediate {
        slot.value = await work()
        done.signal()
    }
    done.wait()
    guard let value = slot.value else { fatalError("the work has no result") }
    return value
}

/// SAFETY: written before the semaphore is signalled, and read after that.
private final class Slot<Value: Sendable>: @unchecked Sendable {
    var value: Value?
}
