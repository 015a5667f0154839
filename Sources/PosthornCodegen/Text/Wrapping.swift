/// The wrapping of long signatures and calls, like that of `swift format`.
enum Wrapping {
    /// Returns the lines of a signature with its `{`, or with `{}` for an empty body.
    static func signature(
        _ head: String, _ parameters: [String]?, _ effects: String, _ brace: String, width: Int
    ) -> [String] {
        let ending = effects.isEmpty ? "" : effects + " "
        guard let parameters else { return ["\(head) \(ending)\(brace)"] }
        let list = parameters.joined(separator: ", ")
        let flat = "\(head)(\(list)) \(ending)\(brace)"
        if flat.fits(width) || parameters.isEmpty && effects.isEmpty { return [flat] }
        if parameters.isEmpty {
            // The parentheses are empty, so the effects must be wrapped.
            return ["\(head)()"]
                + broken(effects, at: " -> ", width: width - 4).map { "    " + $0 }
                + [brace]
        }
        var lines = ["\(head)("]
        let pieces = parameters.dropLast().map { $0 + "," } + parameters.suffix(1)
        lines += filled(pieces, width: width - 4).map { "    " + $0 }
        let end = ") \(ending)\(brace)"
        if end.fits(width) { return lines + [end] }
        let ends = broken(") \(effects)", at: " -> ", width: 0)
        return lines + ends.prefix(1) + ends.dropFirst().map { "    " + $0 } + [brace]
    }

    /// Returns a text as one line if it fits, or else as two, the second with the separator.
    private static func broken(_ text: String, at separator: String, width: Int) -> [String] {
        let parts = text.split(separator: separator, maxSplits: 1)
        guard !text.fits(width), parts.count == 2 else { return [text] }
        return [String(parts[0]), String(separator.drop { $0 == " " }) + parts[1]]
    }

    static func call(_ call: Call, prefix: String, suffix: String, width: Int) -> [String] {
        let flat = prefix + self.flat(call) + suffix
        if flat.fits(width) || call.arguments.isEmpty { return [flat] }
        var lines = ["\(prefix)\(call.callee)("]
        if call.arguments.count == 1, case .call(let inner) = call.arguments[0].value {
            let label = call.arguments[0].label.map { $0 + ": " } ?? ""
            let suffix = ")" + suffix
            let lone = label + self.flat(inner)
            if inner.arguments.isEmpty, !lone.fits(width - 4 - suffix.count) {
                return lines + ["    " + lone, suffix]
            }
            lines += self.call(inner, prefix: label, suffix: suffix, width: width - 4)
                .map { "    " + $0 }
            return lines
        }
        if call.arguments.contains(where: { argument in
            guard case .call(let inner) = argument.value, inner.arguments.count > 1 else {
                return false
            }
            return !(self.flat(argument) + "," + suffix).fits(width - 4)
        }) {
            return lines + expanded(call.arguments, suffix: ")" + suffix, width: width)
        }
        var pieces = call.arguments.map { self.flat($0) + "," }
        let last = pieces.removeLast().dropLast()
        let end = ")" + suffix
        if last.fits(width - 4 - end.count) {
            pieces.append(last + end)
            return lines + filled(pieces, width: width - 4).map { "    " + $0 }
        }
        // The parenthesis after a last argument that fills its line gets a line of its own.
        pieces.append(String(last))
        return lines + filled(pieces, width: width - 4).map { "    " + $0 } + [end]
    }

    /// Returns the lines of arguments, the calls among which have lines of their own.
    private static func expanded(
        _ arguments: [Call.Argument], suffix: String, width: Int
    ) -> [String] {
        arguments.enumerated().flatMap { index, argument -> [String] in
            let end = index == arguments.count - 1 ? suffix : ","
            guard case .call(let inner) = argument.value else { return [flat(argument) + end] }
            let label = argument.label.map { $0 + ": " } ?? ""
            return call(inner, prefix: label, suffix: end, width: width - 4)
        }.map { "    " + $0 }
    }

    /// Returns the lines of an array of names.
    static func list(_ names: [String]) -> [String] {
        let width = 80
        let flat = "[" + names.joined(separator: ", ") + "]"
        if flat.fits(width) { return [flat] }
        return ["["] + filled(names.map { $0 + "," }, width: width).map { "    " + $0 } + ["]"]
    }

    /// Returns the lines of a call whose argument is a literal of words.
    static func words(_ callee: String, _ words: [String], width: Int) -> [String] {
        let argument = literal(words.joined(separator: " ")) + ")"
        if (callee + argument).fits(width - 1) { return ["\(callee)(\(argument)"] }
        if argument.fits(width - 4) { return ["\(callee)(", "    " + argument] }
        let words = words.map { String(literal($0).unicodeScalars.dropFirst().dropLast()) }
        let text = filled(words, width: width - 4).map { "    " + $0 }
        return ["\(callee)(", #"    """"#] + text + [#"    """)"#]
    }

    /// Returns the lines of a type's head with its `{`.
    static func head(_ head: String, inherits: [String], width: Int) -> [String] {
        guard let last = inherits.last else { return ["\(head) {"] }
        let flat = "\(head): \(inherits.joined(separator: ", "))"
        if flat.fits(width - 2) { return ["\(flat) {"] }
        if flat.fits(width) { return [flat, "{"] }
        guard inherits.count > 1 else { return ["\(head):", "    \(last)", "{"] }
        let others = inherits.dropLast().joined(separator: ", ")
        return ["\(head): \(others),", "    \(last)", "{"]
    }

    /// Returns the lines of a computed property.
    static func getter(_ property: String, _ value: String, width: Int) -> [String] {
        let flat = "\(property) { \(value) }"
        return flat.fits(width) ? [flat] : ["\(property) {", "    \(value)", "}"]
    }

    /// Returns the lines of a statement with conditions, up to its `{`.
    static func condition(
        _ word: String, _ conditions: [String], _ end: String, width: Int
    ) -> [String] {
        let flat = "\(word)\(conditions.joined(separator: ", ")) \(end) {"
        if flat.fits(width) { return [flat] }
        var lines = [String(word.dropLast())]
        for condition in conditions.dropLast().map({ $0 + "," }) + conditions.suffix(1) {
            let line = lines[lines.count - 1] + " " + condition
            if line.fits(width) {
                lines[lines.count - 1] = line
            } else {
                lines.append("    " + condition)
            }
        }
        return lines + ["\(end) {"]
    }

    /// Returns the line, or two lines for an assignment that is too long.
    static func line(_ line: String, width: Int) -> [String] {
        // Never break within a literal.
        guard !line.fits(width),
            let equals = line.prefix(while: { $0 != "\"" }).firstRange(of: " = ")
        else { return [line] }
        return [line[..<equals.lowerBound] + " =", "    " + line[equals.upperBound...]]
    }

    /// Returns a call on one line of any length.
    static func flat(_ call: Call) -> String {
        call.callee + "(" + call.arguments.map(flat).joined(separator: ", ") + ")"
    }

    private static func flat(_ argument: Call.Argument) -> String {
        let label = argument.label.map { $0 + ": " } ?? ""
        return switch argument.value {
        case .text(let text): label + text
        case .call(let call): label + flat(call)
        }
    }

    /// Returns lines with as many pieces as fit.
    static func filled(_ pieces: [String], width: Int) -> [String] {
        var lines: [String] = []
        var current = ""
        for piece in pieces {
            let longer = current + " " + piece
            if !current.isEmpty, longer.fits(width) {
                current = longer
                continue
            }
            if !current.isEmpty { lines.append(current) }
            current = piece
            // A piece that exceeds a line is broken before its value, but never within a literal.
            let code = piece.prefix { $0 != "\"" }
            if !piece.fits(width),
                let value = code.firstRange(of: " = ") ?? code.firstRange(of: ": ")
            {
                let head = piece[..<value.upperBound].dropLast()
                lines.append(String(head))
                current = "    " + piece[value.upperBound...]
                // The default of a header field is the only operator before a literal.
                if !current.fits(width), code.hasSuffix("response.header("),
                    let call = current.firstRange(of: ") ?? ")
                {
                    lines.append(current[..<call.lowerBound] + ")")
                    current = "    ?? " + current[call.upperBound...]
                }
            }
        }
        if !current.isEmpty { lines.append(current) }
        return lines
    }
}

extension StringProtocol {
    /// Returns whether a text has at most this number of columns.
    ///
    /// A text has no more columns than bytes, so counting the bytes is often enough.
    func fits(_ width: Int) -> Bool { utf8.count <= width || count <= width }
}
