/// A call that the service offers.
public struct EndpointSpec: Sendable {
    /// An HTTP method that a spec can name.
    public enum Method: String, CaseIterable, Sendable {
        /// Reads.
        case get = "GET"
        /// Creates, or whatever else.
        case post = "POST"
        /// Replaces.
        case put = "PUT"
        /// Changes in part.
        case patch = "PATCH"
        /// Removes.
        case delete = "DELETE"
        /// Reads without the body.
        case head = "HEAD"
        /// Asks what is allowed.
        case options = "OPTIONS"
    }

    /// The name of the generated method, without backticks.
    public var name: String
    /// Where the name is written.
    public var mark: SourceMark
    /// What it does.
    public var doc: String?
    /// The HTTP method.
    public var method: Method
    /// The path, with `{name}` for its parameters.
    public var path: String
    /// What the caller gives: path, query, headers, body, in this order.
    public var parameters: [ParameterSpec] = []
    /// The types whose fields are among those of the body.
    public var included: [TypeName] = []
    /// What it returns.
    public var answer = ReturnsSpec.nothing
    /// Whether what it returns could be read.
    var isAnswerKnown = true
    /// Where the type that it returns is written.
    public var returnsMark: SourceMark = .start
    /// The failures that are documented.
    public var errors: [ErrorSpec] = []
    /// The names of the service's ciphers that seal the body, the first one first: none for not at all,
    /// `nil` for the client's.
    public var ciphers: [String]?
    /// Where the cipher is written.
    public var cipherMark: SourceMark = .start
    /// The word for the response policy, if it is not the service's.
    public var response: String?
    /// Where the response policy is written.
    public var responseMark: SourceMark = .start
    /// How the pages of the list that it returns follow each other.
    public var pages: PagesSpec?
    /// How the call behaves.
    public var rules = RulesSpec()
}

extension EndpointSpec {
    /// The type that it returns, if it returns one value and nothing else.
    public var returns: TypeExpression? {
        if case .value(let type) = answer { type } else { nil }
    }

    /// The types of its errors, with where they are written.
    var errorTypes: [(type: TypeExpression, mark: SourceMark)] {
        errors.compactMap { error in error.type.map { ($0, error.typeMark) } }
    }

    /// The header fields that it returns.
    public var returnedHeaders: [FieldSpec] {
        if case .headers(_, let fields) = answer { fields } else { [] }
    }
}
