package import FoundationEssentials

// Numbers that are not finite throw a `JSONError`.
extension JSONWriter {
    /// Writes a string with quotes and escapes.
    package mutating func writeString(_ text: String) {
        var text = text
        text.withUTF8 { quote($0) }
    }

    /// Writes UTF-8 in quotes, with escapes where JSON requires them.
    mutating func quote(_ bytes: UnsafeBufferPointer<UInt8>) {
        append(UInt8(ascii: "\""))
        var stop = Self.escapeIndex(in: bytes, from: 0)
        if stop == bytes.count {
            append(bytes)
        } else {
            var rest = 0
            while stop < bytes.count {
                append(UnsafeBufferPointer(rebasing: bytes[rest..<stop]))
                escape(bytes[stop])
                rest = stop + 1
                stop = Self.escapeIndex(in: bytes, from: rest)
            }
            append(UnsafeBufferPointer(rebasing: bytes[rest...]))
        }
        append(UInt8(ascii: "\""))
    }

    /// Returns the index of the next byte that needs an escape, or the end.
    private static func escapeIndex(in bytes: UnsafeBufferPointer<UInt8>, from index: Int) -> Int {
        guard let start = bytes.baseAddress else { return 0 }
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        var index = index
        while bytes.count - index >= 8 {
            let word = UInt64(
                littleEndian: UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self))
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5c)
            let found =
                (((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
                    | ((word &- ones &* 0x20) & ~word)) & highs
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x22 || byte == 0x5c || byte < 0x20 { break }
            index += 1
        }
        return index
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case 0x22: append("\\\"")
        case 0x5c: append("\\\\")
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0a: append("\\n")
        case 0x0c: append("\\f")
        case 0x0d: append("\\r")
        default:
            append("\\u00")
            append(Self.hexadecimal(byte >> 4))
            append(Self.hexadecimal(byte & 0xf))
        }
    }

    static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }

    package mutating func writeBool(_ value: Bool) { append(value ? "true" : "false") }

    package mutating func writeInteger(_ value: Int64) { append(String(value)) }

    package mutating func writeMagnitude(_ value: UInt64) { append(String(value)) }

    /// Writes the shortest decimal number that represents the value exactly when read.
    package mutating func writeDouble(_ value: Double) throws {
        if let whole = Int64(exactly: value), whole.magnitude < 1 << 53,
            whole != 0 || value.sign == .plus
        {
            writeInteger(whole)
            return
        }
        guard value.isFinite else { throw notFinite }
        append(value.description)
    }

    /// Writes the shortest decimal number that represents the value exactly when read.
    package mutating func writeFloat(_ value: Float) throws {
        guard value.isFinite else { throw notFinite }
        if let whole = Int64(exactly: value), whole.magnitude < 1 << 24,
            whole != 0 || value.sign == .plus
        {
            writeInteger(whole)
        } else {
            append(value.description)
        }
    }

    /// Writes all digits of a decimal number.
    package mutating func writeDecimal(_ value: Decimal) throws {
        guard value.isFinite else { throw notFinite }
        append(value.description)
    }

    private var notFinite: JSONError {
        fault("is a number that JSON does not have", advice: "send a finite number")
    }

    /// Returns an error with the path of the value.
    func fault(_ cause: String, advice: String) -> JSONError {
        let place = place
        return JSONError(
            writing: .unwritable, "\(place.isEmpty ? "the value" : place) \(cause)", advice: advice)
    }
}
