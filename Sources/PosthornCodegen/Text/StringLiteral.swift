/// Returns a text as a Swift string literal, in which it can neither end the literal nor interpolate.
func literal(_ text: String) -> String {
    let quote = UInt8(ascii: "\"")
    let backslash = UInt8(ascii: "\\")
    // Most texts are names, which need no escapes.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f && $0 != quote && $0 != backslash }) {
        return "\"\(text)\""
    }
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case _ where scalar.value < 0x20 || !scalar.isASCII && !isPrintable(scalar):
            result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}

/// Returns whether a character is visible by itself: a letter, number, punctuation or symbol.
private func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
        .paragraphSeparator, .spaceSeparator, .nonspacingMark, .enclosingMark, .spacingMark:
        false
    default: true
    }
}
