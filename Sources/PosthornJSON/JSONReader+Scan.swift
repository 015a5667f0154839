extension JSONReader {
    /// Parses a number by the grammar of RFC 8259.
    mutating func scanNumber(
        _ expected: String
    ) throws -> (number: ScannedNumber, text: UnsafeBufferPointer<UInt8>) {
        guard isAtNumber() else { throw mismatch(expected) }
        var number = ScannedNumber()
        let start = cursor
        if start.pointee == UInt8(ascii: "-") {
            number.isNegative = true
            cursor += 1
        }
        let whole = cursor
        try digits(into: &number)
        if whole.pointee == UInt8(ascii: "0"), cursor - whole > 1 {
            cursor = whole + 1
            throw syntax("no digit after a leading 0")
        }
        if cursor < end, cursor.pointee == UInt8(ascii: ".") {
            cursor += 1
            let fraction = cursor
            try digits(into: &number)
            number.exponent -= cursor - fraction
        }
        if cursor < end, cursor.pointee | 0x20 == UInt8(ascii: "e") {
            cursor += 1
            try exponent(into: &number)
        }
        number.exponent += number.droppedZeros
        return (number, UnsafeBufferPointer(start: start, count: cursor - start))
    }

    /// Returns whether the next value begins as a number.
    mutating func isAtNumber() -> Bool {
        guard let byte = peek() else { return false }
        return byte == UInt8(ascii: "-") || Self.isDigit(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    private mutating func digits(into number: inout ScannedNumber) throws {
        let start = cursor
        while cursor < end, Self.isDigit(cursor.pointee) {
            number.append(cursor.pointee - UInt8(ascii: "0"))
            cursor += 1
        }
        guard cursor > start else { throw syntax("a digit") }
    }

    private mutating func exponent(into number: inout ScannedNumber) throws {
        var isNegative = false
        if cursor < end, cursor.pointee == UInt8(ascii: "-") || cursor.pointee == UInt8(ascii: "+")
        {
            isNegative = cursor.pointee == UInt8(ascii: "-")
            cursor += 1
        }
        let start = cursor
        var value = 0
        while cursor < end, Self.isDigit(cursor.pointee) {
            // Beyond the range of every type, so further digits make no difference.
            if value < 100_000 { value = value * 10 + Int(cursor.pointee - UInt8(ascii: "0")) }
            cursor += 1
        }
        guard cursor > start else { throw syntax("a digit") }
        number.exponent += isNegative ? -value : value
    }

    /// Skips a value of any kind.
    package mutating func pass() throws {
        let start = offset
        do {
            try skipValue()
        } catch var error as JSONError {
            error.opaque = start
            throw error
        }
    }

    private mutating func skipValue() throws {
        guard let byte = peek() else { throw syntax("a value") }
        switch byte {
        case UInt8(ascii: "\""):
            if try stringBytes() == nil { _ = try unescaped() }
        case UInt8(ascii: "{"):
            try enterObject()
            while try memberKey() != nil { try skipValue() }
        case UInt8(ascii: "["):
            try beginArray()
            while try nextElement() { try skipValue() }
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: try skipNumber()
        }
    }

    mutating func skipNumber() throws {
        if let number = shortNumber() {
            cursor = number.end
        } else {
            _ = try scanNumber("a value")
        }
    }

    /// Returns the bytes of the next value, which is validated.
    mutating func rawValue() throws -> UnsafeBufferPointer<UInt8> {
        _ = peek()
        let start = cursor
        try pass()
        return UnsafeBufferPointer(start: start, count: cursor - start)
    }
}
