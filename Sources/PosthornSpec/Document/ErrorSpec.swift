/// A documented failure of an endpoint.
public struct ErrorSpec: Sendable {
    /// Which responses it stands for.
    public var condition: Condition
    /// Where that is written.
    public var mark: SourceMark
    /// What the body of the response says, or the payload of its envelope; nothing if it is not read.
    public var type: TypeExpression?
    /// Where the type is written; where the condition is, if there is none.
    public var typeMark: SourceMark
    /// The name of the case, without backticks.
    public var name: String
    /// What the failure means.
    public var doc: String?

    /// What an error is named by; the first of these that fits a response is the one.
    public enum Condition: Hashable, Comparable, Sendable {
        /// The code of the envelope.
        case code(EnvelopeSpec.Code)
        /// One status.
        case exact(Int)
        /// A hundred of statuses: 4 for `4xx`.
        case hundred(Int)
        /// All that no other fits.
        case others

        /// The text of a spec that says it.
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
