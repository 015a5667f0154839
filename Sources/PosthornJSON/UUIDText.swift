package import FoundationEssentials

/// The text form of RFC 9562; parsed without a `String`.
package enum UUIDText {
    static func uuid(from text: UnsafeBufferPointer<UInt8>) -> UUID? {
        guard text.count == 36 else { return nil }
        var uuid = zero
        let values = values
        let isComplete = withUnsafeMutableBytes(of: &uuid) { bytes in
            var index = 0
            for target in 0..<16 {
                if target == 4 || target == 6 || target == 8 || target == 10 {
                    guard text[index] == UInt8(ascii: "-") else { return false }
                    index += 1
                }
                let high = values[Int(text[index])]
                let low = values[Int(text[index + 1])]
                guard high | low < 16 else { return false }
                bytes[target] = high << 4 | low
                index += 2
            }
            return true
        }
        return isComplete ? UUID(uuid: uuid) : nil
    }

    /// Returns the text in lower case, as RFC 4122, section 3, specified; parsers accept either case.
    package static func text(of uuid: UUID) -> String {
        withUnsafeBytes(of: uuid.uuid) { bytes in
            String(unsafeUninitializedCapacity: 36) { text in
                var index = 0
                for (place, byte) in bytes.enumerated() {
                    if place == 4 || place == 6 || place == 8 || place == 10 {
                        text[index] = UInt8(ascii: "-")
                        index += 1
                    }
                    text[index] = JSONWriter.hexadecimal(byte >> 4)
                    text[index + 1] = JSONWriter.hexadecimal(byte & 0xf)
                    index += 2
                }
                return index
            }
        }
    }

    /// The value of each byte as a hexadecimal digit; 255 if it is not one.
    private static let values: [UInt8] = (0...255).map { HexDigit.value(of: $0) ?? 255 }

    private static var zero: uuid_t { (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) }
}
