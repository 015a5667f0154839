/// A value that is kept elsewhere, so that a type can contain itself.
public final class Indirect<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value

    /// Keeps a value.
    public init(_ value: Value) { self.value = value }

    /// Keeps a value, if there is one.
    public static func box(_ value: Value?) -> Indirect? { value.map(Indirect.init) }
}
