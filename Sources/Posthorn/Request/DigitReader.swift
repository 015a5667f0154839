/// Reads the fixed-width numbers of a date.
struct DigitReader {
    private var rest: Slice<UnsafeBufferPointer<UInt8>>

    init(_ text: UnsafeBufferPointer<UInt8>) { rest = text[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Reads one of several texts and gives its index.
    mutating func word(_ words: [StaticString]) -> Int? {
        for (index, word) in words.enumerated() {
            let bytes = UnsafeBufferPointer(
                start: word.utf8Start, count: word.utf8CodeUnitCount)
            if rest.starts(with: bytes) {
                rest = rest.dropFirst(bytes.count)
                return index
            }
        }
        return nil
    }

    mutating func number(_ width: Int) -> Int? {
        var value = 0
        for _ in 0..<width {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    mutating func fraction() -> Double? {
        var value = 0.0
        var scale = 0.1
        guard let first = digit() else { return nil }
        value = Double(first) * scale
        while let next = digit() {
            scale /= 10
            value += Double(next) * scale
        }
        return value
    }

    /// Seconds east of UTC.
    mutating func offset() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let sign: Int
        if skip("+") {
            sign = 1
        } else if skip("-") {
            sign = -1
        } else {
            return nil
        }
        guard let hours = number(2), skip(":"), let minutes = number(2), hours < 24, minutes < 60
        else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }

    private mutating func digit() -> Int? {
        guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
            return nil
        }
        rest = rest.dropFirst()
        return Int(byte - UInt8(ascii: "0"))
    }
}
