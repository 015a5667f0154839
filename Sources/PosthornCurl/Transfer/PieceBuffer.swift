import FoundationEssentials

/// The bytes of a stream that wait for their reader, in the pieces in which it gets them.
///
/// What comes in bulk goes to memory that serves again when a piece is gone: memory that grows with what
/// comes copies it as often as it grows.
struct PieceBuffer: ~Copyable {
    /// Those that get no more bytes.
    private var whole: [Data] = []
    /// The last one, as long as little comes.
    private var small = Data()
    /// The last one, where much comes.
    private var slab: BodyMemory.Slab?
    private var filled = 0
    private var comesInBulk = false
    /// Whose memory it is.
    private var memory: BodyMemory?
    /// How many bytes wait.
    private(set) var count = 0
    /// How many bytes a piece may have.
    private static let size = 128 << 10
    /// Smaller pieces are not worth memory of that size.
    private static let bulk = 64 << 10

    deinit { if let slab { memory?.put(slab) } }

    /// Adds bytes.
    /// - Parameter memory: Where memory for many comes from, the same each time.
    mutating func append(_ bytes: UnsafeRawBufferPointer, _ memory: BodyMemory) {
        count += bytes.count
        if !comesInBulk, small.count + bytes.count <= Self.bulk {
            return small.append(bytes.bindMemory(to: UInt8.self))
        }
        comesInBulk = true
        self.memory = memory
        if !small.isEmpty { close() }
        var rest = bytes
        while !rest.isEmpty {
            if slab?.size == filled { close() }
            let place = slab ?? memory.take(Self.size)
            slab = place
            let part = UnsafeRawBufferPointer(rebasing: rest.prefix(place.size - filled))
            UnsafeMutableRawBufferPointer(start: place.start + filled, count: part.count)
                .copyMemory(from: part)
            filled += part.count
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
        }
    }

    /// The first piece; `nil` if nothing waits.
    mutating func take() -> Data? {
        if whole.isEmpty { close() }
        guard !whole.isEmpty else { return nil }
        let piece = whole.removeFirst()
        count -= piece.count
        return piece
    }

    /// Lets what comes go to another piece.
    private mutating func close() {
        guard let slab = slab.take() else {
            if !small.isEmpty { whole.append(small) }
            small = Data()
            return
        }
        comesInBulk = filled >= Self.bulk
        if comesInBulk {
            whole.append(
                Data(
                    bytesNoCopy: slab.start, count: filled,
                    deallocator: .custom { [memory] _, _ in memory?.put(slab) }))
        } else {
            whole.append(Data(bytes: slab.start, count: filled))
            memory?.put(slab)
        }
        filled = 0
    }
}
