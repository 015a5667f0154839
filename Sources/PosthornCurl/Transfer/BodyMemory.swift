/// A cache of memory for large bodies.
///
/// The system clears the pages of new memory, which costs more than receiving the body. Bodies are released
/// on any thread.
final class BodyMemory: Sendable {
    struct Slab: Sendable {
        // SAFETY: one body at a time uses the memory.
        nonisolated(unsafe) let start: UnsafeMutableRawPointer
        let size: Int
    }

    private struct State {
        var idle: [Slab] = []
        var total = 0
    }

    private let state = Locked(State())
    /// The maximum number of bytes kept for later bodies.
    private static let limit = 16 << 20
    /// The size below which bodies use ordinary memory.
    static let smallest = 128 << 10

    deinit { state.withLock { state in state.idle.forEach { $0.start.deallocate() } } }

    /// Returns memory of at least this size, with undefined contents.
    ///
    /// Sizes are quarters of powers of two: little memory is wasted, and released memory fits other bodies.
    func take(_ count: Int) -> Slab {
        var size = Self.smallest
        while size * 2 <= count { size *= 2 }
        let step = size / 4
        while size < count { size += step }
        let found = state.withLock { [size] state -> Slab? in
            guard let index = state.idle.lastIndex(where: { $0.size == size }) else { return nil }
            state.total -= size
            return state.idle.remove(at: index)
        }
        return found ?? Slab(start: .allocate(byteCount: size, alignment: 16), size: size)
    }

    /// Returns memory to the cache, which evicts the least recently used memory.
    func put(_ slab: Slab) {
        guard slab.size <= Self.limit else { return slab.start.deallocate() }
        let evicted = state.withLock { state -> [Slab] in
            var evicted: [Slab] = []
            while state.total + slab.size > Self.limit {
                let oldest = state.idle.removeFirst()
                state.total -= oldest.size
                evicted.append(oldest)
            }
            state.total += slab.size
            state.idle.append(slab)
            return evicted
        }
        for slab in evicted { slab.start.deallocate() }
    }
}
