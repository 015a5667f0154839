/// A parser of the regular expressions that are matched in bounded time.
package struct PatternParser {
    /// A part of a regular expression.
    package indirect enum Node {
        case scalar(ScalarSet)
        case begin
        case end
        case boundary(Bool)
        case sequence([Node])
        case choice([Node])
        case repetition(Node, Int, Int?)
    }

    private let scalars: [Unicode.Scalar]
    private var index = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    /// Returns a regular expression as a tree; `nil` if it has what bounded patterns lack.
    package static func node(of text: String) -> Node? {
        var parser = PatternParser(text)
        return parser.pattern()
    }

    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        index += 1
        return true
    }

    /// Returns the whole pattern; `nil` if it has what bounded patterns lack.
    mutating func pattern() -> Node? {
        guard let node = choice(), index == scalars.count else { return nil }
        return node
    }

    private mutating func choice() -> Node? {
        var nodes: [Node] = []
        repeat {
            var parts: [Node] = []
            while let scalar = next, scalar != "|", scalar != ")" {
                guard let atom = atom(), let part = quantified(atom) else { return nil }
                parts.append(part)
            }
            nodes.append(.sequence(parts))
        } while take("|")
        return nodes.count == 1 ? nodes[0] : .choice(nodes)
    }

    private mutating func atom() -> Node? {
        guard let scalar = next else { return nil }
        index += 1
        switch scalar {
        case "^": return .begin
        case "$": return .end
        case ".": return .scalar(ScalarSet(isNegated: true, kinds: [(.newline, false)]))
        case "[": return group()
        case "\\": return escape()
        case "(":
            if take("?"), !take(":") { return nil }
            guard let node = choice(), take(")") else { return nil }
            return node
        case "*", "+", "?", "{", "}", "]": return nil
        default: return .scalar(ScalarSet(ranges: [scalar...scalar]))
        }
    }

    private mutating func quantified(_ atom: Node) -> Node? {
        var node = atom
        while let scalar = next {
            switch scalar {
            case "*": node = .repetition(node, 0, nil)
            case "+": node = .repetition(node, 1, nil)
            case "?": node = .repetition(node, 0, 1)
            case "{":
                guard let bounds = bounds() else { return nil }
                node = .repetition(node, bounds.least, bounds.most)
            default: return node
            }
            index += 1
            // A lazy repetition matches the same texts. A possessive one does not.
            _ = take("?")
            if let next, "*+?{".unicodeScalars.contains(next) { return nil }
        }
        return node
    }

    /// Reads `{2}`, `{2,}` or `{2,5}` up to its end.
    private mutating func bounds() -> (least: Int, most: Int?)? {
        index += 1
        guard let least = number() else { return nil }
        var most: Int? = least
        if take(",") { most = next == "}" ? nil : number() ?? -1 }
        guard next == "}", most ?? least >= least else { return nil }
        return (least, most)
    }

    private mutating func number() -> Int? {
        var number: Int?
        while let scalar = next, ("0"..."9").contains(scalar), (number ?? 0) < 100_000 {
            number = (number ?? 0) * 10 + Int(scalar.value - 48)
            index += 1
        }
        return number
    }

    private mutating func escape() -> Node? {
        if take("b") { return .boundary(true) }
        if take("B") { return .boundary(false) }
        var set = ScalarSet()
        return escaped(into: &set) ? .scalar(set) : nil
    }

    /// Adds what stands after a backslash to a set; returns `false` for what bounded patterns lack.
    private mutating func escaped(into set: inout ScalarSet) -> Bool {
        guard let scalar = next else { return false }
        index += 1
        switch scalar {
        case "d": set.kinds.append((.digit, false))
        case "D": set.kinds.append((.digit, true))
        case "w": set.kinds.append((.word, false))
        case "W": set.kinds.append((.word, true))
        case "s": set.kinds.append((.space, false))
        case "S": set.kinds.append((.space, true))
        case "n": set.ranges.append("\n"..."\n")
        case "r": set.ranges.append("\r"..."\r")
        case "t": set.ranges.append("\t"..."\t")
        default:
            guard scalar.isASCII, !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar)
            else { return false }
            set.ranges.append(scalar...scalar)
        }
        return true
    }

    /// Reads the rest of `[a-z_]`.
    private mutating func group() -> Node? {
        var set = ScalarSet()
        set.isNegated = take("^")
        guard next != "]" else { return nil }
        while let scalar = next, scalar != "]" {
            index += 1
            let isOperator = "&-~".unicodeScalars.contains(scalar) && next == scalar
            guard scalar != "[", !isOperator else { return nil }
            if scalar == "\\" {
                let count = set.ranges.count
                guard escaped(into: &set) else { return nil }
                // The beginning of a range is not escaped.
                if next == "-", count < set.ranges.count, index + 1 < scalars.count,
                    scalars[index + 1] != "]"
                {
                    return nil
                }
                continue
            }
            guard next == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else {
                set.ranges.append(scalar...scalar)
                continue
            }
            let last = scalars[index + 1]
            guard last != "\\", last != "[", last != "-", scalar <= last else { return nil }
            index += 2
            set.ranges.append(scalar...last)
        }
        return take("]") ? .scalar(set) : nil
    }
}
