import PosthornKeys

/// Writes bytes sequentially to a buffer that is large enough.
struct ByteWriter {
    private let bytes: UnsafeMutableRawBufferPointer
    private var place = 0

    init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

    mutating func write(_ byte: UInt8) {
        bytes[place] = byte
        place += 1
    }

    /// Writes a number as four bytes, big-endian.
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
