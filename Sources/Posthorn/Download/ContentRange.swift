/// What a Content-Range says (RFC 9110, section 14.4).
package struct ContentRange: Equatable {
    /// The bytes that came.
    ///
    /// `nil` when none did, in a response of status 416.
    package var range: ClosedRange<Int>?
    /// The length of the whole; `nil` if the server does not know it.
    package var total: Int?

    /// Reads a field's value; `nil` if it has another form or makes no sense.
    package init?(_ value: String) {
        guard value.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = value.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
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

    private static func number(_ digits: Substring) -> Int? {
        digits.isDigits && digits.utf8.count <= 18 ? Int(digits) : nil
    }
}
