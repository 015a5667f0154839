internal import PosthornSpec

/// Recognises words that an API defines, such as `paid` in `status`, and not its users.
enum Vocabulary {
    /// The last words of the names of members whose values a program chooses among.
    private static let kinds: Set<String> = [
        "access", "action", "alg", "algorithm", "alignment", "category", "channel", "charset",
        "color", "colour", "condition", "currency", "direction", "encoding", "env", "environment",
        "event", "format", "frequency", "health", "interval", "kind", "lang", "language", "layout",
        "level", "locale", "method", "mode", "operation", "order", "orientation", "os", "outcome",
        "period", "permission", "phase", "plan", "platform", "policy", "priority", "protocol",
        "resolution", "role", "scheme", "scope", "severity", "side", "size", "sort", "source",
        "stage", "state", "status", "strategy", "style", "theme", "tier", "type", "unit", "variant",
        "visibility", "weekday",
    ]

    /// Returns whether a member may have an enum as its type, by its name.
    static func isKind(_ name: String) -> Bool {
        guard let last = words(name).last else { return false }
        return kinds.contains(last) || kinds.contains(Noun.singular(last))
    }

    /// Returns the words of a name in small letters: of `order_type`, `order-type` and `orderType`.
    private static func words(_ name: String) -> [String] {
        var result: [String] = []
        var word = ""
        var isSmall = false
        for sign in name {
            if !sign.isLetter || sign.isUppercase && isSmall, !word.isEmpty {
                result.append(word)
                word = ""
            }
            if sign.isLetter { word += sign.lowercased() }
            isSmall = sign.isLowercase
        }
        return word.isEmpty ? result : result + [word]
    }

    /// Returns whether a text is a word, or several, and looks neither random nor like data.
    static func isWord(_ text: String) -> Bool {
        let parts = text.utf8.split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == 0x5F || $0 == 0x2D })
        guard text.utf8.count <= 30, parts.count < 5, text.utf8.count(where: TextKind.isDigit) < 3
        else { return false }
        return parts.allSatisfy { part in
            let letters = part.prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
            return !letters.isEmpty && part.dropFirst(letters.count).allSatisfy(TextKind.isDigit)
                && isPronounceable(Array(letters))
        }
    }

    /// Returns whether letters are not random: they have vowels, and capitals only where words start.
    private static func isPronounceable(_ letters: [UInt8]) -> Bool {
        if letters.count < 5 { return true }
        if letters.count > 18 || letters.count > 7 && letters.allSatisfy(TextKind.isHexadecimal) {
            return false
        }
        var (vowels, consonants, longest, capitals) = (0, 0, 0, 0)
        for (index, letter) in letters.enumerated() {
            if "aeiouy".utf8.contains(letter | 0x20) {
                vowels += 1
                consonants = 0
            } else {
                consonants += 1
                longest = max(longest, consonants)
            }
            if index > 0, letter < 0x61, letters[index - 1] >= 0x61 { capitals += 1 }
        }
        return vowels * 6 >= letters.count && longest < 6 && capitals * 4 < letters.count
    }
}
