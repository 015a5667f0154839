extension UInt8 {
    /// Whether the byte is an ASCII digit.
    package var isDigit: Bool { self >= 0x30 && self <= 0x39 }
    /// Whether the byte is an ASCII lowercase letter.
    var isLowercase: Bool { self >= 0x61 && self <= 0x7A }
    /// Whether the byte is an ASCII uppercase letter.
    var isUppercase: Bool { self >= 0x41 && self <= 0x5A }
    /// Whether the byte is an ASCII letter.
    package var isLetter: Bool { (self | 0x20).isLowercase }
    /// Whether the byte is a hexadecimal digit.
    var isHexadecimal: Bool { isDigit || (0x61...0x66).contains(self | 0x20) }
}

extension StringProtocol {
    /// Whether the text consists of ASCII digits and is not empty.
    package var isDigits: Bool { !isEmpty && utf8.allSatisfy(\.isDigit) }
}
