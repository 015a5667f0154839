/// An enum with raw values, strings or numbers, that preserves values its spec does not list.
///
/// A new value on the server therefore does not break existing clients. It is encoded and decoded as its raw
/// value.
public protocol OpenEnum: RawRepresentable, JSONReadable, JSONWritable, Codable, Hashable,
    ParameterValue, HeaderValue
where RawValue: JSONReadable & JSONWritable & ParameterValue & HeaderValue & Hashable {
    /// The values that the spec lists, in its order; the counterpart of `allCases`.
    static var knownCases: [Self] { get }

    /// Creates the case for a raw value, or the case for unknown values.
    init(rawValue: RawValue)
}

extension OpenEnum {
    /// Reads any raw value.
    public init(json: inout JSONReader) throws {
        self.init(rawValue: try json.withoutNumberForms { try RawValue(json: &$0) })
    }

    /// Writes the raw value.
    public func write(json: inout JSONWriter) throws { try rawValue.write(json: &json) }

    /// Returns the raw value as text.
    public func parameterText() throws -> String { try rawValue.parameterText() }
}

extension OpenEnum where RawValue == Double {
    /// Returns the raw value as JSON has it: `1` and not `1.0`.
    public func parameterText() throws -> String {
        try APIError.Cause.ofWriting {
            String(decoding: try JSONWriter.bytes(of: rawValue), as: UTF8.self)
        }
    }
}
