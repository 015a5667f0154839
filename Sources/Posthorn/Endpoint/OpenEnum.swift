/// An enum over strings that keeps a value which its spec does not list, so that a new value at
/// the server breaks no client.
///
/// Encodes and decodes as its raw value.
public protocol OpenEnum: RawRepresentable, Codable, Hashable, ParameterValue, HeaderValue
where RawValue == String {
    /// Creates the case for a raw value, or the one for unknown values.
    init(rawValue: String)
}

extension OpenEnum {
    /// The raw value.
    public func parameterText() throws -> String { rawValue }
}
