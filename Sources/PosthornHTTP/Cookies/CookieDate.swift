import FoundationEssentials

/// Parses the dates of cookies, whose parts come in any order (RFC 6265, section 5.1.1).
enum CookieDate {
    /// `nil` if a part is missing, or if the date does not exist in the calendar.
    static func date(from text: some StringProtocol) -> Date? {
        var parts = Parts()
        for token in text.utf8.split(whereSeparator: isDelimiter) { parts.take(Array(token)) }
        return parts.date
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2f, 0x3b...0x40, 0x5b...0x60, 0x7b...0x7e: true
        default: false
        }
    }

    private struct Parts {
        var time: (hour: Int, minute: Int, second: Int)?
        var day: Int?
        var month: Int?
        var year: Int?

        /// Uses a token for the first missing part that it matches.
        mutating func take(_ token: [UInt8]) {
            if time == nil, let found = Self.time(token) {
                time = found
            } else if day == nil, let found = Self.number(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = Self.month(token) {
                month = found
            } else if year == nil, let found = Self.number(token, digits: 2...4) {
                year = found < 70 ? found + 2000 : found < 100 ? found + 1900 : found
            }
        }

        var date: Date? {
            guard let time, let day, let month, let year, year >= 1601, time.hour < 24,
                time.minute < 60, time.second < 60, day >= 1,
                day <= InternetDate.daysIn(month, of: year)
            else { return nil }
            let days = InternetDate.days(fromYear: Int64(year), month: month, day: day)
            let seconds = time.hour * 3600 + time.minute * 60 + time.second
            return Date(timeIntervalSince1970: Double(days * 86_400 + Int64(seconds)))
        }

        /// Three numbers of one or two digits, separated by colons.
        ///
        /// Ignores text after the last number.
        private static func time(_ token: [UInt8]) -> (Int, Int, Int)? {
            let fields = token.split(
                separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3, let hour = number(Array(fields[0]), digits: 1...2, only: true),
                let minute = number(Array(fields[1]), digits: 1...2, only: true),
                let second = number(Array(fields[2]), digits: 1...2)
            else { return nil }
            return (hour, minute, second)
        }

        private static func month(_ token: [UInt8]) -> Int? {
            let start = String(decoding: token.prefix(3), as: UTF8.self).lowercased()
            return months.firstIndex(of: start).map { $0 + 1 }
        }

        private static let months = [
            "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
        ]

        private static func number(
            _ token: [UInt8], digits: ClosedRange<Int>, only: Bool = false
        ) -> Int? {
            let found = token.prefix { (0x30...0x39).contains($0) }
            guard digits.contains(found.count), !only || found.count == token.count else {
                return nil
            }
            return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
    }
}
