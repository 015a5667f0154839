public import FoundationEssentials

/// A value that can stand in a path, a query or a header field.
///
/// `String`, the numbers, `Bool`, `Date`, `UUID`, `URL` and every ``OpenEnum`` conform. What the
/// text may contain is checked and percent-encoded by the builder, never here.
public protocol ParameterValue: Sendable {
    /// The value as text, not yet encoded.
    /// - Throws: an ``APIError/Cause`` when there is no text for it, such as for a number that is not
    ///   finite.
    func parameterText() throws -> String
}

extension String: ParameterValue {
    /// The string itself.
    public func parameterText() throws -> String { self }
}

extension Bool: ParameterValue {
    /// `true` or `false`.
    public func parameterText() throws -> String { self ? "true" : "false" }
}

extension Int: ParameterValue {
    /// Decimal digits.
    public func parameterText() throws -> String { String(self) }
}

extension Int32: ParameterValue {
    /// Decimal digits.
    public func parameterText() throws -> String { String(self) }
}

extension Int64: ParameterValue {
    /// Decimal digits.
    public func parameterText() throws -> String { String(self) }
}

extension Double: ParameterValue {
    /// The shortest decimal text that gives the same value.
    public func parameterText() throws -> String { try finiteText(self, isFinite) }
}

extension Float: ParameterValue {
    /// The shortest decimal text that gives the same value.
    public func parameterText() throws -> String { try finiteText(self, isFinite) }
}

extension Decimal: ParameterValue {
    /// The exact decimal text.
    public func parameterText() throws -> String { try finiteText(self, isFinite) }
}

extension UUID: ParameterValue {
    /// The form of RFC 9562 in lower case.
    public func parameterText() throws -> String { UUIDText.text(of: self) }
}

extension URL: ParameterValue {
    /// The absolute URL.
    public func parameterText() throws -> String { try sentText() }
}

extension Data: ParameterValue {
    /// Base64.
    public func parameterText() throws -> String { base64EncodedString() }
}

extension Date: ParameterValue {
    /// The date in the form of RFC 3339, in UTC.
    public func parameterText() throws -> String { try InternetDate.text(for: self) }
}

private func finiteText(_ value: some CustomStringConvertible, _ isFinite: Bool) throws -> String {
    guard isFinite else {
        throw APIError.Cause(
            .invalidParameter, "the number \(value) is not finite", advice: "send a finite number")
    }
    return value.description
}
