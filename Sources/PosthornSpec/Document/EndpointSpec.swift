/// A call that the service offers.
public struct EndpointSpec: Sendable {
    /// The HTTP methods that a spec can name.
    public enum Method: String, CaseIterable, Sendable {
        /// The method GET (RFC 9110, section 9.3.1).
        case get = "GET"
        /// The method POST (RFC 9110, section 9.3.3).
        case post = "POST"
        /// The method PUT (RFC 9110, section 9.3.4).
        case put = "PUT"
        /// The method PATCH (RFC 5789).
        case patch = "PATCH"
        /// The method DELETE (RFC 9110, section 9.3.5).
        case delete = "DELETE"
        /// The method HEAD (RFC 9110, section 9.3.2).
        case head = "HEAD"
        /// The method OPTIONS (RFC 9110, section 9.3.7).
        case options = "OPTIONS"
    }

    /// The name of the generated method, without backticks.
    public var name: String
    /// The place of the name.
    public var mark: SourceMark
    /// The documentation, or `nil` if the spec has none.
    public var doc: String?
    /// The HTTP method.
    public var method: Method
    /// The path, with `{name}` for each parameter.
    public var path: String
    /// The parameters in the order path, query, header fields, cookies, body.
    public var parameters: [ParameterSpec] = []
    /// The types whose fields the body includes.
    public var included: [TypeName] = []
    /// What the call returns.
    public var answer = ReturnsSpec.nothing
    /// Whether the reader understood what the call returns.
    var isAnswerKnown = true
    /// The place of the returned type.
    public var returnsMark: SourceMark = .start
    /// The documented failures.
    public var errors: [ErrorSpec] = []
    /// The names of the ciphers that seal the body, in the order of sealing.
    ///
    /// An empty array means no cipher, and `nil` the default of the client.
    public var ciphers: [String]?
    /// The place of the cipher.
    public var cipherMark: SourceMark = .start
    /// The name of the response policy, or `nil` for that of the service.
    public var response: String?
    /// The place of the response policy.
    public var responseMark: SourceMark = .start
    /// The pagination of the returned list, or `nil` for none.
    public var pages: PagesSpec?
    /// The rules for the call, such as its timeout and its credential.
    public var rules = RulesSpec()
}

extension EndpointSpec {
    /// The returned type, or `nil` unless the call returns a single value.
    public var returns: TypeExpression? {
        if case .value(let type) = answer { type } else { nil }
    }

    /// The types of the documented failures, with their places.
    var errorTypes: [(type: TypeExpression, mark: SourceMark)] {
        errors.compactMap { error in error.type.map { ($0, error.typeMark) } }
    }

    /// The header fields that the call returns.
    public var returnedHeaders: [FieldSpec] {
        if case .headers(_, let fields) = answer { fields } else { [] }
    }
}
