/// Types in the notation of other languages, such as `Array<Int>` and `Optional<String>`.
enum OtherSpelling {
    static let array = "an array has brackets around its type"

    private static let arrays: Set<String> = ["Array", "List", "Sequence", "Set", "Vec"]
    private static let optionals: Set<String> = ["Maybe", "Nullable", "Option", "Optional"]
    private static let maps: Set<String> = ["Dict", "Dictionary", "HashMap", "Map", "Record"]

    /// Returns the problem of a text that starts with a generic type.
    static func problem(_ text: String, at mark: SourceMark) -> SpecProblem {
        let text = whole(text)
        let name = String(text.prefix { $0 != "<" })
        let write = quoted(spelled(text))
        let rule: String
        switch name {
        case _ where arrays.contains(name): rule = array
        case _ where optionals.contains(name):
            return SpecProblem(
                mark, "what may be null has a '?' after its type", found: quoted(text),
                write: "\(write), or '?' on the name of what may be left out")
        case _ where maps.contains(name): rule = "a map has brackets around its types"
        default:
            return SpecProblem(
                mark, "a type has no parameters", found: quoted(text),
                write: "a type of its own under 'types', and its name here")
        }
        return SpecProblem(mark, rule, found: quoted(text), write: write)
    }

    /// Returns the text up to the `>` that closes the type parameters.
    private static func whole(_ text: String) -> String {
        var depth = 0
        for index in text.indices {
            if text[index] == "<" { depth += 1 }
            guard text[index] == ">" else { continue }
            depth -= 1
            if depth == 0 { return String(text[...index]) }
        }
        return text
    }

    /// Returns the same type in the notation of specs, as far as it exists.
    private static func spelled(_ text: some StringProtocol) -> String {
        let text = trimmed(text)
        guard let start = text.firstIndex(of: "<") else { return String(text) }
        let name = String(text[..<start])
        let inner = text[text.index(after: start)...]
        let parameters = split(inner.last == ">" ? inner.dropLast() : inner).map(spelled)
        let last = parameters.last ?? "String"
        if arrays.contains(name) { return "[\(last)]" }
        if optionals.contains(name) { return last.hasSuffix("?") ? last : last + "?" }
        if maps.contains(name) { return "[String: \(parameters.count > 1 ? last : "…")]" }
        return String(text)
    }

    /// Splits a text at the commas of the outermost level.
    private static func split(_ text: Substring) -> [Substring] {
        var depth = 0
        return text.split { character in
            if character == "<" { depth += 1 }
            if character == ">" { depth -= 1 }
            return character == "," && depth == 0
        }
    }
}
