/// Checks a base URL without pulling in a URL type.
enum ServerURL {
    /// What is wrong with a base URL, as the end of a sentence.
    static func problem(in text: String) -> String? {
        let rest: Substring
        if text.hasPrefix("https://") {
            rest = text.dropFirst("https://".count)
        } else if text.hasPrefix("http://") {
            rest = text.dropFirst("http://".count)
        } else {
            return "with its scheme"
        }
        for scalar in rest.unicodeScalars {
            guard scalar.isASCII, scalar.value > 0x20,
                !"\"<>\\^`{|}".unicodeScalars.contains(scalar)
            else { return "of allowed characters" }
        }
        if rest.contains("?") || rest.contains("#") { return "without query and fragment" }
        let authority = rest.prefix { $0 != "/" }
        if authority.contains("@") { return "without user name and password" }
        if authority.isEmpty || authority.hasPrefix(":") { return "with a host" }
        return nil
    }
}
