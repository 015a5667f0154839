import FoundationEssentials

/// Writes to memory that has room for it, from its start on.
struct ByteWriter {
    private let bytes: UnsafeMutableRawBufferPointer
    private var place = 0

    init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

    mutating func write(_ byte: UInt8) {
        bytes[place] = byte
        place += 1
    }

    /// Writes a number of four bytes, the highest one first.
    mutating func write(number: Int) {
        bytes.storeBytes(of: UInt32(number).bigEndian, toByteOffset: place, as: UInt32.self)
        place += 4
    }

    mutating func write(_ other: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: bytes[place..<place + other.count])
            .copyMemory(from: other)
        place += other.count
    }

    mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    }
}
