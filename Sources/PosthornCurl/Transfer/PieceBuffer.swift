import FoundationEssentials

/// The unread bytes of a stream, in pieces.
///
/// Large amounts use cached memory of a fixed size; a growing buffer would copy its bytes repeatedly.
struct PieceBuffer: ~Copyable {
    private var whole: [Data] = []
    /// The last piece, while little arrives.
    private var small = Data()
    /// The last piece, when much arrives.
    private var slab: BodyMemory.Slab?
    private var filled = 0
    private var comesInBulk = false
    /// The owner of the slab's memory.
    private var memory: BodyMemory?
    /// The number of unread bytes.
    private(set) var count = 0
    /// The maximum size of a piece in bytes.
    private static let size = 128 << 10
    /// The number of bytes from which a piece uses cached memory.
    private static let bulk = 64 << 10

    deinit { if let slab { memory?.put(slab) } }

    /// - Parameter memory: The source of memory for large pieces, the same in each call.
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

    /// Removes and returns the first piece; `nil` if the buffer is empty.
    mutating func take() -> Data? {
        if whole.isEmpty { close() }
        guard !whole.isEmpty else { return nil }
        let piece = whole.removeFirst()
        count -= piece.count
        return piece
    }

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
