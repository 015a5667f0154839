package import PosthornSpec

/// The lines of a text, which gives offsets a line and a column.
package struct LineIndex {
    private let bytes: [UInt8]
    /// The offset of the first byte of each line.
    private let starts: [Int]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        starts = bytes.withUnsafeBufferPointer { bytes in
            var starts = [0]
            for index in bytes.indices where bytes[index] == 0x0A { starts.append(index + 1) }
            return starts
        }
    }

    /// Returns the place of a byte; the end of the text for an offset after it.
    package func mark(at offset: Int) -> SourceMark {
        let offset = min(offset, bytes.count)
        // The lines that start at the offset or before it.
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        let scalars = bytes[starts[low - 1]..<offset].count { $0 & 0xC0 != 0x80 }
        return SourceMark(line: low, column: scalars + 1)
    }
}
