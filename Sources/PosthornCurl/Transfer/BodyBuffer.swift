import FoundationEssentials

/// A buffer that collects a response's body.
struct BodyBuffer: ~Copyable {
    private let memory: BodyMemory
    private var small = Data()
    private var slab: BodyMemory.Slab?
    private(set) var count = 0
    /// The maximum number of bytes reserved because of a declared length.
    private static let credit = 8 << 20

    init(_ memory: BodyMemory) { self.memory = memory }

    deinit { if let slab { memory.put(slab) } }

    /// - Parameter expected: The declared total length, if it is known.
    mutating func append(_ bytes: UnsafeRawBufferPointer, expected: Int?) {
        let total = count + bytes.count
        let size = max(total, min(expected ?? 0, Self.credit))
        if size < BodyMemory.smallest {
            if small.isEmpty, total == expected {
                small = Data(bytes)
            } else {
                if small.isEmpty { small.reserveCapacity(size) }
                small.append(bytes.bindMemory(to: UInt8.self))
            }
        } else if let start = bytes.baseAddress {
            place(for: size).advanced(by: count).copyMemory(from: start, byteCount: bytes.count)
        }
        count = total
    }

    /// Returns memory for a number of bytes, with the collected bytes in it.
    private mutating func place(for size: Int) -> UnsafeMutableRawPointer {
        if let slab, slab.size >= size { return slab.start }
        // Doubles the size, so that a body of unknown length is not copied too often.
        let larger = memory.take(max(size, (slab?.size ?? 0) * 2))
        if let slab {
            larger.start.copyMemory(from: slab.start, byteCount: count)
            memory.put(slab)
        } else {
            small.copyBytes(to: UnsafeMutableRawBufferPointer(start: larger.start, count: count))
            small = Data()
        }
        slab = larger
        return larger.start
    }

    mutating func take() -> Data {
        guard var slab else { return small }
        self.slab = nil
        // Copied to memory that fits, because the caller may keep the body for long.
        if count < slab.size / 4 * 3 {
            var fitting = memory.take(count)
            if fitting.size < slab.size {
                fitting.start.copyMemory(from: slab.start, byteCount: count)
                swap(&slab, &fitting)
            }
            memory.put(fitting)
        }
        let whole = slab
        return Data(
            bytesNoCopy: whole.start, count: count,
            deallocator: .custom { [memory] _, _ in memory.put(whole) })
    }
}
