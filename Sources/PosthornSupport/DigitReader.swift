/// Reads the fixed-width numbers of a date.
struct DigitReader {
    private let text: UnsafeBufferPointer<UInt8>
    private var index = 0

    init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    var isAtEnd: Bool { index == text.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard index < text.count, text[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// Reads one of several words and returns its index.
    mutating func word(_ words: [StaticString]) -> Int? {
        for (number, word) in words.enumerated() {
            let bytes = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
            if text[index...].starts(with: bytes) {
                index += bytes.count
                return number
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

    /// Reads a time zone offset, in seconds east of UTC.
    mutating func offset(allowsBasic: Bool = false) -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let sign: Int
        if skip("+") {
            sign = 1
        } else if skip("-") {
            sign = -1
        } else {
            return nil
        }
        guard let hours = number(2) else { return nil }
        // `+02` has no minutes.
        let isShort = allowsBasic && isAtEnd
        guard isShort || skip(":") || allowsBasic, let minutes = isShort ? 0 : number(2),
            hours < 24, minutes < 60
        else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }

    private mutating func digit() -> Int? {
        guard index < text.count else { return nil }
        let digit = text[index] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        index += 1
        return Int(digit)
    }
}
