package import FoundationEssentials

/// Unpadded base64url for data that is not secret, such as ciphertexts, headers and signed payloads.
///
/// Use ``Base64URL`` for keys. Foundation's base64 is not used because it writes into its own buffer, which
/// must then be copied, runs at half the speed, and accepts non-canonical input. This type looks up two
/// characters at a time in a table. The table addresses reveal only bytes that are public anyway.
package enum Base64URLBody {
    /// Encodes bytes as base64url.
    package static func encode(_ bytes: Data) -> String { bytes.withUnsafeBytes { encode($0) } }

    package static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
        let count = Base64URL.digitCount(bytes.count)
        return String(unsafeUninitializedCapacity: count) { digits in
            write(bytes, to: UnsafeMutableRawBufferPointer(digits))
            return count
        }
    }

    /// Writes the encoded bytes to a buffer.
    ///
    /// The buffer must hold at least `Base64URL.digitCount(bytes.count)` bytes.
    package static func write(
        _ bytes: UnsafeRawBufferPointer, to digits: UnsafeMutableRawBufferPointer
    ) {
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
        Base64URL.write(
            UnsafeRawBufferPointer(rebasing: bytes[index...]),
            to: UnsafeMutableRawBufferPointer(rebasing: digits[place...]))
    }

    /// Decodes base64url; returns `nil` unless the input is canonical, as in ``Base64URL``.
    package static func decode(_ digits: some Collection<UInt8>) -> Data? {
        let bytes = digits.withContiguousStorageIfAvailable { decode(UnsafeRawBufferPointer($0)) }
        return bytes ?? Array(digits).withUnsafeBytes { decode($0) }
    }

    package static func decode(_ digits: UnsafeRawBufferPointer) -> Data? {
        guard digits.count % 4 != 1 else { return nil }
        return Data.written(digits.count * 3 / 4) { read(digits, to: $0) }
    }

    private static func read(
        _ digits: UnsafeRawBufferPointer, to bytes: UnsafeMutableRawBufferPointer
    ) -> Bool {
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
        let isRestCanonical = Base64URL.read(
            UnsafeRawBufferPointer(rebasing: digits[index...]),
            to: UnsafeMutableRawBufferPointer(rebasing: bytes[place...]))
        return all < 1 << 12 && isRestCanonical
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
