import FoundationEssentials

/// A parsed `Set-Cookie` field (RFC 6265bis, section 5.6), not yet checked against its origin.
package struct SetCookie {
    package var name = ""
    package var value = ""
    var expires: Date?
    /// The lifetime in seconds, which wins over `expires`.
    var maxAge: Int?
    var domain: Substring?
    /// The `Path` attribute, if it starts with a slash.
    var path: String?
    var isSecure = false
    var isHTTPOnly = false
    var sameSite: CookieStore.Cookie.SameSite?

    /// The maximum length of a name and its value together, in bytes.
    static let pairLimit = 4096
    private static let attributeLimit = 1024

    /// Returns `nil` if the field is not a valid cookie.
    ///
    /// It is invalid if it has no name, is too long, or contains a control character.
    package init?(_ field: String) {
        // A NUL or a line break ends the field, as in browsers. A session rejects such a response earlier.
        let text = field.unicodeScalars.prefix { $0 != "\0" && $0 != "\r" && $0 != "\n" }
            .reduce(into: "") { $0.unicodeScalars.append($1) }
        guard text.isFieldText else { return nil }
        var parts = text.split(separator: ";", omittingEmptySubsequences: false)[...]
        guard let pair = parts.popFirst(), let equals = pair.firstIndex(of: "=") else { return nil }
        name = String(pair[..<equals].trimmingBlanks)
        value = String(pair[pair.index(after: equals)...].trimmingBlanks)
        guard !name.isEmpty, name.utf8.count + value.utf8.count <= Self.pairLimit else {
            return nil
        }
        for part in parts { take(part) }
    }

    private mutating func take(_ part: Substring) {
        let equals = part.firstIndex(of: "=")
        let name = part[..<(equals ?? part.endIndex)].trimmingBlanks.lowercased()
        let value = (equals.map { part[part.index(after: $0)...] } ?? "").trimmingBlanks
        guard value.utf8.count <= Self.attributeLimit else { return }
        switch name {
        case "expires": if let date = CookieDate.date(from: value) { expires = date }
        case "max-age": if let seconds = Self.seconds(value) { maxAge = seconds }
        // An empty domain is ignored.
        case "domain": if !value.isEmpty { domain = value }
        // A value without a leading slash means the default path.
        case "path": path = value.hasPrefix("/") ? String(value) : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite": sameSite = CookieStore.Cookie.SameSite(rawValue: value.lowercased())
        default: break
        }
    }

    /// Parses digits with an optional minus sign.
    ///
    /// More than ten digits become `Int32.max`.
    private static func seconds(_ text: Substring) -> Int? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text
        guard digits.isDigits else { return nil }
        let number = Int(digits.prefix(10)) ?? 0
        return text.hasPrefix("-") ? -number : digits.utf8.count > 10 ? Int(Int32.max) : number
    }
}
