/// The value of a member that may be absent, `null` or present.
///
/// Use it where the three differ. In a partial update, for example, an absent member keeps the value and
/// `null` removes it.
@frozen
public enum FieldPresence<Value> {
    /// The member is absent.
    case absent
    /// The member is `null`.
    case null
    /// The member has a value.
    case value(Value)

    /// The value.
    ///
    /// `nil` if the member is absent or `null`.
    @inlinable
    public var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// Whether the member is absent.
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

extension FieldPresence: Equatable where Value: Equatable {}
extension FieldPresence: Hashable where Value: Hashable {}
extension FieldPresence: Sendable where Value: Sendable {}
