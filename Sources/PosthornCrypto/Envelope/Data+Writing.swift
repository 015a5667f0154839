import FoundationEssentials

extension Data {
    /// Appends the bytes of a text.
    ///
    /// From where they stand: `append(contentsOf:)` asks at each call what kind of sequence it has,
    /// which takes longer than to copy the few bytes of a field.
    mutating func append(text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// Appends a number of four bytes, the highest one first.
    mutating func append(number: UInt32) {
        Swift.withUnsafeBytes(of: number.bigEndian) {
            append($0.assumingMemoryBound(to: UInt8.self))
        }
    }
}
