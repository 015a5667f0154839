/// The decoded body of a documented failure, together with the error of its call.
///
/// Members of the body are available directly: write `problem.message` in `catch .outOfStock(let problem)`.
/// ``value`` is the whole body. ``apiError`` contains the response with its status, header fields and bytes.
/// If the body has a member named `value`, `apiError` or `description`, read it through ``value``.
@dynamicMemberLookup
public struct Documented<Value: Sendable>: Sendable {
    /// The decoded body.
    public let value: Value
    /// The error of the call, with the status as its code.
    public let apiError: APIError

    /// Creates the content of a documented failure, for tests of code that handles it.
    public init(_ value: Value, apiError: APIError) {
        self.value = value
        self.apiError = apiError
    }

    /// Returns a member of the body.
    public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member {
        value[keyPath: member]
    }
}

extension Documented where Value: Equatable {
    /// Returns whether the body equals a value.
    public static func == (failure: Documented, value: Value) -> Bool { failure.value == value }

    /// Returns whether the body equals a value, for patterns such as `case .status418(["a"])`.
    public static func ~= (value: Value, failure: Documented) -> Bool { failure.value == value }
}

extension Documented: RedactedStringConvertible {
    /// The description of ``apiError``, without the body.
    public var description: String { apiError.description }
}
