import Glibc

/// Normalizes hosts that are IP addresses.
///
/// Resolvers and browsers treat `127.1`, `0x7f000001` and `2130706433` as `127.0.0.1`, so an origin must do
/// the same.
package enum HostAddress {
    /// Returns the host, with an IP address in its canonical spelling.
    ///
    /// Returns `nil` if it looks like an IP address but is not a valid one.
    package static func normal(_ host: String) -> String? {
        if host.utf8.first == UInt8(ascii: "[") { return normal6(host) }
        return isNumeric(host) ? normal4(host) : host
    }

    /// Whether the last label of a host is a number.
    ///
    /// Such a host can only be an IP address (WHATWG URL, section 3.5).
    package static func isNumeric(_ host: String) -> Bool {
        let dot = UInt8(ascii: ".")
        let name =
            host.utf8.last == dot ? host[..<host.utf8.index(before: host.endIndex)] : host[...]
        let start = name.utf8.lastIndex(of: dot).map { name.utf8.index(after: $0) }
        let label = name[(start ?? name.startIndex)...]
        // Both start with a digit.
        return label.utf8.first?.isDigit == true && (label.isDigits || isHexadecimal(label))
    }

    private static func normal6(_ host: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &bytes) == 1 else {
            return nil
        }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return nil }
        let characters = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return "[" + String(decoding: characters, as: UTF8.self) + "]"
    }

    private static func normal4(_ host: String) -> String? {
        let labels = labels(host)
        let numbers = labels.compactMap(number)
        guard numbers.count == labels.count, numbers.count <= 4, let last = numbers.last,
            numbers.dropLast().allSatisfy({ $0 <= 255 }), last < 1 << (8 * (5 - numbers.count))
        else { return nil }
        // The last number fills all remaining bytes.
        let address = numbers.dropLast().enumerated().reduce(last) { sum, part in
            sum + part.element << (8 * (3 - part.offset))
        }
        return [24, 16, 8, 0].map { String(address >> $0 & 255) }.joined(separator: ".")
    }

    /// Returns the labels, without the empty one after a trailing dot.
    private static func labels(_ host: String) -> [Substring] {
        let host = host.hasSuffix(".") ? host.dropLast() : host[...]
        return host.split(separator: ".", omittingEmptySubsequences: false)
    }

    private static func number(_ label: Substring) -> Int? {
        // Eleven octal digits can express 2^32; longer numbers are out of range.
        if isHexadecimal(label) {
            let digits = label.dropFirst(2).drop { $0 == "0" }
            return digits.isEmpty ? 0 : digits.utf8.count > 8 ? nil : Int(digits, radix: 16)
        }
        guard label.isDigits else { return nil }
        let digits = label.drop { $0 == "0" }
        guard digits.utf8.count <= 11 else { return nil }
        if digits.isEmpty { return 0 }
        return Int(digits, radix: label.hasPrefix("0") ? 8 : 10)
    }

    private static func isHexadecimal(_ label: Substring) -> Bool {
        (label.hasPrefix("0x") || label.hasPrefix("0X"))
            && label.dropFirst(2).allSatisfy { $0.isHexDigit }
    }
}
