/// The letter case of the names of a type's members.
///
/// The keys of maps are data and remain unchanged. The names of generated types remain unchanged too, because
/// they are the names in the spec.
public enum KeyCase: Sendable, Hashable, CaseIterable {
    /// Uses the names of the type's coding keys.
    case asWritten
    /// Converts `userName` to `user_name`, and `URLPath` to `url_path`.
    case snakeCase
    /// Converts `userName` to `user-name`.
    case kebabCase
    /// Converts `userName` to `UserName`.
    case capitalized

    package func text(of name: String) -> String {
        switch self {
        case .asWritten: name
        case .snakeCase: Self.words(of: name, joinedBy: "_")
        case .kebabCase: Self.words(of: name, joinedBy: "-")
        case .capitalized: name.prefix(1).uppercased() + name.dropFirst()
        }
    }

    /// Splits a name into words, and joins them in lower case.
    ///
    /// A word starts at a capital after a small letter or digit, and at the last of several capitals if a
    /// small letter follows.
    private static func words(of name: String, joinedBy separator: Character) -> String {
        let characters = Array(name)
        var result = ""
        for (index, character) in characters.enumerated() {
            if character.isUppercase, index > 0 {
                let last = characters[index - 1]
                let endsWord = last.isLowercase || last.isNumber
                let startsWord =
                    last.isUppercase && index + 1 < characters.count
                    && characters[index + 1].isLowercase
                if endsWord || startsWord { result.append(separator) }
            }
            result += character.lowercased()
        }
        return result
    }
}
