/// Warns of constants and defaults of parameters whose names say that they hold a secret.
///
/// ``SecretScan`` finds secrets by how they look. A password or a short key looks like any other text.
enum SecretDefaults: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        draft.forEachField(log) { log, field, place in
            guard place == .header || place == .query || place == .cookie,
                field.type.scalar == .string, field.type.form == nil, isSecret(field.wireName),
                let value = field.defaultValue, case .text(let text) = value.value,
                isPlausible(text), !SecretScan.finds(in: text)
            else { return }
            // The message does not repeat the value, because build logs are stored and shared.
            log.warning(
                value.mark, SecretScan.rule, found: "a value for \(quoted(field.wireName))",
                write:
                    "it in Swift, where the client is made, for a credential under 'auth' or a parameter "
                    + "without a value")
        }
    }

    /// The words before the `key` or `token` of a name that is public.
    private static let publicKinds: Set<String> = [
        "idempotency", "sort", "order", "group", "partition", "primary", "foreign", "routing",
        "cache", "public", "map", "object", "item", "row", "page", "next", "continuation",
        "cursor", "sync", "start", "last", "key",
    ]

    /// Returns whether the last word of a name says that its value is a secret.
    private static func isSecret(_ name: String) -> Bool {
        let words = words(of: name)
        guard let last = words.last else { return false }
        switch last {
        case "secret", "password", "passwd", "authorization": return true
        case "key", "token":
            return !words.dropLast().contains(where: publicKinds.contains) && words.count > 1
                || last == "token" && words.count == 1
        default:
            return ["apikey", "accesskey", "secretkey", "accesstoken", "authtoken"].contains(last)
        }
    }

    /// Returns the words of `X-API-Key`, `api_key` or `apiKey` in small letters.
    private static func words(of name: String) -> [String] {
        var words: [String] = [""]
        var wasLowercase = false
        for character in name {
            guard character.isLetter || character.isNumber else {
                words.append("")
                wasLowercase = false
                continue
            }
            if character.isUppercase, wasLowercase { words.append("") }
            wasLowercase = character.isLowercase
            words[words.count - 1] += character.lowercased()
        }
        return words.filter { !$0.isEmpty }
    }

    /// Returns whether a value can be a secret, unlike a Boolean, a number, a version or a date.
    private static func isPlausible(_ text: String) -> Bool {
        if ["", "none", "null", "anonymous"].contains(text.lowercased()) { return false }
        let digits = text.first.map { "vV".contains($0) } == true ? text.dropFirst() : text[...]
        return Bool(text.lowercased()) == nil
            && !digits.allSatisfy { $0.isNumber || "._-:+TZ".contains($0) }
    }
}
