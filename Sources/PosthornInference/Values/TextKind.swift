/// What a text looks like.
enum TextKind: Int, Comparable {
    case integer, uuid, date, day, url, other

    static func < (left: TextKind, right: TextKind) -> Bool { left.rawValue < right.rawValue }

    init(_ text: String) {
        let bytes = Array(text.utf8)
        if Self.isInteger(bytes) {
            self = .integer
        } else if Self.isUUID(bytes) {
            self = .uuid
        } else if Self.isDay(bytes) {
            self = .day
        } else if Self.isDate(bytes) {
            self = .date
        } else if text.hasPrefix("http://") || text.hasPrefix("https://"), bytes.count > 9,
            bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"<>\"{}|\\^`[]".utf8.contains($0) })
        {
            self = .url
        } else {
            self = .other
        }
    }

    /// The type of the spec language.
    var type: String {
        switch self {
        case .integer: "Int"
        case .uuid: "UUID"
        case .date: "Date"
        case .day: "Date(day)"
        case .url: "URL"
        case .other: "String"
        }
    }

    private static func isInteger(_ bytes: [UInt8]) -> Bool {
        let digits = bytes.first == 0x2D ? bytes.dropFirst() : bytes[...]
        guard (1...18).contains(digits.count), digits.allSatisfy(isDigit) else { return false }
        return digits.count == 1 || digits.first != 0x30
    }

    static func isUUID(_ bytes: [UInt8]) -> Bool {
        bytes.count == 36
            && bytes.enumerated().allSatisfy { index, byte in
                [8, 13, 18, 23].contains(index) ? byte == 0x2D : isHexadecimal(byte)
            }
    }

    private static func isDay(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D else { return false }
        func number(_ range: ClosedRange<Int>) -> Int {
            bytes[range].reduce(0) { isDigit($1) ? $0 * 10 + Int($1 - 0x30) : 99_999 }
        }
        return number(0...3) < 10_000 && (1...12).contains(number(5...6))
            && (1...31).contains(number(8...9))
    }

    /// Returns whether bytes are a time of RFC 3339.
    private static func isDate(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 20, bytes.count <= 35, isDay(Array(bytes[..<10])),
            bytes[10] == UInt8(ascii: "T"), bytes[13] == 0x3A, bytes[16] == 0x3A
        else { return false }
        for index in [11, 12, 14, 15, 17, 18] where !isDigit(bytes[index]) { return false }
        guard bytes[11...12].elementsEqual("24".utf8) == false, bytes[11] < 0x33, bytes[14] < 0x36,
            bytes[17] < 0x36
        else { return false }
        var rest = bytes[19...]
        if rest.first == 0x2E {
            let fraction = rest.dropFirst().prefix(while: isDigit)
            guard !fraction.isEmpty else { return false }
            rest = rest.dropFirst(fraction.count + 1)
        }
        if rest.count == 1 { return rest.first == UInt8(ascii: "Z") }
        let zone = Array(rest)
        return zone.count == 6 && (zone[0] == 0x2B || zone[0] == 0x2D) && zone[3] == 0x3A
            && [1, 2, 4, 5].allSatisfy { isDigit(zone[$0]) }
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte >= 0x41 && byte <= 0x46 || byte >= 0x61 && byte <= 0x66
    }
}
