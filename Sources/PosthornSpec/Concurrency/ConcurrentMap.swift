internal import Dispatch

extension Array where Element: Sendable {
    /// Returns the transformed elements in order, computed on all cores.
    package func concurrentMap<Result: Sendable>(
        _ transform: @Sendable (Element) -> Result
    ) -> [Result] {
        [Result](unsafeUninitializedCapacity: count) { buffer, initialized in
            // SAFETY: each iteration initializes its own element, and all end before the buffer is used.
            nonisolated(unsafe) let places = buffer
            DispatchQueue.concurrentPerform(iterations: count) { index in
                places.initializeElement(at: index, to: transform(self[index]))
            }
            initialized = count
        }
    }
}
