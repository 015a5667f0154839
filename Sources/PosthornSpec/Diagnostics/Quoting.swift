/// A text of the spec as it appears in a diagnostic: in quotes, on one line, not longer than a line.
///
/// Controls and invisible characters are written as escapes, so that a spec cannot forge a line of
/// the build log.
func quoted(_ text: String) -> String {
    var result = "'"
    var length = 0
    for scalar in text.unicodeScalars {
        guard length < 60 else { return result + "…'" }
        length += 1
        switch scalar {
        case "\n": result += "\\n"
        case "\t": result += "\\t"
        case "\r": result += "\\r"
        case _ where TextSafety.isUnsafe(scalar): result += TextSafety.name(of: scalar)
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "'"
}

/// Several texts as a list in a diagnostic: `'a', 'b' or 'c'`.
func quotedList(_ texts: [String]) -> String {
    guard let last = texts.last else { return "nothing" }
    guard texts.count > 1 else { return quoted(last) }
    return texts.dropLast().map(quoted).joined(separator: ", ") + " or " + quoted(last)
}
