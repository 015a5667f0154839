/// The name of a program as a `User-Agent` value (RFC 9110, section 10.1.5).
package enum UserAgent {
    /// The value for this process, such as `shop-demo Posthorn (Linux)`, computed once.
    ///
    /// It names the program, the library and the operating system.
    package static let environment = value(program: CommandLine.arguments.first ?? "")

    /// Returns the field value for the path of a program.
    ///
    /// Only the last component of the path is used. Characters that are not allowed in a product name, such
    /// as spaces and characters outside ASCII, become `_`. If the name is empty, the value has only the
    /// library and the system.
    package static func value(program path: String) -> String {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let product = String(name.map { isToken($0) ? $0 : "_" })
        return (product.isEmpty ? "" : product + " ") + "Posthorn (Linux)"
    }

    /// Whether a character is allowed in a token (RFC 9110, section 5.6.2).
    private static func isToken(_ character: Character) -> Bool {
        guard let byte = character.asciiValue else { return false }
        return byte.isLetter || byte.isDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}
