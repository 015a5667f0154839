package import FoundationEssentials

/// Unpadded base64url (RFC 4648, section 5), as used by JOSE.
///
/// Eight characters at a time are computed instead of looked up, so that neither a branch nor a memory address depends
/// on bytes that may be those of a key. Foundation's base64 is not used because it writes into its own buffer, which
/// must then be copied, and accepts non-canonical input.
package enum Base64URL {
    package static func digitCount(_ byteCount: Int) -> Int { (byteCount * 4 + 2) / 3 }

    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        func encode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
            String(unsafeUninitializedCapacity: digitCount(bytes.count)) { digits in
                write(UnsafeRawBufferPointer(bytes), to: .init(digits))
                return digitCount(bytes.count)
            }
        }
        return bytes.withContiguousStorageIfAvailable(encode)
            ?? Array(bytes).withUnsafeBufferPointer(encode)
    }

    /// Writes the encoded bytes to a buffer of at least ``digitCount(_:)`` bytes.
    package static func write(
        _ bytes: UnsafeRawBufferPointer, to digits: UnsafeMutableRawBufferPointer
    ) {
        let digits = UnsafeMutableRawBufferPointer(rebasing: digits[..<digitCount(bytes.count)])
        var (index, place) = (0, 0)
        while index < bytes.count {
            digits.store(Self.digits(of: UInt64(bigEndian: bytes.load(at: index))), at: place)
            index += 6
            place += 8
        }
    }

    /// Decodes base64url; returns `nil` unless the input is exactly what ``encode(_:)`` writes.
    ///
    /// Padding, whitespace, characters of the standard base64 alphabet and non-zero trailing bits are
    /// refused. If several spellings decoded to the same bytes, a message could be altered without detection.
    package static func decode(_ digits: some Collection<UInt8>) -> Data? {
        func decode(_ digits: UnsafeBufferPointer<UInt8>) -> Data? {
            guard digits.count % 4 != 1 else { return nil }
            var bytes = Data(count: digits.count * 3 / 4)
            return bytes.withUnsafeMutableBytes { read(.init(digits), to: $0) } ? bytes : nil
        }
        return digits.withContiguousStorageIfAvailable(decode)
            ?? Array(digits).withUnsafeBufferPointer(decode)
    }

    package static func decode(_ text: String) -> Data? { decode(text.utf8) }

    private static func read(
        _ digits: UnsafeRawBufferPointer, to bytes: UnsafeMutableRawBufferPointer
    ) -> Bool {
        var (index, place) = (0, 0)
        var all = Digits()
        var bits: UInt64 = 0
        while index < digits.count {
            let values = Self.values(of: digits.load(at: index, orElse: UInt8(ascii: "A")))
            all |= values
            bits = Self.bits(of: values)
            bytes.store(bits.bigEndian, at: place)
            index += 8
            place += 6
        }
        // The bits after the last byte must be zero.
        return all.min() >= 0 && bits &<< UInt64(8 * (bytes.count - place + 6)) == 0
    }

    /// Returns the characters for the first 48 bits, in the order of memory.
    private static func digits(of bits: UInt64) -> UInt64 {
        // Each step halves the groups of bits, and moves them apart: at last, each byte has six.
        var bits = bits &>> 16
        bits = (bits & 0xffffff_000000) &<< 8 | bits & 0xffffff
        bits = (bits & 0xfff000_00fff000) &<< 4 | bits & 0xfff_00000fff
        bits = (bits & 0xfc0_0fc0_0fc0_0fc0) &<< 2 | bits & 0x3f_003f_003f_003f
        // Each term is 1 in the bytes whose value is above 25, 51, 61 or 62, and zero in all others.
        let ones: UInt64 = 0x01010101_01010101
        let small = (bits &+ 102 &* ones) &>> 7 & ones
        let number = (bits &+ 76 &* ones) &>> 7 & ones
        let hyphen = (bits &+ 66 &* ones) &>> 7 & ones
        let underscore = (bits &+ 65 &* ones) &>> 7 & ones
        let digits = bits &+ 65 &* ones &+ small &* 6 &+ underscore &* 49
        return (digits &- number &* 75 &- hyphen &* 13).bigEndian
    }

    private typealias Digits = SIMD8<Int8>

    /// Returns the values of characters, or -1 for those that are not in the alphabet.
    private static func values(of digits: UInt64) -> Digits {
        let digit = unsafeBitCast(digits, to: Digits.self)
        // Each shifted term is all ones inside its range and zero outside.
        var value = Digits(repeating: -1)
        value &+= ((64 &- digit) & (digit &- 91)) &>> 7 & (digit &- 64)
        value &+= ((96 &- digit) & (digit &- 123)) &>> 7 & (digit &- 70)
        value &+= ((47 &- digit) & (digit &- 58)) &>> 7 & (digit &+ 5)
        value &+= ((44 &- digit) & (digit &- 46)) &>> 7 & 63
        value &+= ((94 &- digit) & (digit &- 96)) &>> 7 & 64
        return value
    }

    /// Returns the first 48 bits: six of each value.
    private static func bits(of values: Digits) -> UInt64 {
        var bits = UInt64(bigEndian: unsafeBitCast(values, to: UInt64.self))
        bits = (bits & 0x3f00_3f00_3f00_3f00) >> 2 | bits & 0x3f_003f_003f_003f
        bits = (bits & 0xfff0000_0fff0000) >> 4 | bits & 0xfff_00000fff
        bits = (bits & 0xffffff_00000000) >> 8 | bits & 0xffffff
        return bits << 16
    }
}

extension UnsafeRawBufferPointer {
    /// Loads eight bytes; those after the end have the given value.
    fileprivate func load(at place: Int, orElse filler: UInt8 = 0) -> UInt64 {
        if count - place >= 8 { return loadUnaligned(fromByteOffset: place, as: UInt64.self) }
        var eight = UInt64(filler) &* 0x01010101_01010101
        Swift.withUnsafeMutableBytes(of: &eight) {
            $0.copyMemory(from: .init(rebasing: self[place...]))
        }
        return eight
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Stores eight bytes, but none after the end.
    fileprivate func store(_ eight: UInt64, at place: Int) {
        if count - place >= 8 {
            return storeBytes(of: eight, toByteOffset: place, as: UInt64.self)
        }
        Swift.withUnsafeBytes(of: eight) {
            UnsafeMutableRawBufferPointer(rebasing: self[place...])
                .copyMemory(from: .init(rebasing: $0.prefix(count - place)))
        }
    }
}
