/// Suggestions of Swift names for texts that are not valid names.
///
/// A possible secret gets no suggestion, because the changed spelling would no longer be recognized as a
/// secret.
package enum NearName {
    /// Returns a lowerCamelCase name in ASCII, or `nil` if the text gives none.
    ///
    /// The result is `groesse` for `größe`, and `value1st` for `1st`.
    package static func member(_ text: String) -> String? {
        if SecretScan.finds(in: text) { return nil }
        if let name = SwiftName.camelCase(text) { return name }
        var ascii = ""
        for scalar in text.unicodeScalars.prefix(60) {
            ascii +=
                scalar.isASCII && (scalar.properties.isAlphabetic || isDigit(scalar))
                ? String(scalar) : latin(scalar)
        }
        guard let first = ascii.unicodeScalars.first(where: { $0 != "_" }) else { return nil }
        return SwiftName.camelCase(isDigit(first) ? "value\(ascii)" : ascii)
    }

    /// Returns an UpperCamelCase name in ASCII, or `nil` if the text gives none.
    package static func type(_ text: String) -> String? {
        if SecretScan.finds(in: text) { return nil }
        return SwiftName.typeCase(text) ?? member(text).map(SwiftName.uppercasingStart)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// Returns the base letter of an accented one, or a word separator for anything else.
    private static func latin(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "ä", "Ä": return "ae"
        case "ö", "Ö": return "oe"
        case "ü", "Ü": return "ue"
        case "ß": return "ss"
        default: break
        }
        // A combining accent, after its letter.
        if scalar.properties.generalCategory == .nonspacingMark { return "" }
        let words = (scalar.properties.name ?? "").split(separator: " ")
        guard words.count > 3, words[0] == "LATIN", words[2] == "LETTER", words[3].count < 3 else {
            return "_"
        }
        let letter = words[3].lowercased()
        return words[1] == "SMALL" ? letter : SwiftName.uppercasingStart(letter)
    }
}
