import Posthorn

/// Memory for large bodies, used again when a body is gone: what the system gives for a new one it
/// has to clear, page by page, and that costs more than to receive the body.
///
/// Bodies end where their callers drop them, on any thread.
final class BodyMemory: Sendable {
    /// Memory for one body at a time.
    struct Slab: Sendable {
        // SAFETY: one body has it at a time.
        nonisolated(unsafe) let start: UnsafeMutableRawPointer
        let size: Int
    }

    private struct State {
        var idle: [Slab] = []
        var total = 0
    }

    private let state = Locked(State())
    /// How much is kept for bodies to come.
    private static let limit = 16 << 20
    /// What a smaller body needs is had as everything is.
    static let smallest = 128 << 10

    deinit { state.withLock { state in state.idle.forEach { $0.start.deallocate() } } }

    /// Memory of at least so many bytes, which are left from another body.
    ///
    /// Sizes are quarters of powers of two: a body that its caller keeps holds little that it does
    /// not need, and others find memory of their size.
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

    /// Takes memory back; what has not been used for longest makes room.
    func put(_ slab: Slab) {
        guard slab.size <= Self.limit else { return slab.start.deallocate() }
        let gone = state.withLock { state -> [Slab] in
            var gone: [Slab] = []
            while state.total + slab.size > Self.limit {
                let oldest = state.idle.removeFirst()
                state.total -= oldest.size
                gone.append(oldest)
            }
            state.total += slab.size
            state.idle.append(slab)
            return gone
        }
        for slab in gone { slab.start.deallocate() }
    }
}
