/// A distinct type around a value, with the JSON of that value.
///
/// For example, an `OrderID` is a string on the wire, but a separate type in Swift.
public protocol JSONWrapper: JSONModel {
    /// The type of the wrapped value.
    associatedtype Wrapped: JSONReadable, JSONWritable

    /// The wrapped value.
    var value: Wrapped { get }

    /// Creates a wrapper around a value.
    init(_ value: Wrapped)
}

extension JSONWrapper {
    /// Reads the wrapped value.
    public init(json: inout JSONReader) throws { self.init(try Wrapped(json: &json)) }

    /// Writes the wrapped value.
    public func write(json: inout JSONWriter) throws { try value.write(json: &json) }
}

extension JSONWrapper where Wrapped: ParameterValue {
    /// Returns the text of the wrapped value.
    public func parameterText() throws -> String { try value.parameterText() }
}
