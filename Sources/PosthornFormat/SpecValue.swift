/// A value of a spec file that is to be written.
package indirect enum SpecValue: Hashable, Sendable {
    /// A text, which the printer quotes if YAML or the language would read it as something else.
    case text(String)
    /// A text that always has quotes, such as the constant `"1"`.
    case quoted(String)
    /// A word, a number or a type that is written as it is.
    case plain(String)
    case list([SpecValue])
    case map([SpecMember])
    /// A group of keys that has a line for each key.
    case block([SpecMember])
    /// A list that has a line for each item. The members have no keys.
    case items([SpecMember])
    /// A text after `|` or `>`, with its lines as they are.
    case literal(header: String, lines: [String])

    /// Nothing, as after `404:`.
    package static let nothing = SpecValue.plain("")
}

/// A key and its value in a spec file that is to be written.
package struct SpecMember: Hashable, Sendable {
    package var key: String
    package var value: SpecValue
    /// Whether the key has quotes although it is a word, as the text `"1"` before a type.
    package var isQuoted: Bool
    /// Whether an empty line stands before the key.
    package var isSeparated: Bool
    /// A comment at the end of the key's line, or before a key that is only proposed.
    package var comment: String?
    /// Whether the key is written as it is.
    package var isWritten = false
    /// The lines before the key: comments with their `#`, and empty lines.
    package var leading: [String] = []
    /// Whether there are only the lines before the key.
    package private(set) var isComment = false
    /// Whether the key stands in a comment, from which a user can take it.
    package var isProposed = false

    package init(
        _ key: String, _ value: SpecValue, isQuoted: Bool = false, isSeparated: Bool = false,
        comment: String? = nil
    ) {
        (self.key, self.value) = (key, value)
        (self.isQuoted, self.isSeparated, self.comment) = (isQuoted, isSeparated, comment)
    }

    /// Creates comments without a key, at the end of a group.
    package init(comments: [String], isSeparated: Bool) {
        self.init("", .nothing, isSeparated: isSeparated)
        (leading, isComment) = (comments, true)
    }

    package var hasComments: Bool { comment != nil || !leading.isEmpty }
}
