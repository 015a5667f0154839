/// Checks of the values of enums, and advice for those that are written in another way.
package enum EnumValue {
    /// Returns what to write instead of a value without quotes that is neither a text nor a number.
    static func problem(_ value: String) -> String? {
        let quotes = "'\"\(value)\"' in quotes for the text"
        return switch PlainValue(value) {
        case .text: nil
        case .integer: ScalarDefault.problem(value, .int) == nil ? nil : quotes
        case .null: quotes + ", or a '?' after the enum's name where it may be null"
        case .number where isNumber(value): nil
        case .bool, .number: quotes
        }
    }

    /// Returns whether a text is a number as in JSON, which a `Double` holds with all its digits.
    static func isNumber(_ text: String) -> Bool {
        let digits = text.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber)
        return ScalarDefault.problem(text, .double) == nil && digits.drop { $0 == "0" }.count <= 15
    }

    /// Returns the problem of the short form `a | b` if it has parentheses or a `?` at its end.
    static func problem(
        ofWhole text: String, _ values: [String], at mark: SourceMark
    ) -> SpecProblem? {
        let isNullable = text.hasSuffix("?")
        let inner = trimmed(isNullable ? text.dropLast() : text[...])
        if inner.hasPrefix("("), inner.hasSuffix(")") {
            let meant = String(trimmed(inner.dropFirst().dropLast()))
            return SpecProblem(
                mark, isNullable ? nullable : "the values of an enum stand without parentheses",
                found: quoted(text), write: isNullable ? named(meant) : quoted(meant))
        }
        guard isNullable, let last = values.last?.dropLast(),
            SwiftName.enumCase(String(last)) != nil
        else { return nil }
        return SpecProblem(
            mark, nullable, found: quoted(text),
            write: "\(named(String(inner))), or '\(longForm(of: values))' for the text")
    }

    /// Returns the problem of a value of the short form that is no text, or has quotes around it.
    static func problem(
        of value: String, among values: [String], at mark: SourceMark
    ) -> SpecProblem? {
        if value.isEmpty {
            return SpecProblem(
                mark, "an enum's values stand between its '|'", found: "an empty one",
                write: "a value, no '|', or '\(longForm(of: values))' for the empty text")
        }
        if unquoted(value) != value {
            return SpecProblem(
                mark, "a value between '|' is written without quotes", found: quoted(value),
                write: "'\(longForm(of: values))' for the text")
        }
        let plain = PlainValue(value)
        guard plain != .text else { return nil }
        var write = "'\(longForm(of: values))' for the text"
        switch plain {
        case .null:
            let rest = values.filter { PlainValue($0) != .null }
            if rest.count == 1, SwiftName.isType(rest[0]) {
                return SpecProblem(
                    mark, nullable, found: quoted(values.joined(separator: " | ")),
                    write: "'\(rest[0])?'")
            }
            if rest.count > 1 { write = "\(named(rest.joined(separator: " | "))), or \(write)" }
        case .bool where values.allSatisfy { Bool($0) != nil }: write = "'Bool', or \(write)"
        case .integer, .number:
            guard values.allSatisfy(isNumber) else { break }
            write = "'\(longForm(of: values))' for the numbers"
        case .bool, .text: break
        }
        return SpecProblem(
            mark, "a value between '|' is a text", found: quoted(value), write: write)
    }

    private static let nullable = "what may be null has a '?' after its type"

    private static func named(_ values: String) -> String {
        "\(quoted(values)) under 'types' and a '?' after its name"
    }

    /// Returns values in the long form, which can have any of them: as a list, or with names.
    ///
    /// The form shows the first values of a long list.
    static func longForm(of values: [String]) -> String {
        let isNumber = values.allSatisfy(isNumber)
        var names: Set<String> = []
        var (list, map): ([String], [String]) = ([], [])
        for value in values.prefix(12).map(unquoted) {
            let written = PlainValue.written(value, isNumber: isNumber)
            if let known = SwiftName.enumCase(value), !ReservedNames.cases.contains(known),
                !names.contains(known)
            {
                list.append(written)
            }
            var name = self.name(of: value)
            // `asc` and `ASC` differ in case only.
            if names.contains(name) {
                if value == value.uppercased() { name += "Uppercase" }
                if value == value.lowercased() { name += "Lowercase" }
            }
            while !names.insert(name).inserted { name += "Other" }
            map.append("\(name): \(written)")
        }
        let more = values.count > map.count ? ", …" : ""
        return list.count == map.count
            ? "{ enum: [\(list.joined(separator: ", "))\(more)] }"
            : "{ enum: { \(map.joined(separator: ", "))\(more) } }"
    }

    /// Returns a Swift name for a value that gives none itself.
    package static func name(of value: String) -> String {
        if value.isEmpty { return "empty" }
        let name = NearName.member(value).flatMap(SwiftName.enumCase) ?? "oneDay"
        return ReservedNames.cases.contains(name) ? name + "Value" : name
    }

    private static func unquoted(_ value: String) -> String {
        guard value.count > 1, let quote = value.first, "\"'".contains(quote), value.last == quote
        else { return value }
        return String(value.dropFirst().dropLast())
    }
}
