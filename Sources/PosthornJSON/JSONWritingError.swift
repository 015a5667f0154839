/// A value that JSON can't represent, or that a spec does not allow.
///
/// A call throws it as an `APIError` with the same message.
public struct JSONWritingError: Error, Sendable {
    /// The kind of the problem.
    public enum Reason: String, Hashable, Sendable {
        /// JSON can't represent the value, such as a number that is not finite.
        case unwritable
        /// The format of the value can't represent it, or it is outside the limits of the spec.
        case invalid
    }

    /// The kind of the problem.
    public internal(set) var reason: Reason
    /// The path of the value and the cause in one sentence, without the value.
    public internal(set) var message: String
    /// A suggestion for resolving the problem.
    public let advice: String
    /// The error that the type's own `Encodable` threw.
    ///
    /// `nil` if there is none.
    public let underlying: (any Error)?

    init(
        _ reason: Reason, _ message: String, advice: String, underlying: (any Error)? = nil
    ) {
        self.reason = reason
        self.message = message
        self.advice = advice
        self.underlying = underlying
    }
}

extension JSONWritingError: ExplainedError, CustomStringConvertible {
    /// The message and the advice on one line.
    public var description: String { "\(message); \(advice)" }
}
