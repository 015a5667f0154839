/// The names on the way to a member, written with dots between them: `metadata.name`.
///
/// A backslash makes a dot or a backslash part of a name.
package struct MemberPath {
    package let names: [String]

    /// Creates a path; `nil` if a name is empty, or if a backslash ends the text.
    package init?(_ text: String) {
        var names = [""]
        var isEscaped = false
        for character in text {
            if isEscaped || character != "." && character != "\\" {
                names[names.count - 1].append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                names.append("")
            }
        }
        guard !isEscaped, !names.contains("") else { return nil }
        self.names = names
    }
}
