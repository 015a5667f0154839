/// An enum with string raw values that preserves values its spec does not list.
///
/// A new value on the server therefore does not break existing clients. It is encoded and decoded as its raw
/// value.
public protocol OpenEnum: RawRepresentable, JSONReadable, JSONWritable, Codable, Hashable,
    ParameterValue, HeaderValue
where RawValue == String {
    /// The values that the spec lists, in its order; the counterpart of `allCases`.
    static var knownCases: [Self] { get }

    /// Creates the case for a raw value, or the case for unknown values.
    init(rawValue: String)
}

extension OpenEnum {
    /// Reads any string.
    public init(json: inout JSONReader) throws { self.init(rawValue: try json.readString()) }

    /// Writes the raw value.
    public func write(json: inout JSONWriter) throws { json.writeString(rawValue) }

    /// Returns the raw value.
    public func parameterText() throws -> String { rawValue }
}
