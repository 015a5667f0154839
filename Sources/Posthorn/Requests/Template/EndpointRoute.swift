/// The method and the path template that all calls of an endpoint share.
///
/// Generated requests have a constant whose path is already parsed:
///
/// ```swift
/// static let route = EndpointRoute(.get, "/orders/{id}", "/orders/", .value("id"))
/// ```
///
/// In your own requests the template is enough: `EndpointRoute(.get, "/orders/{id}")`.
public struct EndpointRoute: Sendable {
    /// The method.
    public let method: HTTPRequest.Method
    /// The path template.
    ///
    /// It contains no values of a call and can therefore appear in logs, metrics and traces.
    public let path: String
    /// The parsed path, or the error of an invalid template.
    let parts: Result<[URITemplate.Part], any Error>

    /// A literal text or a placeholder of a path.
    public struct Part: Sendable, ExpressibleByStringLiteral {
        let part: URITemplate.Part

        /// Creates a literal text that is the same for all calls.
        public init(stringLiteral text: String) {
            part = .pathLiteral(text)
        }

        private init(_ part: URITemplate.Part) { self.part = part }

        /// Returns the placeholder `{id}` of a value, which is percent-encoded as one segment.
        public static func value(_ name: String) -> Part {
            Part(.expression(TemplateExpression(variables: [.init(name: name)])))
        }

        /// Returns another expression of RFC 6570.
        ///
        /// For example, `expression("?", "page", "tags*")` is `{?page,tags*}`.
        /// - Parameters:
        ///   - operation: The operator after the opening brace; a space for none.
        ///   - variables: The names, with a suffix such as `*` or `:3` where the expression has one.
        public static func expression(_ operation: Character, _ variables: String...) -> Part {
            let variables = variables.map { text in
                let name = text.prefix { $0 != "*" && $0 != ":" }
                return TemplateExpression.Variable(
                    name: String(name), isExploded: text.hasSuffix("*"),
                    prefix: Int(text.dropFirst(name.count + 1)))
            }
            return Part(
                .expression(
                    TemplateExpression(
                        operation: .init(rawValue: operation) ?? .none, variables: variables)))
        }
    }

    /// Creates a route from a template, which is parsed immediately.
    ///
    /// An invalid template fails the calls that use it.
    public init(_ method: HTTPRequest.Method, _ path: String) {
        self.method = method
        self.path = path
        parts = Result { try URITemplate.parts(of: PathTemplate.rooted(path), isPath: true) }
    }

    /// Creates a route from a template and its parts.
    public init(_ method: HTTPRequest.Method, _ path: String, _ parts: Part...) {
        self.method = method
        self.path = path
        self.parts = .success(parts.map(\.part))
    }
}

extension EndpointRoute: CustomStringConvertible {
    /// Method and template, such as `GET /orders/{id}`.
    public var description: String { "\(method.rawValue) \(path)" }
}
