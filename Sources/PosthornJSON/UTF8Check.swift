/// Detects invalid UTF-8 (RFC 3629): overlong forms, surrogates and values beyond U+10FFFF.
package enum UTF8Check {
    /// Returns the index of the first invalid sequence; `nil` if there is none.
    package static func firstInvalid(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var index = 0
        while index < bytes.count {
            let first = bytes[index]
            if first < 0x80 {
                index += 1
                continue
            }
            let length: Int
            var second: ClosedRange<UInt8> = 0x80...0xbf
            switch first {
            case 0xc2...0xdf: length = 2
            case 0xe0...0xef:
                length = 3
                if first == 0xe0 { second = 0xa0...0xbf }
                if first == 0xed { second = 0x80...0x9f }
            case 0xf0...0xf4:
                length = 4
                if first == 0xf0 { second = 0x90...0xbf }
                if first == 0xf4 { second = 0x80...0x8f }
            default: return index
            }
            guard bytes.count - index >= length, second.contains(bytes[index + 1]) else {
                return index
            }
            for offset in 2..<max(2, length) {
                guard bytes[index + offset] & 0xc0 == 0x80 else { return index }
            }
            index += length
        }
        return nil
    }
}
