public import FoundationEssentials

/// Default values of types without Swift literals, for generated code.
///
/// The generator validates the texts, and the compiler validates the numbers. In handwritten code, an invalid
/// text creates a value that fails every request in which it is sent.
public enum DefaultValue {
    /// Returns the date that a text represents.
    ///
    /// An invalid text returns a date that fails the request.
    /// - Parameters:
    ///   - text: The date.
    ///   - format: The format of the text, the same as on the wire.
    public static func date(_ text: StaticString, _ format: DateFormat = .rfc3339) -> Date {
        let date: Date? =
            switch format {
            case .unix, .millis: Double(text.description).map(format.date(ofNumber:))
            default: text.withUTF8Buffer { format.date(from: $0) }
            }
        return date ?? Date(timeIntervalSince1970: .nan)
    }

    /// Returns the number that a text represents, with all its digits.
    ///
    /// An invalid text returns `NaN`, which fails the request, as a value and as a limit.
    public static func decimal(_ text: StaticString) -> Decimal {
        let number = text.withUTF8Buffer { bytes in
            try? JSONReader.read(Decimal.self, from: bytes)
        }
        return number ?? .nan
    }

    /// Returns the UUID with these 128 bits, such as `0x6b1f8f1e_0d3c_4a55_9d52_0a4f4c1f2b3e`.
    public static func uuid(_ bits: UInt128) -> UUID {
        withUnsafeBytes(of: bits.bigEndian) { UUID(uuid: $0.load(as: uuid_t.self)) }
    }

    /// Returns the URL that a text represents.
    ///
    /// An invalid text returns `about:invalid`, which fails the request.
    public static func url(_ text: StaticString) -> URL {
        URL(string: text.description) ?? .invalid
    }

    /// Returns the low-order bytes of a number in big-endian order, such as `0x0aff, count: 2`.
    public static func data(_ bits: StaticBigInt, count: Int) -> Data {
        let width = UInt.bitWidth / 8
        return Data(
            (0..<max(0, count)).reversed().map { place in
                UInt8(truncatingIfNeeded: bits[place / width] >> (place % width * 8))
            })
    }
}
