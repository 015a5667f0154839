/// A check of defaults of types that are strings in a message, but have a type of their own in Swift.
enum TextDefault {
    /// Returns what to write instead of a text, or `nil` if the text is a value of the type.
    ///
    /// - Parameter form: The wire format, as in `Data(hex)`, or `nil` for the default one.
    static func problem(_ text: String, _ type: ScalarType, form: String?) -> String? {
        switch type {
        case .date: DateText.isDate(text, form: form) ? nil : dateExample(form)
        case .duration: WireDuration(text, form: form) == nil ? durationExample(form) : nil
        case .uuid: isUUID(text, form: form) ? nil : uuidExample(form)
        case .url: isURL(text) ? nil : "a whole URL, as in 'https://shop.example/orders'"
        case .data: isData(text, form: form) ? nil : dataExample(form)
        default: nil
        }
    }

    private static func dateExample(_ form: String?) -> String {
        switch form {
        case "day": "a day, as in '2026-11-21'"
        case "iso8601": "one as in '2026-11-21T10:23:00+0200'"
        case "http": "one as in 'Sat, 21 Nov 2026 10:23:00 GMT'"
        case "local": "one as in '2026-11-21T10:23:00'"
        case "rfc2822": "one as in 'Sat, 21 Nov 2026 10:23:00 +0000'"
        case "unix", "unix string": "seconds since 1970, as in '1795256580'"
        case "millis", "millis string": "milliseconds since 1970, as in '1795256580000'"
        default: "one as in '2026-11-21T10:23:00Z'"
        }
    }

    private static func durationExample(_ form: String?) -> String {
        switch form {
        case "iso": "days, hours, minutes and seconds, as in 'P1DT2H30M'"
        case "go": "one as in '1h30m'"
        case "seconds": "a number of seconds below 2^33"
        default: "a number of milliseconds below 2^43"
        }
    }

    private static func uuidExample(_ form: String?) -> String {
        form == "bare"
            ? "one as in '6b1f8f1e0d3c4a559d520a4f4c1f2b3e'"
            : "one as in '6b1f8f1e-0d3c-4a55-9d52-0a4f4c1f2b3e'"
    }

    private static func dataExample(_ form: String?) -> String {
        switch form {
        case "hex": "two hexadecimal digits for each byte, as in '0aff'"
        case "base64url": "base64 for URLs, as in 'Cv8'"
        default: "base64 with its padding, as in 'Cv8='"
        }
    }

    /// Returns whether a text is five groups of hexadecimal digits (RFC 9562, section 4), or all digits in one.
    private static func isUUID(_ text: String, form: String?) -> Bool {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == (form == "bare" ? [32] : [8, 4, 4, 4, 12])
            && groups.allSatisfy { $0.utf8.allSatisfy(\.isHexadecimal) }
    }

    /// Returns whether a text is a URL with a scheme and a host, in the characters of RFC 3986.
    private static func isURL(_ text: String) -> Bool {
        guard let end = text.firstRange(of: "://") else { return false }
        let scheme = text[..<end.lowerBound].utf8
        let rest = text[end.upperBound...]
        guard scheme.first?.isLetter == true,
            scheme.allSatisfy({ $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) })
        else { return false }
        let host = rest.prefix { !"/?#".contains($0) }.utf8
        guard !host.isEmpty,
            host.allSatisfy({ $0.isLetter || $0.isDigit || "-._~:".utf8.contains($0) })
        else { return false }
        let ports = host.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard ports.count < 3, !ports[0].isEmpty, ports.dropFirst().allSatisfy(isPort) else {
            return false
        }
        return isPath(rest.utf8.dropFirst(host.count))
    }

    private static func isPort(_ port: Substring.UTF8View.SubSequence) -> Bool {
        port.allSatisfy(\.isDigit)
            && Int(String(decoding: port, as: UTF8.self)).map { $0 < 65_536 } == true
    }

    private static func isPath(_ path: Substring.UTF8View) -> Bool {
        var rest = path
        var fragments = 0
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard rest.count > 1, rest.prefix(2).allSatisfy(\.isHexadecimal) else {
                    return false
                }
                rest = rest.dropFirst(2)
            } else if byte == UInt8(ascii: "#") {
                fragments += 1
            } else if !byte.isLetter, !byte.isDigit, !"-._~!$&'()*+,;=:@/?".utf8.contains(byte) {
                return false
            }
        }
        return fragments < 2
    }

    private static func isData(_ text: String, form: String?) -> Bool {
        let bytes = text.utf8
        switch form {
        case "hex": return bytes.count.isMultiple(of: 2) && bytes.allSatisfy(\.isHexadecimal)
        case "base64url":
            return bytes.count % 4 != 1
                && bytes.allSatisfy { $0.isLetter || $0.isDigit || "-_".utf8.contains($0) }
        default:
            let padding = bytes.suffix(2).count { $0 == UInt8(ascii: "=") }
            return bytes.count.isMultiple(of: 4)
                && bytes.dropLast(padding).allSatisfy {
                    $0.isLetter || $0.isDigit || "+/".utf8.contains($0)
                }
        }
    }
}
