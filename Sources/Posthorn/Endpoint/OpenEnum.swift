/// An enum over strings that keeps a value which its spec does not list, so that a new value at
/// the server breaks no client.
///
/// Encodes and decodes as its raw value.
public protocol OpenEnum: RawRepresentable, JSONReadable, JSONWritable, Codable, Hashable,
    ParameterValue, HeaderValue
where RawValue == String {
    /// Creates the case for a raw value, or the one for unknown values.
    init(rawValue: String)
}

extension OpenEnum {
    /// Reads any string.
    public init(json: inout JSONReader) throws { self.init(rawValue: try json.readString()) }

    /// Writes the raw value.
    public func write(json: inout JSONWriter) throws { json.writeString(rawValue) }

    /// The raw value.
    public func parameterText() throws -> String { rawValue }
}
