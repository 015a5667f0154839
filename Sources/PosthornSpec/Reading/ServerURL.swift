/// A check of base URLs that needs no URL type.
package enum ServerURL {
    /// Returns the problem of a base URL as the end of a sentence, or `nil` if the URL is valid.
    package static func problem(in text: String) -> String? {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else {
            return "with its scheme"
        }
        let rest = text.dropFirst(scheme.count)
        let isAllowed = rest.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && scalar.value > 0x20 && !"\"<>\\^`{|}".unicodeScalars.contains(scalar)
        }
        guard isAllowed else { return "of allowed characters" }
        if rest.contains("?") || rest.contains("#") { return "without query and fragment" }
        let authority = rest.prefix { $0 != "/" }
        if authority.contains("@") { return "without user name and password" }
        if authority.isEmpty || authority.hasPrefix(":") { return "with a host" }
        if let port = port(of: authority), !port.isEmpty, UInt16(port) == nil || port == "0" {
            return "with a port from 1 to 65535"
        }
        let segments = rest.dropFirst(authority.count).split(separator: "/")
        if segments.contains(where: { $0 == "." || $0 == ".." }) {
            return "without '.' and '..' segments"
        }
        return nil
    }

    /// Returns the names in braces, each of which stands for a variable.
    package static func names(in text: String) -> [String] {
        text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap {
            part in
            guard let end = part.firstIndex(of: "}") else { return nil }
            let name = String(part[..<end])
            return SwiftName.isMember(name) ? name : nil
        }
    }

    /// Returns whether a byte is one that each part of a URL can have (RFC 3986, section 2.3).
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// Returns the text after the port's colon, ignoring the colons in an IPv6 address.
    private static func port(of authority: Substring) -> Substring? {
        let rest = authority.hasPrefix("[") ? authority.drop { $0 != "]" } : authority
        return rest.lastIndex(of: ":").map { rest[rest.index(after: $0)...] }
    }
}
