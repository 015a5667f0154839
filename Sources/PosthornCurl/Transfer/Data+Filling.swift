import FoundationEssentials

extension Data {
    /// Copies bytes from an offset on until they end or the buffer is full, and returns how many.
    ///
    /// `copyBytes(to:from:)` goes through generic collections, at each piece that libcurl asks for.
    func fill(_ buffer: UnsafeMutableRawBufferPointer, from offset: Int) -> Int {
        withUnsafeBytes { bytes in
            let rest = bytes.dropFirst(offset).prefix(buffer.count)
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest))
            return rest.count
        }
    }
}
