/// A path with its parameters: `/orders/{id}`, `/orders/{id:Int}/items`.
struct PathTemplate {
    /// A parameter in the path.
    struct Parameter {
        var name: String
        var type: TypeExpression?
        var mark: SourceMark
    }

    /// How many characters a path may have; servers take about 8,000 with all values in it.
    static let limit = 2_000

    /// The path with `{name}` alone in the places of its parameters.
    private(set) var text = ""
    private(set) var parameters: [Parameter] = []

    init(_ source: String, mark: SourceMark) throws(TypeProblem) {
        guard source.unicodeScalars.count <= Self.limit else {
            throw TypeProblem(
                mark: mark, rule: "a path has at most \(Self.limit) characters",
                found: "\(source.unicodeScalars.count)", write: "what is long in a query or a body")
        }
        guard source.hasPrefix("/") else {
            throw TypeProblem(
                mark: mark, rule: "a path starts with '/'", found: quoted(source),
                write: quoted("/" + source))
        }
        var rest = Substring(source)
        var column = 0
        while let next = rest.unicodeScalars.first {
            let place = mark.advanced(by: column)
            if next == "{" {
                guard let end = rest.firstIndex(of: "}") else {
                    throw TypeProblem(
                        mark: place, rule: "a parameter in a path ends with '}'",
                        found: quoted(String(rest)), write: "'{id}'")
                }
                let inner = rest[rest.index(after: rest.startIndex)..<end]
                try add(inner, at: place.advanced(by: 1))
                column += inner.unicodeScalars.count + 2
                rest = rest[rest.index(after: end)...]
            } else {
                try Self.check(next, at: place)
                text.unicodeScalars.append(next)
                column += 1
                rest = Substring(rest.unicodeScalars.dropFirst())
            }
        }
        for segment in text.split(separator: "/") where segment == "." || segment == ".." {
            throw TypeProblem(
                mark: mark, rule: "a path has no '.' and '..' segments", found: quoted(source),
                write: "the path that is meant")
        }
    }

    private mutating func add(_ inner: Substring, at mark: SourceMark) throws(TypeProblem) {
        let parts = inner.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(trimmed(parts[0]))
        guard !name.isEmpty, !name.contains("{") else {
            throw TypeProblem(
                mark: mark, rule: "a parameter in a path has a name", found: "'{\(inner)}'",
                write: "'{id}'")
        }
        guard !parameters.contains(where: { $0.name == name }) else {
            throw TypeProblem(
                mark: mark, rule: "a parameter appears once in a path",
                found: "\(quoted(name)) again", write: "another name for one of the two")
        }
        var type: TypeExpression?
        if parts.count > 1 {
            let place = mark.advanced(by: parts[0].unicodeScalars.count + 1)
            type = try TypeExpressionParser.parse(parts[1], mark: place)
        }
        parameters.append(Parameter(name: name, type: type, mark: mark))
        text += "{\(name)}"
    }

    private static func check(_ scalar: Unicode.Scalar, at mark: SourceMark) throws(TypeProblem) {
        switch scalar {
        case "?", "#":
            throw TypeProblem(
                mark: mark, rule: "a path has no query and no fragment",
                found: quoted(String(scalar)), write: "the parameters under 'query'")
        case "}":
            throw TypeProblem(
                mark: mark, rule: "a '}' in a path ends a parameter", found: "one without its '{'",
                write: "'{id}'")
        case "\"", "\\", "<", ">", "^", "`", "|", "{":
            break
        default:
            if scalar.isASCII && scalar.value > 0x20 { return }
        }
        throw TypeProblem(
            mark: mark, rule: "a path is made of the characters of a URL",
            found: quoted(String(scalar)), write: "it percent-encoded")
    }
}
