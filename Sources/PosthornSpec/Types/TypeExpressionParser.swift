/// A parser of types: `Order`, `[Order]`, `[String: Order]`, `a | b`.
///
/// It recognizes the notation of other languages, so that diagnostics can suggest the right one.
struct TypeExpressionParser {
    private let scalars: [Unicode.Scalar]
    private let start: SourceMark
    private let acronyms: Acronyms
    private var index = 0

    private init(_ text: some StringProtocol, mark: SourceMark, _ acronyms: Acronyms) {
        self.acronyms = acronyms
        scalars = Array(text.unicodeScalars)
        start = mark
    }

    static func parse(
        _ text: some StringProtocol, mark: SourceMark, _ acronyms: Acronyms = .standard
    ) throws(SpecProblem) -> TypeExpression {
        if text.unicodeScalars.contains("|"), trimmed(text).first != "[" {
            return try parseEnum(text, mark: mark, acronyms)
        }
        var parser = TypeExpressionParser(text, mark: mark, acronyms)
        let type = try parser.type(depth: 0)
        parser.skipSpaces()
        guard parser.index == parser.scalars.count else {
            throw parser.unexpected(parser.correction(of: type))
        }
        return type
    }

    /// Returns the advice for a type that is followed by other text.
    private func correction(of type: TypeExpression) -> String {
        // Without the space, YAML reads a list with one text.
        if type.scalar == .string, peek == ":" { return "'[String: …]' with a space after the ':'" }
        let form = rest.split { " ()[]".contains($0) }.last.map(String.init) ?? ""
        let element = if case .array(let element) = type { element } else { type }
        guard let scalar = element.scalar, scalar.hasForm(form) else {
            return "the type alone"
        }
        let right = "\(scalar.rawValue)(\(form))"
        return element == type ? "'\(right)'" : "'[\(right)]'"
    }

    private static func parseEnum(
        _ text: some StringProtocol, mark: SourceMark, _ acronyms: Acronyms
    ) throws(SpecProblem) -> TypeExpression {
        var cases: [EnumCase] = []
        var names: Set<String> = []
        var column = 0
        let parts = text.split(separator: "|", omittingEmptySubsequences: false)
        let values = parts.map { String(trimmed($0)) }
        if let problem = EnumValue.problem(ofWhole: String(trimmed(text)), values, at: mark) {
            throw problem
        }
        for part in parts {
            let leading = part.prefix { $0 == " " }.unicodeScalars.count
            let value = String(trimmed(part))
            let place = mark.advanced(by: column + leading)
            column += part.unicodeScalars.count + 1
            guard value.first != "[", hasItsBracketsInPairs(value) else {
                throw SpecProblem(
                    place,
                    "an enum's value between '|' starts with no '[' and has its brackets "
                        + "in pairs",
                    found: quoted(value),
                    write: "'[pending | paid]' for an array, or names for the values, as in "
                        + "'{ enum: { paid: \"…]\" } }'")
            }
            if let problem = EnumValue.problem(of: value, among: values, at: place) {
                throw problem
            }
            let enumCase = try EnumCase(checking: value, mark: place, acronyms)
            guard names.insert(enumCase.swiftName).inserted else {
                let known = cases.first { $0.swiftName == enumCase.swiftName }?.rawValue ?? value
                throw SpecProblem(
                    place, "two values of an enum cannot have one Swift name",
                    found: "\(quoted(value)), which is named like \(quoted(known))",
                    write: known == value
                        ? "it once"
                        : "names for them, as in '\(EnumValue.longForm(of: values))'")
            }
            cases.append(enumCase)
        }
        return .inline(.enumeration(EnumSpec(cases: cases, isShort: true)))
    }

    /// Returns whether the brackets in a value come in pairs, as in `filter[name]`.
    ///
    /// Otherwise, a bracket belongs to an array around the enum.
    private static func hasItsBracketsInPairs(_ value: String) -> Bool {
        var depth = 0
        for scalar in value.unicodeScalars where scalar == "[" || scalar == "]" {
            depth += scalar == "[" ? 1 : -1
            if depth < 0 { return false }
        }
        return depth == 0
    }

    private mutating func type(depth: Int) throws(SpecProblem) -> TypeExpression {
        guard depth < YAMLComposer.depthLimit else {
            throw SpecProblem(
                mark, "types are nested at most \(YAMLComposer.depthLimit) deep",
                found: "one more", write: "named types under 'types'")
        }
        skipSpaces()
        let place = mark
        let type = take("[") ? try brackets(depth: depth) : try named()
        var (found, meant) = ("\(type)", "\(type)")
        while scalars[index...].starts(with: "[]".unicodeScalars) {
            index += 2
            (found, meant) = (found + "[]", "[\(meant)]")
        }
        guard found == meant else {
            throw SpecProblem(
                place, OtherSpelling.array, found: quoted(found), write: quoted(meant))
        }
        guard take("?") else { return type }
        guard peek != "?" else {
            throw SpecProblem(mark, "a type has one '?'", found: "'\(type)??'", write: "'\(type)?'")
        }
        return .optional(type)
    }

    private mutating func brackets(depth: Int) throws(SpecProblem) -> TypeExpression {
        if let values = try enumValues() { return .array(values) }
        let first = try type(depth: depth + 1)
        skipSpaces()
        if take("]") { return .array(first) }
        guard take(":") else { throw unexpected("']' after the type") }
        guard first.scalar == .string else {
            throw SpecProblem(
                mark.advanced(by: -1), "the keys of a map are texts",
                found: "'[\(first): …]'", write: "'[String: …]'")
        }
        if let values = try enumValues() { return .map(values) }
        let value = try type(depth: depth + 1)
        skipSpaces()
        guard take("]") else { throw unexpected("']' after the type") }
        return .map(value)
    }

    /// Parses an enum up to and including the next closing bracket, or returns `nil` if there is none.
    private mutating func enumValues() throws(SpecProblem) -> TypeExpression? {
        let rest = scalars[index...]
        guard let end = rest.firstIndex(where: { "[]:".unicodeScalars.contains($0) }),
            scalars[end] == "]", rest[..<end].contains("|")
        else { return nil }
        let text = String(String.UnicodeScalarView(rest[..<end]))
        let values = try Self.parseEnum(text, mark: mark, acronyms)
        index = end + 1
        return values
    }

    private mutating func named() throws(SpecProblem) -> TypeExpression {
        let place = mark
        let name = word()
        guard !name.isEmpty else { throw unexpected("a type, as in 'String' or '[Order]'") }
        if name.hasPrefix("{") {
            let text = quoted(String(String.UnicodeScalarView(scalars)))
            throw SpecProblem(
                place, "an object in place of a type stands without quotes", found: text,
                write: "\(text) without the quotes around it")
        }
        if name.contains("<") { throw OtherSpelling.problem(name + rest, at: place) }
        if name == "events" || name == "lines" {
            skipSpaces()
            if word() == "of" {
                throw SpecProblem(
                    place, "a stream is all that an endpoint returns",
                    found: "'\(name) of …'", write: "'returns: \(name) of …', or a type here")
            }
            throw SpecProblem(
                place, "a type starts with an uppercase letter",
                found: quoted(name), write: "a type, as in 'String'")
        }
        guard take("(") else {
            guard name == ScalarType.duration.rawValue else {
                return .named(TypeName(name, mark: place))
            }
            throw SpecProblem(
                place, "a duration has a form on the wire", found: quoted(name),
                write: quotedList(ScalarType.duration.forms.map { "\(name)(\($0))" }))
        }
        let formMark = mark
        var form = word()
        if take(" ") { form += " " + word() }
        guard take(")") else { throw unexpected("')' after the form") }
        let scalar = ScalarType(rawValue: name)
        guard let scalar, scalar.hasForm(form) else {
            throw SpecProblem(
                formMark, "\(quoted(name)) has no such form on the wire",
                found: form.isEmpty ? "nothing in its parentheses" : quoted(form),
                write: Self.alternative(to: name, scalar, form))
        }
        return .named(TypeName(name, mark: place, form: form))
    }

    /// Returns the right spelling of a type with a form that it does not have.
    private static func alternative(
        to name: String, _ scalar: ScalarType?, _ form: String
    ) -> String {
        if let scalar {
            if scalar.ownFormats.contains(form) { return "'\(name)' alone, which has that format" }
            if scalar == .bool { return "'int', or the texts for true and false, as in 'yes/no'" }
            if !scalar.forms.isEmpty { return quotedList(scalar.forms) }
        }
        // `string(Int64)` instead of `Int64(string)`.
        let exchanged = name.lowercased()
        if ScalarType(rawValue: form)?.forms.contains(exchanged) == true {
            return "'\(form)(\(exchanged))'"
        }
        let types = ScalarType.allCases.filter { $0.forms.contains(form) }.map(\.rawValue)
        let known = ScalarType.foreignNames[name].flatMap { types.contains($0) ? $0 : nil }
        return (known ?? Suggestion.closest(to: name, among: types)).map { "'\($0)(\(form))'" }
            ?? "'\(name)' alone"
    }

    private mutating func word() -> String {
        let first = index
        while let next = peek, !Self.endsWord(next) { index += 1 }
        let word = scalars[first..<index]
        guard word.allSatisfy(\.isASCII) else { return String(String.UnicodeScalarView(word)) }
        return String(unsafeUninitializedCapacity: word.count) { bytes in
            _ = bytes.initialize(from: word.lazy.map { UInt8($0.value) })
            return word.count
        }
    }

    private static func endsWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\n", "[", "]", "|", "?", ":", "(", ")", ",", "=": true
        default: false
        }
    }

    private var rest: String { String(String.UnicodeScalarView(scalars[index...])) }

    private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private var mark: SourceMark { start.advanced(by: index) }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        index += 1
        return true
    }

    private mutating func skipSpaces() {
        while peek == " " || peek == "\n" { index += 1 }
    }

    private func unexpected(_ write: String) -> SpecProblem {
        SpecProblem(
            mark, "this is not a type",
            found: index < scalars.count ? quoted(rest) : "nothing more", write: write)
    }
}

/// Returns the text without the spaces and line feeds around it.
func trimmed(_ text: some StringProtocol) -> Substring {
    var result = Substring(text)
    while result.first == " " || result.first == "\n" { result.removeFirst() }
    while result.last == " " || result.last == "\n" { result.removeLast() }
    return result
}
