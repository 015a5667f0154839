/// An enum with integer raw values that preserves values its spec does not list.
///
/// A new value on the server therefore does not break existing clients. It is encoded and decoded as its raw
/// value.
public protocol OpenIntEnum: RawRepresentable, JSONReadable, JSONWritable, Codable, Hashable,
    ParameterValue, HeaderValue
where RawValue == Int {
    /// The values that the spec lists, in its order; the counterpart of `allCases`.
    static var knownCases: [Self] { get }

    /// Creates the case for a raw value, or the case for unknown values.
    init(rawValue: Int)
}

extension OpenIntEnum {
    /// Reads any integer in the range of `Int`.
    public init(json: inout JSONReader) throws {
        self.init(rawValue: try json.withoutNumberForms { try Int(json: &$0) })
    }

    /// Writes the raw value.
    public func write(json: inout JSONWriter) throws { try rawValue.write(json: &json) }

    /// Returns the raw value as text.
    public func parameterText() throws -> String { try rawValue.parameterText() }
}
