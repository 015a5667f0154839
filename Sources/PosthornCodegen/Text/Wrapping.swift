/// Breaks long signatures and calls where `swift format` does.
enum Wrapping {
    /// The lines of a signature with its `{`, or with `{}` if the body is empty.
    static func signature(of function: FunctionDeclaration, width: Int) -> [String] {
        let brace = function.body.isEmpty ? "{}" : "{"
        let effects = function.effects.isEmpty ? "" : function.effects + " "
        guard let parameters = function.parameters else {
            return ["\(function.introducer) \(effects)\(brace)"]
        }
        let list = parameters.joined(separator: ", ")
        let flat = "\(function.introducer)(\(list)) \(effects)\(brace)"
        if flat.count <= width { return [flat] }
        if parameters.isEmpty {
            // Nothing to break between the parentheses.
            let (first, second) = (function.introducer + "()", "    " + function.effects)
            return function.effects.isEmpty ? [flat] : [first, second, brace]
        }
        var lines = ["\(function.introducer)("]
        let pieces = parameters.dropLast().map { $0 + "," } + parameters.suffix(1)
        lines += filled(pieces, width: width - 4).map { "    " + $0 }
        lines.append(") \(effects)\(brace)")
        return lines
    }

    /// The lines of a call.
    static func call(_ call: Call, prefix: String, suffix: String, width: Int) -> [String] {
        let flat = prefix + self.flat(call) + suffix
        if flat.count <= width || call.arguments.isEmpty { return [flat] }
        var lines = ["\(prefix)\(call.callee)("]
        if call.arguments.count == 1, case .call(let inner) = call.arguments[0].value {
            let label = call.arguments[0].label.map { $0 + ": " } ?? ""
            lines += self.call(inner, prefix: label, suffix: ")" + suffix, width: width - 4)
                .map { "    " + $0 }
            return lines
        }
        let pieces = call.arguments.enumerated().map { index, argument in
            self.flat(argument) + (index == call.arguments.count - 1 ? ")" + suffix : ",")
        }
        lines += filled(pieces, width: width - 4).map { "    " + $0 }
        return lines
    }

    private static func flat(_ call: Call) -> String {
        call.callee + "(" + call.arguments.map(flat).joined(separator: ", ") + ")"
    }

    private static func flat(_ argument: Call.Argument) -> String {
        let label = argument.label.map { $0 + ": " } ?? ""
        return switch argument.value {
        case .text(let text): label + text
        case .call(let call): label + flat(call)
        }
    }

    /// As many pieces on each line as fit.
    static func filled(_ pieces: [String], width: Int) -> [String] {
        var lines: [String] = []
        var current = ""
        for piece in pieces {
            if current.isEmpty {
                current = piece
            } else if current.count + 1 + piece.count <= width {
                current += " " + piece
            } else {
                lines.append(current)
                current = piece
            }
        }
        if !current.isEmpty { lines.append(current) }
        return lines
    }
}
