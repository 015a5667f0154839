/// The challenges in a field such as `WWW-Authenticate` (RFC 9110, section 11.6.1).
package enum AuthenticationSchemes {
    /// Parses the schemes of a field and their parameters; schemes and names are in lower case.
    ///
    /// A comma starts another parameter or another scheme; a scheme is a word that no `=` follows.
    package static func parse(_ value: String) -> [(scheme: String, parameters: [String: String])] {
        var found: [(scheme: String, parameters: [String: String])] = []
        for piece in value.splitOutsideQuotes(at: ",") {
            var rest = piece.drop(while: isBlank)
            let word = rest.prefix { !isBlank($0) && $0 != "=" }
            let after = rest.dropFirst(word.count).drop(while: isBlank)
            // The rest of a list without quotes: `qop=auth,auth-int`.
            if after.isEmpty, let list = found.last?.parameters["qop"],
                ["auth", "auth-int"].contains(word.lowercased())
            {
                found[found.count - 1].parameters["qop"] = list + "," + word
                continue
            }
            if !after.hasPrefix("="), !word.isEmpty {
                found.append((word.lowercased(), [:]))
                rest = after
            }
            guard !found.isEmpty, let equals = rest.firstIndex(of: "=") else { continue }
            let name = rest[..<equals].filter { !isBlank($0) }.lowercased()
            let text = rest[rest.index(after: equals)...].drop(while: isBlank)
            found[found.count - 1].parameters[name] =
                (text.hasPrefix("\"") ? text : text.prefix { !isBlank($0) }).unquoted
        }
        return found
    }

    private static func isBlank(_ character: Character) -> Bool {
        character == " " || character == "\t"
    }
}
