internal import PosthornSpec

/// The reader of filters, such as `?@.name == 'limit' && !@.required`.
extension JSONPathParser {
    /// The greatest nesting of filters.
    private static var depthLimit: Int { 50 }

    mutating func filter() throws(JSONPath.Problem) -> JSONPath.Filter {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else { throw problem("fewer parentheses") }
        var parts: [JSONPath.Filter] = []
        repeat {
            skipSpace()
            parts.append(try conjunction())
        } while takeOperator("||")
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction() throws(JSONPath.Problem) -> JSONPath.Filter {
        var parts: [JSONPath.Filter] = []
        repeat {
            skipSpace()
            parts.append(try basic())
        } while takeOperator("&&")
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    /// Reads an operator and the space before it, or nothing.
    private mutating func takeOperator(_ text: String) -> Bool {
        let start = index
        skipSpace()
        if take(text) { return true }
        index = start
        return false
    }

    /// Reads what `&&` and `||` join: a filter in parentheses, a comparison or a query.
    private mutating func basic() throws(JSONPath.Problem) -> JSONPath.Filter {
        if take("!") {
            skipSpace()
            if peek("(") { return .not(try parenthesized()) }
            guard let query = try query() else { throw problem("'@' or '$' after '!'") }
            return .not(.exists(query))
        }
        if peek("(") { return try parenthesized() }
        let start = index
        let left = try operand()
        let end = index
        skipSpace()
        guard let comparison = JSONPath.Comparison.allCases.first(where: { take($0.rawValue) })
        else {
            index = end
            guard case .query(let query) = left else {
                throw problem("a comparison such as \"== 'a'\" after a value")
            }
            return .exists(query)
        }
        try checkSingular(left, at: start)
        skipSpace()
        let place = index
        let right = try operand()
        try checkSingular(right, at: place)
        return .compares(left, comparison, right)
    }

    private mutating func parenthesized() throws(JSONPath.Problem) -> JSONPath.Filter {
        index += 1
        skipSpace()
        let filter = try filter()
        skipSpace()
        guard take(")") else { throw problem("')', '&&' or '||'") }
        return filter
    }

    private mutating func query() throws(JSONPath.Problem) -> JSONPath.Query? {
        let isFromRoot = take("$")
        guard isFromRoot || take("@") else { return nil }
        return JSONPath.Query(isFromRoot: isFromRoot, segments: try segments())
    }

    private mutating func operand() throws(JSONPath.Problem) -> JSONPath.Operand {
        if let query = try query() { return .query(query) }
        if let text = try string() { return .literal(.text(text)) }
        if let number = try number() { return .literal(.number(number)) }
        let start = index
        while index < text.count, Self.isNamePart(text[index], isFirst: false) { index += 1 }
        if peek("(") { throw problem("a comparison; functions are not supported") }
        switch String(String.UnicodeScalarView(text[start..<index])) {
        case "true": return .literal(.bool(true))
        case "false": return .literal(.bool(false))
        case "null": return .literal(.null)
        default:
            index = start
            throw problem("'@.name', a text in quotes, a number, 'true', 'false' or 'null'")
        }
    }

    private mutating func number() throws(JSONPath.Problem) -> Double? {
        let start = index
        var written = take("-") ? "-" : ""
        let whole = digits()
        guard !whole.isEmpty else {
            index = start
            return nil
        }
        written += whole
        var isValid = whole == "0" || whole.first != "0"
        if take(".") {
            let fraction = digits()
            isValid = isValid && !fraction.isEmpty
            written += "." + fraction
        }
        if take("e") || take("E") {
            written += "e"
            if take("-") { written += "-" } else { _ = take("+") }
            let exponent = digits()
            isValid = isValid && !exponent.isEmpty
            written += exponent
        }
        guard isValid, let value = Double(written) else {
            index = start
            throw problem("a number as JSON writes it")
        }
        return value
    }

    /// Refuses a compared query that may select several values.
    private mutating func checkSingular(
        _ operand: JSONPath.Operand, at place: Int
    ) throws(JSONPath.Problem) {
        guard case .query(let query) = operand else { return }
        let isSingular = query.segments.allSatisfy { segment in
            guard !segment.isDescendant, segment.selectors.count == 1 else { return false }
            switch segment.selectors[0] {
            case .name, .index: return true
            case .wildcard, .slice, .filter: return false
            }
        }
        guard isSingular else {
            index = place
            throw problem("a query of one value, without '*', '..', slices and filters")
        }
    }
}
