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
extension Double: HeaderValue {}
extension Float: HeaderValue {}

extension Decimal: HeaderValue {
    /// Reads a decimal number.
    public init?(headerText: String) {
        // Foundation accepts a number that is followed by other text.
        guard headerText.wholeMatch(of: /[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)/) != nil else {
            return nil
        }
        self.init(string: headerText)
    }
}

extension UUID: HeaderValue {
    /// Reads the form of RFC 9562.
    public init?(headerText: String) { self.init(uuidString: headerText) }
}

extension URL: HeaderValue {
    /// Reads a URL, absolute or relative.
    public init?(headerText: String) { self.init(string: headerText) }
}

extension Date: HeaderValue {
    /// Reads a date in the format of RFC 3339.
    public init?(headerText: String) {
        guard let date = InternetDate.date(from: headerText) else { return nil }
        self = date
    }
}

extension OpenIntEnum {
    /// Reads the raw value.
    public init?(headerText: String) {
        guard let number = Int(headerText) else { return nil }
        self.init(rawValue: number)
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
    public init?(headerText: String) { self.init(rawValue: headerText) }
}
