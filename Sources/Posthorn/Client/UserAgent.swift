/// What a program calls itself in `User-Agent` (RFC 9110, section 10.1.5).
public enum UserAgent {
    /// The name of this process's program, the library and the system: `shop-demo Posthorn (Linux)`.
    ///
    /// Looked at once.
    public static let environment = value(program: CommandLine.arguments.first ?? "")

    /// The field's value for a program's path.
    ///
    /// The path's folders are left out. What a product's name can't have, such as a space or a
    /// character outside ASCII, becomes `_`. An empty name is left out too.
    public static func value(program path: String) -> String {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let product = String(name.map { isToken($0) ? $0 : "_" })
        return (product.isEmpty ? "" : product + " ") + "Posthorn (Linux)"
    }

    /// Whether a character may stand in a token (RFC 9110, section 5.6.2).
    private static func isToken(_ character: Character) -> Bool {
        guard let byte = character.asciiValue else { return false }
        return byte.isLetter || byte.isDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}
