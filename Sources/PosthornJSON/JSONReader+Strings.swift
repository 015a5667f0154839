extension JSONReader {
    /// Reads a string.
    ///
    /// - Throws: A ``JSONError`` for another value, invalid UTF-8, a control character, an unknown escape or
    ///   an unpaired surrogate.
    package mutating func readString() throws -> String {
        guard peek() == UInt8(ascii: "\"") else {
            return try recoded(.string, "a string") { (json) throws -> String in
                try json.readString()
            }
        }
        let bytes = try stringBytes()
        guard let bytes else {
            return try String(unsafeUninitializedCapacity: escapedLength()) { buffer in
                try unescape(into: buffer)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the validated bytes of a string without escapes, and moves behind it.
    ///
    /// Returns `nil` if the string has an escape. The cursor is then behind the opening quote.
    mutating func stringBytes() throws -> UnsafeBufferPointer<UInt8>? {
        let start = cursor + 1
        var scan = start
        var isASCII = true
        while true {
            scan = Self.plainEnd(from: scan, to: end)
            guard scan < end else {
                cursor = end
                throw syntax("'\"'")
            }
            let byte = scan.pointee
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\") {
                cursor = start
                return nil
            }
            if byte < 0x20 {
                cursor = scan
                throw syntax("an escape such as \\n")
            }
            isASCII = false
            scan += 1
        }
        let bytes = UnsafeBufferPointer(start: start, count: scan - start)
        if !isASCII, let invalid = UTF8Check.firstInvalid(bytes) {
            cursor = start + invalid
            throw syntax("UTF-8")
        }
        cursor = scan + 1
        return bytes
    }

    /// Reads the name of a member.
    mutating func readKey() throws -> JSONKey {
        if let bytes = try stringBytes() {
            return JSONKey(bytes.baseAddress ?? base, bytes.count)
        }
        let bytes = try unescaped()
        if (keyBuffer?.count ?? 0) < bytes.count {
            keyBuffer?.deallocate()
            keyBuffer = .allocate(capacity: max(64, bytes.count * 2))
        }
        guard let buffer = keyBuffer, let start = buffer.baseAddress else {
            return JSONKey(base, 0)
        }
        _ = buffer.update(from: bytes)
        return JSONKey(start, bytes.count)
    }

    /// Returns the first byte that is a quote, a backslash, a control character or not ASCII.
    private static func plainEnd(
        from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        var scan = start
        while end - scan >= 16 {
            let first = marks(scan)
            let second = marks(scan + 8)
            if first | second != 0 {
                return first != 0
                    ? scan + first.trailingZeroBitCount / 8
                    : scan + 8 + second.trailingZeroBitCount / 8
            }
            scan += 16
        }
        while scan < end {
            let byte = scan.pointee
            if byte == 0x22 || byte == 0x5c || byte < 0x20 || byte >= 0x80 { break }
            scan += 1
        }
        return scan
    }

    /// Returns a word whose lowest set bit is in the first of eight bytes that is a quote, a backslash, a
    /// control character or not ASCII; 0 if there is none.
    @inline(__always)
    private static func marks(_ start: UnsafePointer<UInt8>) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let word = UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
        // With bit 1 inverted, exactly the control characters and the quote are less than 0x21. The
        // subtraction sets the high bit of such a byte. It borrows from higher bytes, which does not matter
        // for the lowest mark.
        let controlsAndQuotes = (word ^ ones &* 0x02) &- ones &* 0x21
        let backslashes = (word ^ ones &* 0x5c) &- ones
        return (controlsAndQuotes | backslashes | word) & (ones &* 0x80)
    }

    /// Reads the rest of a string with escapes, from behind its opening quote, as UTF-8.
    mutating func unescaped() throws -> [UInt8] {
        try Array(unsafeUninitializedCapacity: escapedLength()) { buffer, count in
            count = try unescape(into: buffer)
        }
    }

    /// Appends the rest of a string with escapes, from behind its opening quote, as UTF-8.
    mutating func appendUnescaped(to result: inout [UInt8]) throws {
        try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: escapedLength()) { buffer in
            result += buffer[..<(try unescape(into: buffer))]
        }
    }

    /// Returns the number of bytes up to the closing quote, which no unescaped string exceeds.
    private func escapedLength() -> Int {
        var scan = cursor
        while true {
            scan = Self.plainEnd(from: scan, to: end)
            guard scan < end, scan.pointee != UInt8(ascii: "\"") else { break }
            scan += min(scan.pointee == UInt8(ascii: "\\") ? 2 : 1, end - scan)
        }
        return scan - cursor
    }

    /// Writes the rest of a string into a buffer, moves behind it and returns the number of bytes.
    private mutating func unescape(into buffer: UnsafeMutableBufferPointer<UInt8>) throws -> Int {
        // An empty string has no buffer, and no byte is written.
        let start = buffer.baseAddress ?? UnsafeMutablePointer(mutating: base)
        var target = start
        while true {
            let stop = Self.plainEnd(from: cursor, to: end)
            target.update(from: cursor, count: stop - cursor)
            target += stop - cursor
            cursor = stop
            guard cursor < end else { throw syntax("'\"'") }
            switch cursor.pointee {
            case UInt8(ascii: "\""):
                cursor += 1
                return target - start
            case UInt8(ascii: "\\"):
                try writeEscape(to: &target)
            case 0..<0x20:
                throw syntax("an escape such as \\n")
            default:
                var last = cursor
                while last < end, last.pointee >= 0x80 { last += 1 }
                let run = UnsafeBufferPointer(start: cursor, count: last - cursor)
                if let invalid = UTF8Check.firstInvalid(run) {
                    cursor += invalid
                    throw syntax("UTF-8")
                }
                target.update(from: cursor, count: run.count)
                target += run.count
                cursor = last
            }
        }
    }

    private mutating func writeEscape(to target: inout UnsafeMutablePointer<UInt8>) throws {
        guard end - cursor >= 2 else {
            cursor = end
            throw syntax("an escape")
        }
        let letter = cursor[1]
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): target.pointee = letter
        case UInt8(ascii: "b"): target.pointee = 0x08
        case UInt8(ascii: "f"): target.pointee = 0x0c
        case UInt8(ascii: "n"): target.pointee = 0x0a
        case UInt8(ascii: "r"): target.pointee = 0x0d
        case UInt8(ascii: "t"): target.pointee = 0x09
        case UInt8(ascii: "u"):
            for byte in UTF8.encode(try unicodeEscape()).unsafelyUnwrapped {
                target.pointee = byte
                target += 1
            }
            return
        default:
            throw syntax("an escape of JSON")
        }
        target += 1
        cursor += 2
    }

    /// Reads `\uXXXX`, and a second one if the first is half of a surrogate pair.
    private mutating func unicodeEscape() throws -> Unicode.Scalar {
        let start = cursor
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        if first < 0xdc00, end - cursor >= 2, cursor[0] == UInt8(ascii: "\\"),
            cursor[1] == UInt8(ascii: "u")
        {
            let second = try hexadecimal()
            if (0xdc00...0xdfff).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + second - 0xdc00)
            {
                return scalar
            }
        }
        cursor = start
        throw syntax("both halves of a surrogate pair")
    }

    private mutating func hexadecimal() throws -> UInt32 {
        guard end - cursor >= 6 else {
            cursor = end
            throw syntax("four hexadecimal digits")
        }
        var value: UInt32 = 0
        for index in 2..<6 {
            guard let digit = HexDigit.value(of: cursor[index]) else {
                throw syntax("four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
        }
        cursor += 6
        return value
    }
}
