/// How the names of a type's members are written.
///
/// The keys of maps are data and stay as they are, and so do the names of generated types, which are
/// wire names already.
public enum KeyCase: Sendable, Hashable, CaseIterable {
    /// As the type's coding keys say.
    case asWritten
    /// `userName` becomes `user_name`, `URLPath` becomes `url_path`.
    case snakeCase
    /// `userName` becomes `user-name`.
    case kebabCase
    /// `userName` becomes `UserName`.
    case capitalized

    func text(of name: String) -> String {
        switch self {
        case .asWritten: name
        case .snakeCase: Self.words(of: name, joinedBy: "_")
        case .kebabCase: Self.words(of: name, joinedBy: "-")
        case .capitalized: name.prefix(1).uppercased() + name.dropFirst()
        }
    }

    /// A word starts at a capital after a small letter or digit, and at the last capital of several
    /// that a small letter follows.
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
