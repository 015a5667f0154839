/// What all calls of an endpoint have in common: the method and the template of the path.
///
/// Generated requests have one as a constant whose path is taken apart already:
///
/// ```swift
/// static let route = EndpointRoute(.get, "/orders/{id}", "/orders/", .value("id"))
/// ```
///
/// In a request of your own the template is enough: `EndpointRoute(.get, "/orders/{id}")`.
public struct EndpointRoute: Sendable {
    /// The method.
    public let method: HTTPRequest.Method
    /// The path's template: no value of a call is in it, so that logs, metrics and traces may have it.
    public let path: String
    /// The path taken apart; throws what is wrong with it.
    let parts: Result<[URITemplate.Part], any Error>

    /// A text of a path, or a place of it.
    public struct Part: Sendable, ExpressibleByStringLiteral {
        let part: URITemplate.Part

        /// A text that is the same for all calls.
        public init(stringLiteral text: String) {
            part = .literal(PercentEncoding.encodeLiteralPath(text))
        }

        private init(_ part: URITemplate.Part) { self.part = part }

        /// The place of a value, `{id}`: one segment, percent-encoded.
        public static func value(_ name: String) -> Part {
            Part(.expression(TemplateExpression(variables: [.init(name: name)])))
        }

        /// Another expression of RFC 6570, such as `expression("?", "page", "tags*")` for `{?page,tags*}`.
        /// - Parameters:
        ///   - operation: The character after the brace; a space for none.
        ///   - variables: The names, with `*` or `:3` behind them where the expression has that.
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

    /// Creates a route from a template, which is parsed at once.
    ///
    /// A template that can't be parsed fails the calls that use it.
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
