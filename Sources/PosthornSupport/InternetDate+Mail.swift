package import FoundationEssentials

extension InternetDate {
    /// Returns the date in the format of mail: `Sat, 21 Nov 2026 10:23:00 +0000`; `nil` if the year is outside
    /// 0 to 9999.
    package static func mail(for date: Date) -> String? {
        http(for: date).map { $0.dropLast(3) + "+0000" }
    }

    /// Reads a date of mail (RFC 5322, section 3.3) in its obsolete forms too (section 4.3).
    ///
    /// The name of the day and the seconds may be missing. A year of two digits is one of 1950 to 2049. The zone is an
    /// offset, one of the names of RFC 822, or `UTC`; other names would be a guess.
    package static func mail(from text: UnsafeBufferPointer<UInt8>) -> Date? {
        guard var text = withoutComments(text)?[...] else { return nil }
        if let comma = text.firstIndex(of: UInt8(ascii: ",")) {
            let name = words(text[..<comma])
            guard name.count == 1, weekdays.contains(where: { equal($0, name[0]) }) else {
                return nil
            }
            text = text[(comma + 1)...]
        }
        let words = words(text)
        guard words.count == 5, words[0].count <= 2, let day = number(words[0]),
            let month = months.firstIndex(where: { equal($0, words[1]) }),
            let year = year(words[2]), let time = timeOfDay(words[3]),
            let offset = offset(words[4]),
            let date = date(year, month + 1, day, seconds: time.seconds - offset)
        else { return nil }
        // Only the last minute of a day in UTC has a leap second.
        let isLast = date.timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400) == 0
        return !time.isLeap || isLast ? date : nil
    }

    private typealias Word = ArraySlice<UInt8>

    /// Returns the text without comments in parentheses; `nil` if one has no end.
    private static func withoutComments(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var depth = 0
        for byte in text {
            switch byte {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                guard depth > 0 else { return nil }
                depth -= 1
                result.append(UInt8(ascii: " "))
            default: if depth == 0 { result.append(byte) }
            }
        }
        return depth == 0 ? result : nil
    }

    private static func words(_ text: Word) -> [Word] {
        text.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d || $0 == 0x0a }
    }

    /// Returns whether a word is the same in any case.
    private static func equal(_ name: StaticString, _ word: Word) -> Bool {
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        return name.elementsEqual(word) { $0 | 0x20 == $1 | 0x20 }
    }

    private static func number(_ digits: Word) -> Int? {
        guard (1...4).contains(digits.count) else { return nil }
        var value = 0
        for byte in digits {
            guard case let digit = byte &- UInt8(ascii: "0"), digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        return value
    }

    private static func year(_ word: Word) -> Int? {
        guard word.count >= 2, let year = number(word) else { return nil }
        return switch word.count {
        case 2: year < 50 ? 2000 + year : 1900 + year
        case 3: 1900 + year
        default: year
        }
    }

    private static func timeOfDay(_ word: Word) -> (seconds: Int, isLeap: Bool)? {
        let parts = word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.count == 2 ? number($0) : nil }
        guard numbers.count == parts.count, (2...3).contains(parts.count) else { return nil }
        let second = parts.count == 3 ? numbers[2] : 0
        guard numbers[0] < 24, numbers[1] < 60, second <= 60 else { return nil }
        return (numbers[0] * 3600 + numbers[1] * 60 + second, second == 60)
    }

    /// Returns a zone in seconds east of UTC.
    private static func offset(_ word: Word) -> Int? {
        if let sign = word.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            guard word.count == 5, let digits = number(word.dropFirst()), digits % 100 < 60,
                digits < 2400
            else { return nil }
            let seconds = digits / 100 * 3600 + digits % 100 * 60
            return sign == UInt8(ascii: "-") ? -seconds : seconds
        }
        // RFC 822 gave the letters of the military the wrong sign, so that they tell nothing.
        if word.count == 1, let letter = word.first.map({ $0 | 0x20 }) {
            let isZone = letter >= 0x61 && letter <= 0x7a && letter != UInt8(ascii: "j")
            return isZone ? 0 : nil
        }
        return zones.first { equal($0.name, word) }.map { $0.hours * 3600 }
    }

    private static let zones: [(name: StaticString, hours: Int)] = [
        ("UT", 0), ("UTC", 0), ("GMT", 0), ("EST", -5), ("EDT", -4), ("CST", -6), ("CDT", -5),
        ("MST", -7), ("MDT", -6), ("PST", -8), ("PDT", -7),
    ]
}
