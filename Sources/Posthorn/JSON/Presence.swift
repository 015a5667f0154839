/// A member that may be left out, be `null`, or have a value, where the three mean different
/// things: in a partial update, nothing keeps the value and `null` removes it.
@frozen
public enum Presence<Value> {
    /// The member is not there.
    case absent
    /// The member is `null`.
    case null
    /// The member has a value.
    case value(Value)

    /// The value.
    ///
    /// `nil` if there is none, for either reason.
    @inlinable
    public var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// Whether the member is not there.
    @inlinable
    public var isAbsent: Bool {
        if case .absent = self { true } else { false }
    }

    /// Whether the member is `null`.
    @inlinable
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

extension Presence: Equatable where Value: Equatable {}
extension Presence: Hashable where Value: Hashable {}
extension Presence: Sendable where Value: Sendable {}
