/// A documented failure of an endpoint.
public struct ErrorSpec: Sendable {
    /// The responses that the failure matches.
    public var condition: Condition
    /// The place of the condition.
    public var mark: SourceMark
    /// The type of the response body or of its envelope's payload.
    ///
    /// `nil` if the body is not decoded.
    public var type: TypeExpression?
    /// The place of the type, or of the condition if there is no type.
    public var typeMark: SourceMark
    /// The name of the generated case, without backticks.
    public var name: String
    /// The documentation, or `nil` if the spec has none.
    public var doc: String?

    /// A condition on a response.
    ///
    /// If several conditions match a response, the order of the cases decides: codes first, `others` last.
    public enum Condition: Hashable, Comparable, Sendable {
        /// The envelope has this code.
        case code(EnvelopeSpec.Code)
        /// The response has this status.
        case exact(Int)
        /// The status is in a class, such as 4 for `4xx`.
        case hundred(Int)
        /// No other condition matches.
        case others

        /// The condition as a spec writes it.
        public var text: String {
            switch self {
            case .code(let code): "code \(code.text)"
            case .exact(let status): String(status)
            case .hundred(let first): "\(first)xx"
            case .others: "default"
            }
        }
    }
}
