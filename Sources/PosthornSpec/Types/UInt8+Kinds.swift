extension UInt8 {
    /// Whether it is a digit of ASCII.
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }
    /// Whether it is a small letter of ASCII.
    var isLowercase: Bool { self >= 0x61 && self <= 0x7A }
    /// Whether it is a capital of ASCII.
    var isUppercase: Bool { self >= 0x41 && self <= 0x5A }
    /// Whether it is a letter of ASCII.
    var isLetter: Bool { (self | 0x20).isLowercase }
    /// Whether it is a hexadecimal digit.
    var isHexadecimal: Bool { isDigit || (0x61...0x66).contains(self | 0x20) }
}

extension StringProtocol {
    /// Whether there is something, and nothing but digits of ASCII.
    var isDigits: Bool { !isEmpty && utf8.allSatisfy(\.isDigit) }
}
