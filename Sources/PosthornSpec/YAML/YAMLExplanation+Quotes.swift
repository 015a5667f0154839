extension YAMLExplanation {
    /// The problem of a text with brackets or braces that needs quotes, or `nil` for another one.
    ///
    /// Outside of braces, YAML takes a key such as `ids[]` and a path such as `/orders/{id}` as texts.
    var unquoted: SpecProblem? {
        let scalars = Array(line.unicodeScalars)
        let index = mark.column - 1
        guard scalars.indices.contains(index) else { return nil }
        switch scalars[index] {
        case "[" where problem == Self.flow: return key(scalars, bracket: index)
        case "{" where problem == Self.flow: return path(scalars, brace: index)
        case "?" where problem == Self.flow || problem == Self.block:
            return type(scalars, end: index)
        default: return nil
        }
    }

    private static let flow = "did not find expected ',' or '}'"
    private static let block = "mapping keys are not allowed in this context"

    /// Explains `{ ids[]: [Int] }`.
    private func key(_ scalars: [Unicode.Scalar], bracket: Int) -> SpecProblem? {
        let start = Self.start(of: scalars[..<bracket])
        guard start < bracket, let colon = scalars[bracket...].firstIndex(of: ":"),
            scalars[..<colon].last == "]" || scalars[..<colon].suffix(2) == ["]", "?"],
            !scalars[start..<colon].contains(where: { " ,{}".unicodeScalars.contains($0) })
        else { return nil }
        return quotes(
            "a key with brackets stands in quotes", scalars[start..<colon], from: start, then: ":")
    }

    /// Explains `{ GET: /orders/{id} }`.
    private func path(_ scalars: [Unicode.Scalar], brace: Int) -> SpecProblem? {
        let start = Self.start(of: scalars[..<brace])
        guard start < brace, scalars[start] == "/" else { return nil }
        var depth = 0
        var end = brace
        while end < scalars.count, scalars[end] != " " {
            if scalars[end] == "{" { depth += 1 }
            if scalars[end] == "}" { depth -= 1 }
            // The brace or the comma belongs to what is around the path.
            if depth < 0 || depth == 0 && scalars[end] == "," { break }
            end += 1
        }
        return quotes("a path with braces stands in quotes", scalars[start..<end], from: start)
    }

    /// Explains `returns: [String]?`.
    private func type(_ scalars: [Unicode.Scalar], end: Int) -> SpecProblem? {
        guard end > 0, scalars[end - 1] == "]" else { return nil }
        var depth = 0
        var start = end
        repeat {
            start -= 1
            if scalars[start] == "]" { depth += 1 }
            if scalars[start] == "[" { depth -= 1 }
        } while depth > 0 && start > 0
        guard depth == 0 else { return nil }
        return quotes(
            "a type with a '?' after its brackets stands in quotes", scalars[start...end],
            from: start)
    }

    /// Returns where the word at the end of a line's beginning starts.
    private static func start(of scalars: ArraySlice<Unicode.Scalar>) -> Int {
        let other = scalars.lastIndex { " ,{}\"'".unicodeScalars.contains($0) }
        return other.map { $0 + 1 } ?? scalars.startIndex
    }

    private func quotes(
        _ rule: String, _ text: ArraySlice<Unicode.Scalar>, from start: Int, then end: String = ""
    ) -> SpecProblem {
        let found = text.reduce(into: "") { $0.unicodeScalars.append($1) }
        return SpecProblem(
            SourceMark(line: mark.line, column: start + 1), rule, found: quoted(found),
            write: "'\"\(found)\"\(end)'")
    }
}
