public import FoundationEssentials

/// Defaults of the types that Swift has no literal of, for generated code.
///
/// The generator has checked the texts, and the compiler checks the numbers. In code that nobody generated
/// a text may be no value: the default is one that fails each request it is sent with.
public enum DefaultValue {
    /// The date that a text says.
    ///
    /// A text that is none gives a date that no request takes.
    /// - Parameter form: How it is written, as on the wire.
    public static func date(_ text: StaticString, _ form: DateForm = .rfc3339) -> Date {
        let date: Date? =
            switch form {
            case .rfc3339, .day, .http: text.withUTF8Buffer { form.date(from: $0) }
            case .unix: Double(text.description).map(Date.init(timeIntervalSince1970:))
            case .millis: Double(text.description).map { Date(timeIntervalSince1970: $0 / 1000) }
            }
        return date ?? Date(timeIntervalSince1970: .nan)
    }

    /// The number that a text says, to its last digit.
    ///
    /// A text that is none gives `NaN`, which no request takes, as a value or as a limit.
    public static func decimal(_ text: StaticString) -> Decimal {
        let number = text.withUTF8Buffer { bytes in
            try? JSON.read(bytes) { json in try json.readDecimal() }
        }
        return number ?? .nan
    }

    /// The identifier with these 128 bits, as in `0x6b1f8f1e_0d3c_4a55_9d52_0a4f4c1f2b3e`.
    public static func uuid(_ bits: UInt128) -> UUID {
        withUnsafeBytes(of: bits.bigEndian) { UUID(uuid: $0.load(as: uuid_t.self)) }
    }

    /// The URL that a text is.
    ///
    /// A text that is none gives `about:invalid`, which no request takes.
    public static func url(_ text: StaticString) -> URL {
        URL(string: text.description) ?? .invalid
    }

    /// The last bytes of a number, as in `0x0aff, count: 2`.
    public static func data(_ bits: StaticBigInt, count: Int) -> Data {
        let width = UInt.bitWidth / 8
        return Data(
            (0..<max(0, count)).reversed().map { place in
                UInt8(truncatingIfNeeded: bits[place / width] >> (place % width * 8))
            })
    }
}

extension URL {
    /// The URL that stands for none (CSS Values and Units 4, section 4.5.4).
    fileprivate static let invalid = URL(string: "about:invalid") ?? URL(filePath: "/")

    /// The text that is sent.
    /// - Throws: an ``APIError/Cause`` if it stands for no URL.
    func sentText() throws -> String {
        let text = absoluteString
        guard text != "about:invalid" else {
            throw APIError.Cause(
                .invalidParameter, "the URL about:invalid stands for none",
                advice: "send another URL; if it is a default, correct its text")
        }
        return text
    }
}
