package import FoundationEssentials

/// base64url without padding of what is no secret: ciphertexts, headers, payloads that are signed.
///
/// Choose ``Base64URL`` for keys. Of our own, as each body of a JWE passes through it: Foundation
/// writes into a buffer of its own, which is copied then, at half the speed, and takes other spellings
/// when it reads. Two digits at a time, or their bits, are looked up in a table; which part of it is read
/// tells about bytes that everybody on the way sees.
package enum Base64URLBody {
    /// The digits of some bytes.
    package static func encode(_ bytes: Data) -> String { bytes.withUnsafeBytes { encode($0) } }

    static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
        let count = Base64URL.digitCount(bytes.count)
        return String(unsafeUninitializedCapacity: count) { digits in
            write(bytes, to: UnsafeMutableRawBufferPointer(digits))
            return count
        }
    }

    /// Writes the digits of some bytes to where there is room for them.
    static func write(_ bytes: UnsafeRawBufferPointer, to digits: UnsafeMutableRawBufferPointer) {
        var (index, place) = (0, 0)
        pairs.withUnsafeBufferPointer { pairs in
            // Six bytes, which are loaded with the two after them.
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

    /// The bytes of some digits; `nil` unless they are exactly the digits of these bytes, as in
    /// ``Base64URL/decode(_:)-(String)``.
    package static func decode(_ digits: some Collection<UInt8>) -> Data? {
        let bytes = digits.withContiguousStorageIfAvailable { decode(UnsafeRawBufferPointer($0)) }
        return bytes ?? Array(digits).withUnsafeBytes { decode($0) }
    }

    static func decode(_ digits: UnsafeRawBufferPointer) -> Data? {
        guard digits.count % 4 != 1 else { return nil }
        return Data.written(digits.count * 3 / 4) { read(digits, to: $0) }
    }

    private static func read(
        _ digits: UnsafeRawBufferPointer, to bytes: UnsafeMutableRawBufferPointer
    ) -> Bool {
        var (index, place) = (0, 0)
        // What is no digit has a bit that no two digits have.
        var all: UInt16 = 0
        values.withUnsafeBufferPointer { values in
            // Six bytes are stored with two more, which the next ones replace.
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

    /// The two digits of each twelve bits, the first one in the lower byte.
    private static let pairs = (0..<4096).map {
        UInt16(alphabet[$0 >> 6]) | UInt16(alphabet[$0 & 0x3f]) << 8
    }

    /// The twelve bits of each two digits, the first of which is the lower byte of their place; the highest
    /// bit of what are no digits.
    ///
    /// 128 KiB, of which a message reads twelve.
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
