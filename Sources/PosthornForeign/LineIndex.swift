package import PosthornSpec

/// The lines of a text, which gives offsets a line and a column.
package struct LineIndex {
    private let bytes: [UInt8]
    /// The offset of the first byte of each line.
    private let starts: [Int]
    /// The number of characters before each block of bytes: a line may be as long as the text.
    private let counts: [Int]

    private static let block = 1024

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        (starts, counts) = bytes.withUnsafeBufferPointer { bytes in
            var (starts, counts, count) = ([0], [0], 0)
            for index in bytes.indices {
                if bytes[index] == 0x0A { starts.append(index + 1) }
                if bytes[index] & 0xC0 != 0x80 { count += 1 }
                if index % Self.block == Self.block - 1 { counts.append(count) }
            }
            return (starts, counts)
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
        let column = characters(before: offset) - characters(before: starts[low - 1]) + 1
        return SourceMark(line: low, column: column)
    }

    private func characters(before offset: Int) -> Int {
        let block = offset / Self.block
        return counts[block] + bytes[block * Self.block..<offset].count { $0 & 0xC0 != 0x80 }
    }
}
