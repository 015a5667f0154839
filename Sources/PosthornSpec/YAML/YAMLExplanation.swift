/// A translation of libyaml's errors into terms of the spec language.
struct YAMLExplanation {
    var context: String
    var problem: String
    var contextMark: SourceMark
    var mark: SourceMark
    var bytes: Slice<UnsafeMutableBufferPointer<UInt8>>

    var explained: SpecProblem {
        if let tab = tab {
            return SpecProblem(
                tab, "YAML is indented with spaces", found: "a tab", write: "spaces in its place")
        }
        if let problem = unquoted { return problem }
        switch problem {
        case _ where context.contains("quoted scalar") && problem.contains("end of stream"):
            return SpecProblem(
                contextMark, "a quoted text ends with its quote",
                found: "the end of the file", write: "the closing quote")
        case "found character that cannot start any token":
            return SpecProblem(
                mark, "this character cannot start a value in YAML",
                found: quoted(character), write: "the value in quotes")
        case "did not find expected alphabetic or numeric character":
            return SpecProblem(
                contextMark, "a text that starts with '*' or '&' stands in quotes",
                found: quoted(word), write: "'\"\(word)\"'")
        case "mapping values are not allowed in this context":
            return SpecProblem(
                mark, "a key cannot start here",
                found: "a ':' after a value on the same line or a wrong indentation",
                write: "a text with ': ' in quotes, or the key in the column of its neighbours")
        case "did not find expected key" where before == "]" || before == "}":
            return SpecProblem(
                mark, "what is in brackets is a whole value",
                found: "something after the closing bracket",
                write: before == "]"
                    ? "'{ type: \"[Order]\", default: [] }' for a list with a default"
                    : "it within the brackets, or on a line of its own")
        case "did not find expected key" where before == "\"" || before == "'":
            return SpecProblem(
                mark, "a text that starts with a quote ends with it",
                found: "something after the closing quote",
                write: "the whole value in quotes of the other kind, or none around a part of it; "
                    + "the '?' of a name within its quotes")
        case "did not find expected key":
            return SpecProblem(
                mark, "the keys of one group stand in one column",
                found: "a line at another indentation than its neighbours",
                write: "it in the column of its neighbours")
        case "could not find expected ':'":
            return SpecProblem(
                contextMark, "a key has a ':' after it",
                found: "a line without one", write: "'key: value'")
        case "did not find expected ',' or ']'" where arrayType != nil,
            "did not find expected ',' or '}'" where arrayType != nil:
            let type = arrayType ?? ""
            return SpecProblem(
                mark, OtherSpelling.array, found: quoted(type + "[]"), write: quoted("[\(type)]"))
        case "found unexpected ':'":
            return SpecProblem(
                mark, "a key in braces has a space after its ':'", found: "a ':' without one",
                write: "'key: value', or 'key: ,' for a key without a value")
        case "did not find expected ',' or ']'":
            return SpecProblem(
                contextMark, "a '[' ends with its ']'",
                found: "something else in line \(mark.line), column \(mark.column)",
                write: "the ']', or a ',' between two items")
        case "did not find expected ',' or '}'":
            return SpecProblem(
                contextMark, "a '{' ends with its '}'",
                found: "something else in line \(mark.line), column \(mark.column)",
                write: "the '}', or a ',' between two keys")
        case "block sequence entries are not allowed in this context":
            return SpecProblem(
                mark, "a list cannot start here", found: "'- '",
                write: "a list in brackets, as in [Order]")
        case "did not find expected <document start>":
            return SpecProblem(
                mark, "a spec file is one group of keys",
                found: "something after its end", write: "it as a key in the first column")
        case "found invalid Unicode character escape code":
            return SpecProblem(
                mark, "an escape in a quoted text names one character",
                found: "half of a pair of UTF-16, as JSON has them, or more than Unicode has",
                write: "the character itself")
        case "found unknown escape character":
            return SpecProblem(
                mark, "a '\\' in double quotes starts an escape",
                found: "one that YAML does not know", write: "'\\\\', or the text in single quotes")
        default:
            let found = context.isEmpty ? problem : "\(problem) \(context)"
            return SpecProblem(
                mark, "the file is not YAML",
                found: found.hasPrefix("found ") ? String(found.dropFirst(6)) : found,
                write: "the value in quotes, or see the YAML specification")
        }
    }

    /// The character at which the parser stopped.
    private var character: String {
        let scalars = line.unicodeScalars
        guard mark.column - 1 < scalars.count else { return "" }
        return String(scalars[scalars.index(scalars.startIndex, offsetBy: mark.column - 1)])
    }

    /// The text from the start of what the parser was reading to the next space, comma or bracket.
    private var word: String {
        let rest = line.unicodeScalars.dropFirst(contextMark.column - 1)
        return rest.prefix { !" ,{}[]\"'".unicodeScalars.contains($0) }
            .reduce(into: "") { $0.unicodeScalars.append($1) }
    }

    /// The tab in the indentation of the line where the parser stopped, or `nil` if there is none.
    private var tab: SourceMark? {
        // In other places, such as within brackets, YAML allows tabs.
        guard problem == "found character that cannot start any token" || problem.contains("tab")
        else { return nil }
        var column = 1
        for scalar in line.unicodeScalars {
            if scalar == "\t" { return SourceMark(line: mark.line, column: column) }
            guard scalar == " " else { break }
            column += 1
        }
        return character == "\t" ? mark : nil
    }

    /// The type before the brackets where the parser stopped, as in `String[]`, or `nil` if there is none.
    private var arrayType: String? {
        let scalars = line.unicodeScalars
        let rest = scalars.dropFirst(mark.column - 1)
        let isLetter = { (scalar: Unicode.Scalar) in
            scalar.isASCII && scalar.properties.isAlphabetic
        }
        let type = scalars.prefix(mark.column - 1).reversed().prefix(while: isLetter).reversed()
        guard rest.starts(with: "[]".unicodeScalars), !type.isEmpty else { return nil }
        return type.reduce(into: "") { $0.unicodeScalars.append($1) }
    }

    /// The last character other than a space before the place where the parser stopped.
    private var before: Unicode.Scalar? {
        line.unicodeScalars.prefix(mark.column - 1).last { $0 != " " }
    }

    var line: String {
        var rest = bytes
        for _ in 1..<mark.line {
            guard let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return "" }
            let isPair = rest[end] == 0x0D && rest[end...].dropFirst().first == 0x0A
            rest = rest[end...].dropFirst(isPair ? 2 : 1)
        }
        let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
        return String(decoding: line.prefix(4096), as: UTF8.self)
    }
}
