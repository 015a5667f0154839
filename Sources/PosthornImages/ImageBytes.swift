import FoundationEssentials

/// Bytes by offset from the start; `nil` beyond the end.
struct ImageBytes {
    private let data: Data
    init(_ data: Data) { self.data = data }

    var count: Int { data.count }

    subscript(offset: Int) -> UInt8? {
        offset < data.count ? data[data.startIndex + offset] : nil
    }

    func has(_ text: String, at offset: Int) -> Bool {
        data.dropFirst(offset).starts(with: text.utf8)
    }

    /// Returns the bytes from an offset, fewer than `count` at the end.
    func slice(_ offset: Int, _ count: Int) -> ImageBytes {
        ImageBytes(data.dropFirst(offset).prefix(count))
    }

    func big16(_ offset: Int) -> Int? { number(offset, 2) { $0 << 8 | $1 } }
    func big32(_ offset: Int) -> Int? { number(offset, 4) { $0 << 8 | $1 } }

    func little(_ offset: Int, _ length: Int) -> Int? {
        guard offset + length <= count else { return nil }
        return (0..<length).reduce(0) { $0 | Int(self[offset + $1] ?? 0) << ($1 * 8) }
    }

    private func number(_ offset: Int, _ length: Int, _ join: (Int, Int) -> Int) -> Int? {
        guard offset + length <= count else { return nil }
        return (0..<length).reduce(0) { join($0, Int(self[offset + $1] ?? 0)) }
    }
}
