/// The decoded body of a documented failure, with the error of its call.
///
/// The members of the body are read as if they were its own: `problem.message` for
/// `catch .outOfStock(let problem)`. ``value`` is the body as a whole, and ``apiError`` has the
/// response: status, header fields and bytes. A member of the body that is named as one of these, or
/// `description`, is read by ``value``.
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

    /// A member of the body.
    public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member {
        value[keyPath: member]
    }
}

extension Documented where Value: Equatable {
    /// Whether the body is a value.
    public static func == (failure: Documented, value: Value) -> Bool { failure.value == value }

    /// Whether the body is a value, for patterns such as `case .status418(["a"])`.
    public static func ~= (value: Value, failure: Documented) -> Bool { failure.value == value }
}

extension Documented: RedactedStringConvertible {
    /// The description of ``apiError``, without the body.
    public var description: String { apiError.description }
}
