extension Base64URL {
    /// Encodes groups of six bytes, and returns how many bytes were read and how many characters written.
    static func writeByTable(
        _ bytes: UnsafeRawBufferPointer, to digits: UnsafeMutableRawBufferPointer
    ) -> (Int, Int) {
        var (index, place) = (0, 0)
        pairs.withUnsafeBufferPointer { pairs in
            // Each round encodes six bytes, but loads eight.
            while bytes.count - index >= 8 {
                let bits = UInt64(
                    bigEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                for pair in 0..<4 {
                    digits.storeBytes(
                        of: pairs[Int(bits >> UInt64(52 - 12 * pair) & 0xfff)],
                        toByteOffset: place + 2 * pair, as: UInt16.self)
                }
                index += 6
                place += 8
            }
        }
        return (index, place)
    }

    /// Decodes groups of eight characters, and returns how many characters were read and how many bytes written.
    ///
    /// Returns `nil` if a character is not in the alphabet.
    static func readByTable(
        _ digits: UnsafeRawBufferPointer, to bytes: UnsafeMutableRawBufferPointer
    ) -> (Int, Int)? {
        var (index, place) = (0, 0)
        // The table's entry for an invalid pair has a bit that no valid entry has.
        var all: UInt16 = 0
        values.withUnsafeBufferPointer { values in
            // Each round stores eight bytes; the next round overwrites the last two.
            while digits.count - index >= 12 {
                let eight = UInt64(
                    littleEndian: digits.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                var six: UInt64 = 0
                for pair in 0..<4 {
                    let bits = values[Int(eight >> UInt64(16 * pair) & 0xffff)]
                    all |= bits
                    six |= UInt64(bits) << UInt64(52 - 12 * pair)
                }
                bytes.storeBytes(of: six.bigEndian, toByteOffset: place, as: UInt64.self)
                index += 8
                place += 6
            }
        }
        return all < 1 << 12 ? (index, place) : nil
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The two characters for each 12-bit value, the first one in the low byte.
    private static let pairs = (0..<4096).map {
        UInt16(alphabet[$0 >> 6]) | UInt16(alphabet[$0 & 0x3f]) << 8
    }

    /// The 12-bit value for each pair of characters, with the first character in the low byte of the index.
    ///
    /// Invalid pairs have the highest bit set. The table takes 128 KiB.
    private static let values: [UInt16] = {
        var values = [UInt16](repeating: 0x8000, count: 1 << 16)
        for (first, one) in alphabet.enumerated() {
            for (second, other) in alphabet.enumerated() {
                values[Int(one) | Int(other) << 8] = UInt16(first << 6 | second)
            }
        }
        return values
    }()
}
