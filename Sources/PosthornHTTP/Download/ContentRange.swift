/// A parsed `Content-Range` field (RFC 9110, section 14.4).
package struct ContentRange: Equatable {
    /// The range of the bytes in the response.
    ///
    /// `nil` if there are none, in a response with status 416.
    package var range: ClosedRange<Int>?
    /// The length of the complete representation in bytes; `nil` if the server does not know it.
    package var total: Int?

    /// Parses a field value; returns `nil` if it is malformed or inconsistent.
    ///
    /// `bytes=` and blanks between the parts are accepted too.
    package init?(_ value: String) {
        guard value.lowercased().hasPrefix("bytes"),
            let mark = value.utf8.dropFirst(5).first, " =\t".utf8.contains(mark)
        else { return nil }
        let parts = value.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
            .map(\.trimmingBlanks)
        guard parts.count == 2 else { return nil }
        if parts[1] != "*" {
            guard let total = Self.number(parts[1]) else { return nil }
            self.total = total
        }
        if parts[0] == "*" { return }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]),
            first <= last, total.map({ last < $0 }) ?? true
        else { return nil }
        range = first...last
    }

    private static func number(_ text: Substring) -> Int? {
        let digits = text.trimmingBlanks
        return digits.isDigits && digits.utf8.count <= 18 ? Int(digits) : nil
    }
}
