public import FoundationEssentials

/// A value that can be read from a header field of a response.
public protocol HeaderValue: Sendable {
    /// Reads the value; `nil` if the text is not a value of this type.
    init?(headerText: String)
}

extension HeaderValue where Self: LosslessStringConvertible {
    /// Reads the text that the type's description would produce.
    public init?(headerText: String) { self.init(headerText) }
}

extension String: HeaderValue {}
extension Bool: HeaderValue {}
extension Int: HeaderValue {}
extension Int32: HeaderValue {}
extension Int64: HeaderValue {}
extension UInt64: HeaderValue {}

extension Double: HeaderValue {
    /// Reads a number as in JSON, perhaps with a plus sign.
    @_spi(Generated) public init?(headerText: String) {
        guard let number: Double = number(in: headerText) else { return nil }
        self = number
    }
}

extension Float: HeaderValue {
    /// Reads a number as in JSON, perhaps with a plus sign.
    @_spi(Generated) public init?(headerText: String) {
        guard let number: Float = number(in: headerText) else { return nil }
        self = number
    }
}

extension Decimal: HeaderValue {
    /// Reads a number as in JSON, perhaps with a plus sign; `nil` if it has more than 38 digits.
    @_spi(Generated) public init?(headerText: String) {
        guard let number: Decimal = number(in: headerText) else { return nil }
        self = number
    }
}

/// Returns the number in the text of a header field; `nil` if it is not a number.
///
/// The initializers of Swift and Foundation accept `nan`, `0x10` and text after a number, and round.
private func number<Number: JSONReadable>(in text: String) -> Number? {
    var digits = text
    if digits.hasPrefix("+"), !digits.hasPrefix("+-") { digits.removeFirst() }
    guard digits.utf8.allSatisfy({ $0 > UInt8(ascii: " ") }) else { return nil }
    return digits.withUTF8 { try? JSONReader.read(Number.self, from: $0) }
}

extension UUID: HeaderValue {
    /// Reads the form of RFC 9562.
    @_spi(Generated) public init?(headerText: String) { self.init(uuidString: headerText) }
}

extension URL: HeaderValue {
    /// Reads a URL, absolute or relative.
    @_spi(Generated) public init?(headerText: String) { self.init(string: headerText) }
}

extension Date: HeaderValue {
    /// Reads a date in the format of RFC 3339.
    @_spi(Generated) public init?(headerText: String) {
        guard let date = InternetDate.date(from: headerText) else { return nil }
        self = date
    }
}

extension ClosedEnum {
    /// Reads one of the raw values.
    public init?(headerText: String) {
        guard let value = RawValue(headerText: headerText) else { return nil }
        self.init(rawValue: value)
    }
}

extension OpenEnum {
    /// Reads the raw value.
    public init?(headerText: String) {
        guard let value = RawValue(headerText: headerText) else { return nil }
        self.init(rawValue: value)
    }
}
