import FoundationEssentials

extension Data {
    /// Copies bytes from an offset until the data ends or the buffer is full, and returns the number.
    ///
    /// `copyBytes(to:from:)` would use generic collections for each piece.
    func fill(_ buffer: UnsafeMutableRawBufferPointer, from offset: Int) -> Int {
        withUnsafeBytes { bytes in
            let rest = bytes.dropFirst(offset).prefix(buffer.count)
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest))
            return rest.count
        }
    }
}
