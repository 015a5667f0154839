public import FoundationEssentials

/// A value that can be sent in a path, a query or a header field.
///
/// `String`, the numbers, `Bool`, `Date`, `UUID`, `URL`, `Data` and every ``OpenEnum`` conform. The request
/// builder validates and percent-encodes the text; conforming types do neither.
public protocol ParameterValue: Sendable {
    /// Returns the value as text that is not yet encoded.
    /// - Throws: an ``APIError/Cause`` if the value has no text form, such as a number that is not finite.
    func parameterText() throws -> String
}

extension String: ParameterValue {
    /// Returns the string itself.
    @_spi(Generated) public func parameterText() throws -> String { self }
}

extension Bool: ParameterValue {
    /// Returns `true` or `false`.
    @_spi(Generated) public func parameterText() throws -> String { self ? "true" : "false" }
}

extension Int: ParameterValue {
    /// Returns the decimal digits.
    @_spi(Generated) public func parameterText() throws -> String { String(self) }
}

extension Int32: ParameterValue {
    /// Returns the decimal digits.
    @_spi(Generated) public func parameterText() throws -> String { String(self) }
}

extension Int64: ParameterValue {
    /// Returns the decimal digits.
    @_spi(Generated) public func parameterText() throws -> String { String(self) }
}

extension UInt64: ParameterValue {
    /// Returns the decimal digits.
    @_spi(Generated) public func parameterText() throws -> String { String(self) }
}

extension Double: ParameterValue {
    /// Returns the shortest decimal text that reads back as the same value.
    /// - Throws: an ``APIError/Cause`` if the number is not finite.
    @_spi(Generated) public func parameterText() throws -> String { try finiteText(self, isFinite) }
}

extension Float: ParameterValue {
    /// Returns the shortest decimal text that reads back as the same value.
    /// - Throws: an ``APIError/Cause`` if the number is not finite.
    @_spi(Generated) public func parameterText() throws -> String { try finiteText(self, isFinite) }
}

extension Decimal: ParameterValue {
    /// Returns the exact decimal text.
    /// - Throws: an ``APIError/Cause`` if the number is not finite.
    @_spi(Generated) public func parameterText() throws -> String { try finiteText(self, isFinite) }
}

extension UUID: ParameterValue {
    /// Returns the form of RFC 9562 in lowercase.
    @_spi(Generated) public func parameterText() throws -> String { UUIDText.text(of: self) }
}

extension URL: ParameterValue {
    /// Returns the absolute URL.
    @_spi(Generated) public func parameterText() throws -> String {
        try APIError.Cause.ofWriting(sentText)
    }
}

extension Data: ParameterValue {
    /// Returns the bytes as Base64.
    @_spi(Generated) public func parameterText() throws -> String { base64EncodedString() }
}

extension Date: ParameterValue {
    /// Returns the date in the format of RFC 3339, in UTC.
    /// - Throws: an ``APIError/Cause`` if the year is outside 0 to 9999.
    @_spi(Generated) public func parameterText() throws -> String {
        try parameterText(as: .rfc3339)
    }
}

private func finiteText(_ value: some CustomStringConvertible, _ isFinite: Bool) throws -> String {
    guard isFinite else {
        throw APIError.Cause(
            .invalidParameter, "the number \(value) is not finite", advice: "send a finite number")
    }
    return value.description
}
