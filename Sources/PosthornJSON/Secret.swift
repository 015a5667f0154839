internal import PosthornSupport

/// Stores a property's value so that `print`, `dump`, `Mirror` and the debugger's output do not show it.
///
/// The generator adds it to a member that a spec marks as `secret`. Your code reads and changes the property
/// like any other. Copies share the stored value; changing one copy does not change the others.
@propertyWrapper
public struct Secret<Value> {
    @Boxed private var value: Value

    /// Stores a value.
    public init(wrappedValue: Value) { _value = Boxed(wrappedValue: wrappedValue) }

    /// The value.
    public var wrappedValue: Value {
        get { value }
        _modify { yield &value }
    }
}

extension Secret: Sendable where Value: Sendable {}

extension Secret: Equatable where Value: Equatable {
    /// Returns whether the stored values are equal.
    public static func == (left: Secret, right: Secret) -> Bool { left.value == right.value }
}

extension Secret: Hashable where Value: Hashable {
    /// Hashes the stored value.
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A text without the value: `•••`.
    public var description: String { JSONWriter.hiddenText }

    /// The same text as ``description``, because debug output may be logged.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(hiding: self) }
}
