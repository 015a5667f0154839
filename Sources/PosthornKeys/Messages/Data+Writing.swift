import FoundationEssentials

extension Data {
    /// Appends the UTF-8 bytes of a text.
    ///
    /// `append(contentsOf:)` checks the kind of the sequence on each call, which costs more than copying a
    /// short field.
    package mutating func append(text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    package mutating func append(number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) {
            append($0.assumingMemoryBound(to: UInt8.self))
        }
    }
}
