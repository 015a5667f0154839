/// A type of its own around one value, which stands for it on the wire: an `OrderID` is a string
/// there and can't be taken for another string in Swift.
public protocol JSONWrapper: JSONModel {
    /// What it wraps.
    associatedtype Wrapped: JSONReadable, JSONWritable

    /// The value.
    var value: Wrapped { get }

    /// Wraps a value.
    init(_ value: Wrapped)
}

extension JSONWrapper {
    /// Reads the value.
    public init(json: inout JSONReader) throws { self.init(try Wrapped(json: &json)) }

    /// Writes the value.
    public func write(json: inout JSONWriter) throws { try value.write(json: &json) }
}

extension JSONWrapper where Wrapped: ParameterValue {
    /// The text of the value.
    public func parameterText() throws -> String { try value.parameterText() }
}
