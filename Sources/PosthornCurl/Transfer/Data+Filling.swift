import FoundationEssentials

extension Data {
    /// Copies bytes from an offset on until they end or the buffer is full, and returns how many.
    ///
    /// `copyBytes(to:from:)` goes through generic collections, at each piece that libcurl asks for.
    func fill(_ buffer: UnsafeMutableRawBufferPointer, from offset: Int) -> Int {
        withUnsafeBytes { bytes in
            let rest = UnsafeRawBufferPointer(rebasing: bytes[Swift.min(offset, bytes.count)...])
            let count = Swift.min(rest.count, buffer.count)
            if count > 0 { buffer.baseAddress?.copyMemory(from: rest.baseAddress!, byteCount: count) }
            return count
        }
    }
}
