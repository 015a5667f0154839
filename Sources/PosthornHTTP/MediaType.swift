/// Media types (RFC 9110, section 8.3.1), with the `+json` suffix of RFC 6839.
package enum MediaType {
    /// Returns type and subtype in lowercase, without parameters.
    ///
    /// Returns `invalid` for anything else, because the server's text appears in errors and logs.
    static func essence(_ value: String) -> String {
        // Most values need no change.
        let isEssence = value.utf8.allSatisfy { $0 != 0x20 && lowercase($0) == $0 }
        guard !isEssence || value.utf8.count > longest else { return value }
        var value = value
        return value.withUTF8 { value in
            var isValid = true
            let essence = String(unsafeUninitializedCapacity: longest) { essence in
                var count = 0
                for byte in value where byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") {
                    if byte == UInt8(ascii: ";") { break }
                    guard count < longest, let lowercase = lowercase(byte) else {
                        isValid = false
                        return 0
                    }
                    essence[count] = lowercase
                    count += 1
                }
                return count
            }
            return isValid ? essence : "invalid"
        }
    }

    private static let longest = 100

    /// Returns `nil` for a byte that is not allowed in a media type (RFC 6838, section 4.2) or a pattern.
    private static func lowercase(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        default: "!#$&-^_.+*/".utf8.contains(byte) ? byte : nil
        }
    }

    /// A pattern is a media type, `*/*`, `text/*`, `*/*+json` or `application/*+json`.
    ///
    /// Its parameters, such as a weight, are ignored.
    package static func matches(_ essence: String, _ pattern: String) -> Bool {
        if pattern == "*/*" || pattern == essence { return true }
        if let mark = pattern.utf8.firstIndex(of: UInt8(ascii: ";")) {
            return matches(essence, String(pattern[..<mark]))
        }
        guard let star = pattern.lastIndex(of: "*") else { return pattern.lowercased() == essence }
        let suffix = pattern[star...].dropFirst().lowercased()
        guard suffix.isEmpty || suffix.hasPrefix("+") && essence.hasSuffix(suffix) else {
            return false
        }
        let start = pattern[..<star].lowercased()
        return start == "*/" || start.hasSuffix("/") && essence.hasPrefix(start)
    }

    /// Returns the value of a parameter, such as `charset`, in lowercase and without quotes, also single ones.
    ///
    /// Returns `nil` if the field does not have the parameter.
    package static func parameter(_ name: String, of field: String) -> String? {
        for part in field.splitOutsideQuotes(at: ";").dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, trimmed(pair[0]) == name else { continue }
            // Two lines of the field, joined by a comma, usually say the same.
            return trimmed(pair[1].prefix { $0 != "," }).filter { !"\"'".contains($0) }
        }
        return nil
    }

    private static func trimmed(_ text: Substring) -> String {
        text.filter { $0 != " " && $0 != "\t" }.lowercased()
    }
}

extension TransportResponse {
    /// The media type of the body in lowercase without parameters, such as `application/json`.
    ///
    /// `nil` if the response names none.
    public var mediaType: String? {
        guard let essence = headers.value(of: .contentType).map(MediaType.essence),
            !essence.isEmpty
        else { return nil }
        return essence
    }
}
