/// An enum over strings or whole numbers that has no value but those of its spec; a response with
/// another one fails to decode.
public protocol ClosedEnum: RawRepresentable, JSONReadable, JSONWritable, Codable, Hashable,
    CaseIterable, ParameterValue, HeaderValue
where RawValue: JSONReadable & JSONWritable & ParameterValue & HeaderValue & Hashable {}

extension ClosedEnum {
    /// Reads one of the values.
    @inlinable
    public init(json: inout JSONReader) throws {
        guard let value = Self(rawValue: try RawValue(json: &json)) else {
            throw json.unexpected("one of the values of \(Self.self)")
        }
        self = value
    }

    /// Writes the raw value.
    @inlinable
    public func write(json: inout JSONWriter) throws { try rawValue.write(json: &json) }

    /// The raw value.
    public func parameterText() throws -> String { try rawValue.parameterText() }
}
