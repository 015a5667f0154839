/// A statement of generated code.
enum Statement {
    case text(String)
    /// A call after a prefix such as `try `, wrapped if it is too long.
    case call(prefix: String = "", Call)
    /// A call with a literal that consists of words, wrapped if it is too long.
    case words(String, [String])
    /// A `guard` that throws the result of a call.
    case guarding([String], Call)
    case switching(on: String, [Branch])
    /// A block: `head {`, statements, `}`.
    indirect case block(String, [Statement])
    /// A `do` with one `catch` of a pattern.
    indirect case catching([Statement], String, [Statement])

    /// A `case` with one expression or statement.
    struct Branch {
        /// The pattern, such as `case .paid` or `default`.
        var pattern: String
        var result: String
        /// The call in `result`, which is wrapped if it is too long.
        var call: Call?
        /// The statements in place of `result`; empty for none.
        var body: [Statement] = []

        init(_ pattern: String, body: [Statement]) {
            self.init(pattern, "")
            self.body = body
        }

        init(_ pattern: String, _ result: String) {
            self.pattern = pattern
            self.result = result
        }

        init(_ pattern: String, _ call: Call) {
            self.init(pattern, Wrapping.flat(call))
            self.call = call
        }
    }
}

/// A call of a function or an initializer.
struct Call {
    var callee: String
    var arguments: [Argument]

    /// An argument, which is a text or a nested call.
    struct Argument {
        var label: String?
        var value: Value

        init(_ label: String?, _ text: String) {
            self.label = label
            value = .text(text)
        }

        init(_ text: String) { self.init(nil, text) }

        init(_ call: Call) { value = .call(call) }

        init(_ label: String, _ call: Call) {
            self.label = label
            value = .call(call)
        }
    }

    enum Value {
        case text(String)
        case call(Call)
    }

    init(_ callee: String, _ arguments: [Argument] = []) {
        self.callee = callee
        self.arguments = arguments
    }

    /// Creates a call with unlabelled texts as arguments.
    init(_ callee: String, texts: [String]) { self.init(callee, texts.map { Argument($0) }) }
}
