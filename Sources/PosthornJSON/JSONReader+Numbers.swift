package import FoundationEssentials

extension JSONReader {
    /// Reads an integer.
    ///
    /// `1.0` and `1e2` are accepted as integers.
    /// - Throws: A ``JSONError`` for another value, or a number that the type can't hold.
    @inlinable
    package mutating func readInteger<Integer: FixedWidthInteger>() throws -> Integer {
        let (magnitude, isNegative, start) = try readMagnitude()
        if isNegative {
            if let value = Integer(exactly: -Int128(magnitude)) { return value }
        } else if let value = Integer(exactly: magnitude) {
            return value
        }
        throw outOfRange("a number that \(Integer.self) can hold", start)
    }

    @usableFromInline
    func outOfRange(_ expected: String, _ start: Int) -> JSONError {
        JSONError(.invalid, at: start, expected: expected, found: "another number")
    }

    /// Parses a number of at most 18 digits without an exponent, the common case.
    ///
    /// Returns `nil` for other numbers, and for text that is not a number.
    @inline(__always)
    func shortNumber() -> (
        digits: UInt64, fractionDigits: Int, isNegative: Bool, end: UnsafePointer<UInt8>
    )? {
        var scan = cursor
        guard scan < end else { return nil }
        let isNegative = scan.pointee == UInt8(ascii: "-")
        if isNegative { scan += 1 }
        var digits: UInt64 = 0
        let first = scan
        while scan < end, case let digit = scan.pointee &- UInt8(ascii: "0"), digit < 10 {
            digits = digits &* 10 &+ UInt64(digit)
            scan += 1
        }
        guard scan > first, scan - first == 1 || first.pointee != UInt8(ascii: "0") else {
            return nil
        }
        var fractionDigits = 0
        if scan < end, scan.pointee == UInt8(ascii: ".") {
            scan += 1
            let fraction = scan
            while scan < end, case let digit = scan.pointee &- UInt8(ascii: "0"), digit < 10 {
                digits = digits &* 10 &+ UInt64(digit)
                scan += 1
            }
            fractionDigits = scan - fraction
            guard fractionDigits > 0 else { return nil }
        }
        guard scan - first <= 18, scan == end || scan.pointee | 0x20 != UInt8(ascii: "e") else {
            return nil
        }
        return (digits, fractionDigits, isNegative, scan)
    }

    /// Reads an integer with a magnitude of 64 bits and a sign.
    @usableFromInline
    mutating func readMagnitude() throws -> (magnitude: UInt64, isNegative: Bool, start: Int) {
        _ = peek()
        let start = offset
        if let number = shortNumber(), number.fractionDigits == 0 {
            cursor = number.end
            return (number.digits, number.isNegative, start)
        }
        guard isAtNumber() else {
            let number = try recoded(.number, "a whole number") { json in
                try json.readMagnitude()
            }
            return (number.magnitude, number.isNegative, start)
        }
        let (number, _) = try scanNumber("a whole number")
        var digits = number.digits
        var exponent = number.exponent
        while exponent < 0, digits != 0, digits.isMultiple(of: 10) {
            digits /= 10
            exponent += 1
        }
        if digits == 0, number.isExact { return (0, number.isNegative, start) }
        guard number.isExact, exponent >= 0, exponent <= 19 else {
            throw outOfRange("a whole number of 64 bits", start)
        }
        for _ in 0..<exponent {
            let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
            guard !overflow else { throw outOfRange("a whole number of 64 bits", start) }
            digits = product
        }
        return (digits, number.isNegative, start)
    }

    /// Reads a `Double`, correctly rounded.
    ///
    /// - Throws: A ``JSONError`` for another value, a number beyond the largest finite one, and one that would
    ///   be rounded to zero.
    package mutating func readDouble() throws -> Double {
        _ = peek()
        if let number = shortNumber(), number.digits <= 1 << 53 {
            cursor = number.end
            // Both operands are exact, so the result is rounded only once.
            let value = Double(number.digits) / Self.powersOfTen[number.fractionDigits]
            return number.isNegative ? -value : value
        }
        return try readBinary(digitsUpTo: 1 << 53, exponentsUpTo: 22)
    }

    /// Reads a `Float` in the same way as a `Double`.
    package mutating func readFloat() throws -> Float {
        try readBinary(digitsUpTo: 1 << 24, exponentsUpTo: 10)
    }

    /// Reads a binary floating-point number, correctly rounded.
    ///
    /// - Parameters:
    ///   - most: The largest integer up to which the type represents all of them.
    ///   - exponents: The largest exponent of a power of ten that the type represents.
    private mutating func readBinary<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        digitsUpTo most: UInt64, exponentsUpTo exponents: Int
    ) throws -> Number {
        guard isAtNumber() else {
            return try recoded(.number, "a number") { (json) throws -> Number in
                try json.readBinary(digitsUpTo: most, exponentsUpTo: exponents)
            }
        }
        let (number, text) = try scanNumber("a number")
        if number.isExact, number.digits <= most, abs(number.exponent) <= exponents {
            let digits = Number(number.digits)
            let power = Number(Self.powersOfTen[abs(number.exponent)])
            let value = number.exponent < 0 ? digits / power : digits * power
            return number.isNegative ? -value : value
        }
        guard let value = Number(String(decoding: text, as: UTF8.self)), value.isFinite,
            value != 0 || number.digits == 0
        else {
            throw outOfRange("a number that \(Number.self) can hold", offset - text.count)
        }
        return value
    }

    /// Reads a decimal number without rounding.
    ///
    /// - Throws: A ``JSONError`` for another value, or a number with more than 38 digits.
    package mutating func readDecimal() throws -> Decimal {
        guard isAtNumber() else {
            return try recoded(.number, "a number") { (json) throws -> Decimal in
                try json.readDecimal()
            }
        }
        let (number, text) = try scanNumber("a number")
        let sign: FloatingPointSign = number.isNegative ? .minus : .plus
        if number.isExact, number.digits == 0 { return 0 }
        if number.isExact, (-127...127).contains(number.exponent) {
            let value = Decimal(
                sign: sign, exponent: number.exponent, significand: Decimal(number.digits))
            if value.isFinite { return value }
        } else if number.significantDigits <= 38,
            let value = Decimal(string: String(decoding: text, as: UTF8.self)), value.isFinite,
            value != 0
        {
            return value
        }
        throw outOfRange("a number of at most 38 digits", offset - text.count)
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}
