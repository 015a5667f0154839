/// A Swift declaration, as far as generated code needs one.
struct Declaration {
    /// What stands behind its name.
    enum Content {
        /// Nothing: the line of a stored property, a constant or an alias is whole.
        case variable
        /// `{ value }`.
        case getter(String)
        /// ` = ` and a call.
        case value(Call)
        /// The case of an enum.
        case enumCase
        /// What a struct, an enum or an extension conforms to, and what is in it.
        case type(inherits: [String], [Declaration])
        /// Parameters, none for a computed property, which has no parentheses; all between them and
        /// the `{`, as `async throws(APIError) -> Order`; and the body.
        case function([String]?, effects: String, [Statement])
    }

    var doc: DocComment = []
    /// A line before the declaration, such as `@available(*, deprecated)`.
    var attribute: String?
    /// What stands before the access level: `nonisolated(nonsending)`.
    var isolation: String?
    /// Whether the service's access level is written.
    var hasAccess = true
    /// The words before the name: `var`, `static let`, `struct`; of a function its name too.
    var introducer: String
    /// The name, and what follows of the line: `total: Decimal`, `name = "createOrder"`.
    var name = ""
    var content: Content

    /// Whether it has no body, so that one like it may stand on the next line.
    var isLine: Bool {
        switch content {
        case .variable, .getter, .value, .enumCase: true
        case .type, .function: false
        }
    }
}

extension Declaration {
    /// A stored property, a constant or a type alias: one line.
    static func variable(
        _ introducer: String, _ name: String, doc: DocComment = []
    ) -> Declaration {
        Declaration(doc: doc, introducer: introducer, name: name, content: .variable)
    }

    static func alias(_ name: String, of type: String, doc: DocComment = []) -> Declaration {
        variable("typealias", "\(name) = \(type)", doc: doc)
    }

    static func enumCase(_ text: String, doc: DocComment = []) -> Declaration {
        Declaration(
            doc: doc, hasAccess: false, introducer: "case", name: text, content: .enumCase)
    }

    /// A function, an initializer or a computed property.
    static func function(
        _ introducer: String, _ parameters: [String]?, effects: String = "",
        doc: DocComment = [], _ body: [Statement]
    ) -> Declaration {
        Declaration(
            doc: doc, introducer: introducer, content: .function(parameters, effects: effects, body)
        )
    }

    /// A struct, an enum or a class.
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
    /// A text that is wrapped.
    case text(String)
    /// What the parameters of a function mean.
    case parameters([(name: String, text: String)])
}
