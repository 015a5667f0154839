/// The Swift name that comes near to a text which can't be one, for a message.
///
/// What looks like a secret has none: in another spelling it would no longer be recognised as one.
enum NearName {
    /// The lowerCamelCase of the text, or of the letters that have one in ASCII: `groesse` for `größe`,
    /// `value1st` for `1st`; nothing if there is none.
    static func member(_ text: String) -> String? {
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

    /// The same as the name of a type.
    static func type(_ text: String) -> String? {
        if SecretScan.finds(in: text) { return nil }
        return SwiftName.typeCase(text) ?? member(text).map(SwiftName.uppercasingStart)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// The letter under the accents of one; else what separates words.
    private static func latin(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "ä", "Ä": return "ae"
        case "ö", "Ö": return "oe"
        case "ü", "Ü": return "ue"
        case "ß": return "ss"
        default: break
        }
        // An accent of its own, after its letter.
        if scalar.properties.generalCategory == .nonspacingMark { return "" }
        let words = (scalar.properties.name ?? "").split(separator: " ")
        guard words.count > 3, words[0] == "LATIN", words[2] == "LETTER", words[3].count < 3 else {
            return "_"
        }
        let letter = words[3].lowercased()
        return words[1] == "SMALL" ? letter : SwiftName.uppercasingStart(letter)
    }
}
