/// Returns a text of the spec in quotes, on one line, with at most 60 characters.
///
/// Control and invisible characters are escaped, so that a spec cannot forge a line of the build log.
/// Possible secrets are left out, because build logs are stored and shared.
package func quoted(_ text: String) -> String {
    if SecretScan.finds(in: text) { return "a text with what looks like a secret in it" }
    if text.utf8.count <= 60, text.allBytes({ $0 >= 0x20 && $0 < 0x7F }) { return "'\(text)'" }
    var result = "'"
    var length = 0
    for scalar in text.unicodeScalars {
        guard length < 60 else { return result + "…'" }
        length += 1
        append(scalar, to: &result)
    }
    return result + "'"
}

/// Returns a text with its line breaks, control and invisible characters escaped.
package func oneLine(_ text: String) -> String {
    if text.allBytes({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    for scalar in text.unicodeScalars { append(scalar, to: &result) }
    return result
}

private func append(_ scalar: Unicode.Scalar, to result: inout String) {
    switch scalar {
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    case "\r": result += "\\r"
    case _ where TextSafety.isUnsafe(scalar): result += TextSafety.name(of: scalar)
    default: result.unicodeScalars.append(scalar)
    }
}

/// Returns a list of quoted texts such as `'a', 'b' or 'c'`.
package func quotedList(_ texts: [String]) -> String {
    guard let last = texts.last else { return "nothing" }
    guard texts.count > 1 else { return quoted(last) }
    return texts.dropLast().map(quoted).joined(separator: ", ") + " or " + quoted(last)
}
