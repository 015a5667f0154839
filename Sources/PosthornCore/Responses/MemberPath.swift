/// The names on the way to a member of a JSON document, written with dots between them.
///
/// A backslash makes a dot or a backslash part of a name.
enum MemberPath {
    static func names(_ path: String) -> [String] {
        var names = [""]
        var isEscaped = false
        for character in path {
            if !isEscaped, character == "\\" {
                isEscaped = true
            } else if !isEscaped, character == "." {
                names.append("")
            } else {
                names[names.count - 1].append(character)
                isEscaped = false
            }
        }
        return names
    }
}
