import FoundationEssentials

/// The unread bytes of a stream, in pieces.
struct PieceBuffer: ~Copyable {
    private var pieces: [Data] = []
    /// The number of unread bytes.
    private(set) var count = 0
    /// The maximum size of a piece in bytes.
    private static let size = 128 << 10

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        count += bytes.count
        if let last = pieces.indices.last, pieces[last].count + bytes.count <= Self.size {
            pieces[last].reserveCapacity(Self.size)
            return pieces[last].append(bytes.bindMemory(to: UInt8.self))
        }
        for start in stride(from: 0, to: bytes.count, by: Self.size) {
            let piece = UnsafeRawBufferPointer(rebasing: bytes[start...].prefix(Self.size))
            pieces.append(Data(piece))
        }
    }

    /// Removes and returns the first piece; `nil` if the buffer is empty.
    mutating func take() -> Data? {
        guard !pieces.isEmpty else { return nil }
        let piece = pieces.removeFirst()
        count -= piece.count
        return piece
    }
}
