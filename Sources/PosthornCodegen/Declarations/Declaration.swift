/// A Swift declaration, as far as generated code needs one.
enum Declaration {
    case type(TypeDeclaration)
    case variable(VariableDeclaration)
    case function(FunctionDeclaration)
    case enumCase(CaseDeclaration)
}

/// A struct, an enum or an extension.
struct TypeDeclaration {
    var doc: DocComment = []
    /// A line before the declaration, such as `@available(*, deprecated)`.
    var attribute: String?
    /// All before the name: `public struct`, `extension`.
    var introducer: String
    var name: String
    var inherits: [String] = []
    var members: [Declaration]
}

/// A stored property, a constant or a type alias: one line.
struct VariableDeclaration {
    var doc: DocComment = []
    /// All before the name: `public var`, `public static let`, `public typealias`.
    var introducer: String
    var name: String
    /// All after the name: `: String`, ` = "createOrder"`.
    var rest: String
    /// What it returns, if it is computed.
    var getter: String?
    /// What its value is made by.
    var call: Call?
}

/// A function, an initializer or a computed property.
struct FunctionDeclaration {
    var doc: DocComment = []
    /// A line before the declaration, such as `@available(*, deprecated)`.
    var attribute: String?
    /// All before the parameters: `public func createOrder`, `public init`.
    var introducer: String
    /// Nothing for a computed property, which has no parentheses.
    var parameters: [String]? = []
    /// All between the parameters and the `{`: `async throws(APIError) -> Order`.
    var effects = ""
    var body: [Statement]
}

/// A case of an enum.
struct CaseDeclaration {
    var doc: DocComment = []
    /// All after `case `.
    var text: String
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
