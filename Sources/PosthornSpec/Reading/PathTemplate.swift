/// A path with parameters, such as `/orders/{id}` or `/orders/{id:Int}/items`.
///
/// It can contain the expressions of RFC 6570: `/files/{+path}`, `/files{/parts*}`, `/search{?q,page}`.
struct PathTemplate {
    /// A parameter of the path.
    struct Parameter {
        var name: String
        var type: TypeExpression?
        var mark: SourceMark
        /// Whether the parameter can be a list or a map.
        var takesLists = false
        /// Whether the parameter can be omitted.
        var mayBeAbsent = false
    }

    /// The greatest number of characters of a path, because servers accept about 8,000 with all values.
    static let limit = 2_000

    /// The path without the types of its parameters.
    private(set) var text = ""
    private(set) var parameters: [Parameter] = []
    /// Whether the template is a single parameter for the whole URL, which the server supplied.
    private(set) var isURL = false
    /// Whether the query has begun, after which no part of the path may follow.
    private var isInQuery = false

    init(_ source: String, mark: SourceMark) throws(SpecProblem) {
        guard source.unicodeScalars.count <= Self.limit else {
            throw SpecProblem(
                mark, "a path has at most \(Self.limit) characters",
                found: "\(source.unicodeScalars.count)", write: "what is long in a query or a body")
        }
        guard try !readURL(source, mark: mark) else { return }
        guard source.hasPrefix("/") else { throw Self.rootless(source, at: mark) }
        var rest = Substring(source)
        var column = 0
        while let next = rest.unicodeScalars.first {
            let place = mark.advanced(by: column)
            if next == "{" {
                guard let end = rest.firstIndex(of: "}") else {
                    throw SpecProblem(
                        place, "a parameter in a path ends with '}'",
                        found: quoted(String(rest)), write: "'{id}'")
                }
                let inner = rest[rest.index(after: rest.startIndex)..<end]
                try add(inner, at: place.advanced(by: 1))
                column += inner.unicodeScalars.count + 2
                rest = rest[rest.index(after: end)...]
            } else {
                guard !isInQuery else {
                    throw SpecProblem(
                        place, "a path ends where its query begins",
                        found: quoted(String(rest)), write: "'{?…}' at the end")
                }
                try Self.check(next, at: place)
                if next == ":", text.hasSuffix("/") { try Self.refuseName(after: rest, at: place) }
                text.unicodeScalars.append(next)
                column += 1
                rest = Substring(rest.unicodeScalars.dropFirst())
            }
        }
        for segment in text.split(separator: "/") where segment == "." || segment == ".." {
            throw SpecProblem(
                mark, "a path has no '.' and '..' segments", found: quoted(source),
                write: "the path that is meant")
        }
    }

    /// Reads `{name:URL}`, and returns whether the path is one.
    private mutating func readURL(
        _ source: String, mark: SourceMark
    ) throws(SpecProblem) -> Bool {
        guard source.hasPrefix("{"), let end = source.firstIndex(of: "}") else { return false }
        let inner = source.dropFirst()[..<end]
        let parts = inner.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, trimmed(parts[1]) == ScalarType.url.rawValue else { return false }
        guard !trimmed(parts[0]).isEmpty else {
            throw SpecProblem(
                mark, "a parameter in a path has a name", found: "'{\(inner)}'",
                write: "'{url:URL}'")
        }
        try addPlain(inner, at: mark.advanced(by: 1))
        guard source.index(after: end) == source.endIndex else {
            throw SpecProblem(
                mark.advanced(by: inner.unicodeScalars.count + 2),
                "a URL that the server supplied is the whole path",
                found: quoted(String(source[source.index(after: end)...])),
                write: "'{\(inner)}' alone, and parameters under 'query'")
        }
        isURL = true
        return true
    }

    private mutating func add(_ inner: Substring, at mark: SourceMark) throws(SpecProblem) {
        guard inner.first != "#" else {
            throw SpecProblem(
                mark, "a fragment is never sent, so that a path has none",
                found: "'{\(inner)}'", write: "no such part, or a parameter under 'query'")
        }
        // RFC 6570 reserves these operators.
        guard inner.first.map({ !"=!@|".contains($0) }) != false else {
            throw Self.malformed(inner, at: mark)
        }
        let sign = inner.first.flatMap { "+./;?&".contains($0) ? $0 : nil }
        guard sign != nil || inner.contains("*") || inner.contains(",") else {
            return try addPlain(inner, at: mark)
        }
        var column = sign == nil ? 0 : 1
        var names: [Substring] = []
        for part in inner.dropFirst(column).split(separator: ",", omittingEmptySubsequences: false)
        {
            let isExploded = part.hasSuffix("*")
            let name = isExploded ? part.dropLast() : part.prefix { $0 != ":" }
            let length = part.dropFirst(name.count + 1)
            guard !name.isEmpty else { throw Self.nameless(inner, at: mark) }
            guard Self.isName(name), isExploded || name.count == part.count || Self.isLength(length)
            else { throw Self.malformed(inner, at: mark) }
            try append(
                Parameter(
                    name: String(name),
                    type: isExploded ? .array(.named(TypeName("String", mark: mark))) : nil,
                    mark: mark.advanced(by: column), takesLists: length.isEmpty || isExploded,
                    mayBeAbsent: sign != nil && sign != "+"))
            column += part.unicodeScalars.count + 1
            names.append(part)
        }
        isInQuery = isInQuery || sign == "?" || sign == "&"
        text += "{\(sign.map(String.init) ?? "")\(names.joined(separator: ","))}"
    }

    // The same rule as that of the library's `TemplateExpression`.
    private static func isName(_ name: Substring) -> Bool {
        guard name.first != ".", name.last != ".", !name.contains("..") else { return false }
        return name.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "_.-".contains($0))
        }
    }

    private static func isLength(_ text: Substring) -> Bool {
        (1...4).contains(text.count) && text.first != "0" && text.isDigits
    }

    private mutating func addPlain(_ inner: Substring, at mark: SourceMark) throws(SpecProblem) {
        let parts = inner.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(trimmed(parts[0]))
        guard !name.isEmpty, !name.contains("{") else { throw Self.nameless(inner, at: mark) }
        var type: TypeExpression?
        if parts.count > 1, parts[1].allSatisfy(\.isNumber), !parts[1].isEmpty {
            // A prefix such as `{name:3}`. No type has a numeric name.
            guard Self.isLength(parts[1]), Self.isName(parts[0]) else {
                throw SpecProblem(
                    mark, "the length of a prefix in a path is 1 to 9999",
                    found: "'{\(inner)}'", write: "'{\(name):3}', or a type as in '{\(name):Int}'")
            }
            try append(Parameter(name: name, type: nil, mark: mark))
            return text += "{\(inner)}"
        }
        if parts.count > 1 {
            let place = mark.advanced(by: parts[0].unicodeScalars.count + 1)
            type = try TypeExpressionParser.parse(parts[1], mark: place)
        }
        try append(Parameter(name: name, type: type, mark: mark))
        text += "{\(name)}"
    }

    private static func malformed(_ inner: Substring, at mark: SourceMark) -> SpecProblem {
        SpecProblem(
            mark, "an expression of a path has the form of RFC 6570",
            found: "'{\(inner)}'", write: "one as in '{+path}', '{/parts*}' or '{?q,page}'")
    }

    private static func nameless(_ inner: Substring, at mark: SourceMark) -> SpecProblem {
        SpecProblem(
            mark, "a parameter in a path has a name", found: "'{\(inner)}'",
            write: "'{id}'")
    }

    private mutating func append(_ parameter: Parameter) throws(SpecProblem) {
        guard !parameters.contains(where: { $0.name == parameter.name }) else {
            throw SpecProblem(
                parameter.mark, "a parameter appears once in a path",
                found: "\(quoted(parameter.name)) again", write: "another name for one of the two")
        }
        parameters.append(parameter)
    }

    private static func rootless(_ source: String, at mark: SourceMark) -> SpecProblem {
        let rule = "a path starts with '/'"
        if source.hasPrefix("{"), let end = source.firstIndex(of: "}") {
            let name = source.dropFirst()[..<end].drop { !$0.isLetter }.prefix { $0 != ":" }
            return SpecProblem(
                mark, "a path starts with '/', or is a URL that the server supplied",
                found: quoted(source),
                write: "\(quoted("/" + source)), or '{\(name):URL}' for such a URL")
        }
        let parts = source.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, ["http", "https"].contains(parts[0].lowercased()) else {
            return SpecProblem(mark, rule, found: quoted(source), write: quoted("/" + source))
        }
        let host = parts[1].prefix { $0 != "/" }
        let path = parts[1].dropFirst(host.count)
        if host.contains("{") {
            return SpecProblem(
                mark, rule, found: "a URL",
                write:
                    "\(quoted(path.isEmpty ? "/" : String(path))), and pass the rest to each client, "
                    + "in 'ClientConfiguration(baseURL: …)'")
        }
        return SpecProblem(
            mark, rule, found: "a URL",
            // A URL with a password must not appear in a build log.
            write: "\(quoted(path.isEmpty ? "/" : String(path))), and "
                + (host.contains("@") ? "the rest" : "'\(parts[0])://\(host)'")
                + " as 'server' beside 'service'")
    }

    /// Reports a parameter in the notation of Express and Rails.
    private static func refuseName(after rest: Substring, at mark: SourceMark) throws(SpecProblem) {
        let name = rest.dropFirst().prefix {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")
        }
        guard let first = name.first, !first.isNumber else { return }
        throw SpecProblem(
            mark, "a parameter in a path stands in braces", found: "':\(name)'",
            write: "'{\(name)}', or '%3A\(name)' for a ':' that is sent")
    }

    private static func check(_ scalar: Unicode.Scalar, at mark: SourceMark) throws(SpecProblem) {
        switch scalar {
        case "?", "#":
            throw SpecProblem(
                mark, "a path has no query and no fragment",
                found: quoted(String(scalar)), write: "the parameters under 'query'")
        case "}":
            throw SpecProblem(
                mark, "a '}' in a path ends a parameter", found: "one without its '{'",
                write: "'{id}'")
        case "\"", "\\", "<", ">", "^", "`", "|", "{": break
        default:
            if scalar.isASCII && scalar.value > 0x20 { return }
        }
        throw SpecProblem(
            mark, "a path is made of the characters of a URL",
            found: quoted(String(scalar)), write: "it percent-encoded")
    }
}
