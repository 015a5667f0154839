internal import PosthornSpec

/// A Swift declaration of generated code.
struct Declaration {
    /// The part of a declaration after its name.
    enum Content {
        /// Nothing, in the one-line declaration of a stored property, a constant or an alias.
        case variable
        /// A computed value, `{ value }`.
        case getter(String)
        /// An initial value, ` = ` and a call.
        case value(Call)
        /// The associated values, with their labels; empty for none.
        case enumCase([String])
        /// The conformances and members of a struct, an enum, a class or an extension.
        case type(inherits: [String], [Declaration])
        /// The parameters, effects and body of a function.
        ///
        /// The parameters are `nil` for a computed property, which has no parentheses. The effects are the
        /// text between the parameters and the `{`, such as `async throws(APIError) -> Order`.
        case function([String]?, effects: String, [Statement])
        /// The parameters and effects of a protocol's function.
        case requirement([String], effects: String)
    }

    var doc: DocComment = []
    /// A line before the declaration, such as `@available(*, deprecated)`.
    var attribute: String?
    /// A modifier before the access level, such as `nonisolated(nonsending)`.
    var isolation: String?
    /// Whether to write the access level.
    var hasAccess = true
    /// The access level of the declaration and its members, or `nil` for that of the service.
    var access: AccessLevel?
    /// Whether only importers that opt in see the declaration.
    var isPreview = false
    /// The words before the name, such as `var`, `static let` or `struct`, and the name of a function.
    var introducer: String
    /// The name and the rest of the line, such as `total: Decimal` or `name = "createOrder"`.
    var name = ""
    var content: Content

    /// Whether the declaration has no body, so that a similar one can follow on the next line.
    var isLine: Bool {
        switch content {
        case .variable, .getter, .value, .enumCase: true
        case .type, .function, .requirement: false
        }
    }
}

extension Declaration {
    /// Creates a stored property, a constant or a type alias, which take one line.
    static func variable(
        _ introducer: String, _ name: String, doc: DocComment = []
    ) -> Declaration {
        Declaration(doc: doc, introducer: introducer, name: name, content: .variable)
    }

    static func alias(_ name: String, of type: String, doc: DocComment = []) -> Declaration {
        variable("typealias", "\(name) = \(type)", doc: doc)
    }

    static func enumCase(
        _ text: String, values: [String] = [], doc: DocComment = []
    ) -> Declaration {
        Declaration(
            doc: doc, hasAccess: false, introducer: "case", name: text, content: .enumCase(values))
    }

    /// Creates a function, an initializer or a computed property.
    static func function(
        _ introducer: String, _ parameters: [String]?, effects: String = "",
        doc: DocComment = [], _ body: [Statement]
    ) -> Declaration {
        Declaration(
            doc: doc, introducer: introducer, content: .function(parameters, effects: effects, body)
        )
    }

    /// Creates a struct, an enum or a class.
    static func type(
        _ introducer: String, _ name: String, _ inherits: [String], doc: DocComment,
        attribute: String? = nil, _ members: [Declaration]
    ) -> Declaration {
        Declaration(
            doc: doc, attribute: attribute, introducer: introducer, name: name,
            content: .type(inherits: inherits, members))
    }
}

/// The paragraphs of a documentation comment.
typealias DocComment = [DocParagraph]

/// A paragraph of a documentation comment.
enum DocParagraph {
    /// A text, which is wrapped.
    case text(String)
    /// The descriptions of a function's parameters.
    case parameters([(name: String, text: String)])
}
