/// An enum of strings or numbers that allows only the values of its spec.
///
/// A response with another value fails to decode.
public protocol ClosedEnum: RawRepresentable, JSONReadable, JSONWritable, Codable, Hashable,
    CaseIterable, ParameterValue, HeaderValue
where RawValue: JSONReadable & JSONWritable & ParameterValue & HeaderValue & Hashable {}

extension ClosedEnum {
    /// Reads one of the values.
    ///
    /// - Throws: A ``JSONError`` for any other value.
    @inlinable
    public init(json: inout JSONReader) throws {
        let rawValue = try json.withoutNumberForms { try RawValue(json: &$0) }
        guard let value = Self(rawValue: rawValue) else {
            throw json.unexpected(Self.expectation)
        }
        self = value
    }

    /// The values, for error messages.
    @usableFromInline static var expectation: String {
        let shown = 12
        let values = allCases.prefix(shown).map { "\($0.rawValue)" }
        return "one of " + values.joined(separator: " | ") + (allCases.count > shown ? " | …" : "")
    }

    /// Writes the raw value.
    @inlinable
    public func write(json: inout JSONWriter) throws { try rawValue.write(json: &json) }

    /// Returns the raw value as text.
    public func parameterText() throws -> String { try rawValue.parameterText() }
}

extension ClosedEnum where RawValue == Double {
    /// Returns the raw value as JSON has it: `1` and not `1.0`.
    public func parameterText() throws -> String {
        try APIError.Cause.ofWriting {
            String(decoding: try JSONWriter.bytes(of: rawValue), as: UTF8.self)
        }
    }
}
