/// An enum over whole numbers that keeps a value which its spec does not list, so that a new value
/// at the server breaks no client.
///
/// Encodes and decodes as its raw value.
public protocol OpenIntEnum: RawRepresentable, JSONReadable, JSONWritable, Codable, Hashable,
    ParameterValue, HeaderValue
where RawValue == Int {
    /// Creates the case for a raw value, or the one for unknown values.
    init(rawValue: Int)
}

extension OpenIntEnum {
    /// Reads any whole number.
    public init(json: inout JSONReader) throws { self.init(rawValue: try Int(json: &json)) }

    /// Writes the raw value.
    public func write(json: inout JSONWriter) throws { try rawValue.write(json: &json) }

    /// The raw value.
    public func parameterText() throws -> String { try rawValue.parameterText() }
}
