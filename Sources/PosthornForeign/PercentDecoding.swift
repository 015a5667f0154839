extension StringProtocol {
    /// Returns the text without percent-encoding; what is no valid code stays.
    package func percentDecoded(plusIsSpace: Bool = false) -> String {
        guard utf8.contains(where: { $0 == 0x25 || $0 == 0x2B && plusIsSpace }) else {
            return String(self)
        }
        let bytes = Array(utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x25, index + 2 < bytes.count, let high = bytes[index + 1].digit,
                let low = bytes[index + 2].digit
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index] == 0x2B && plusIsSpace ? 0x20 : bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit.
    fileprivate var digit: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }
}
