/// A statement, as far as generated code needs one.
enum Statement {
    case text(String)
    /// A call after a prefix such as `try `, wrapped when it is too long.
    case call(prefix: String = "", Call)
    /// `target = call ?? fallback`.
    case assigning(target: String, Call, fallback: String?)
    /// Throws the value of a call unless all conditions hold.
    case guarding([String], Call)
    case switching(on: String, [Branch])
    /// `head {`, statements, `}`.
    indirect case block(String, [Statement])

    /// A `case` with one expression or statement.
    struct Branch {
        /// `case .paid`, `default`.
        var pattern: String
        var result: String
        /// What `result` calls, to be wrapped when it is too long.
        var call: Call?

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

/// A call of a function or initializer.
struct Call {
    var callee: String
    var arguments: [Argument]

    /// An argument: a text, or a call of its own.
    struct Argument {
        var label: String?
        var value: Value

        init(_ label: String?, _ text: String) {
            self.label = label
            value = .text(text)
        }

        init(_ text: String) { self.init(nil, text) }

        init(_ call: Call) { value = .call(call) }
    }

    enum Value {
        case text(String)
        case call(Call)
    }

    init(_ callee: String, _ arguments: [Argument] = []) {
        self.callee = callee
        self.arguments = arguments
    }

    /// A call with texts without labels.
    init(_ callee: String, texts: [String]) {
        self.init(callee, texts.map { Argument($0) })
    }
}
