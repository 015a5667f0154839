import FoundationEssentials

/// The conversion of names from `user_name` to `userName`, as by Foundation's decoder.
///
/// Underscores at both ends stay, and a name of one word stays as it is.
enum CamelCase {
    /// Converts a name.
    static func name(of name: String) -> String {
        let words = name.split(separator: "_")
        guard words.count > 1 else { return name }
        let head = name.prefix { $0 == "_" }
        let tail = name.reversed().prefix { $0 == "_" }
        return head + words[0].lowercased() + words[1...].map(\.capitalized).joined() + tail
    }

    /// Returns whether a name becomes a key; faster than converting the name.
    static func matches(
        _ name: UnsafeBufferPointer<UInt8>, _ key: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let underscore = UInt8(ascii: "_")
        guard let first = name.firstIndex(where: { $0 != underscore }),
            let last = name.lastIndex(where: { $0 != underscore }),
            name[first...last].contains(underscore)
        else { return name.hasBytes(of: key) }
        var isFirstWord = true
        // Whether a letter precedes, after which Foundation writes small letters.
        var isInWord = false
        var end = 0
        for (index, byte) in name.enumerated() {
            let converted: UInt8
            switch byte {
            case underscore where index > first && index < last:
                isFirstWord = false
                isInWord = false
                continue
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                converted = isFirstWord || isInWord ? byte | 0x20 : byte & ~0x20
                isInWord = true
            case underscore, UInt8(ascii: "0")...UInt8(ascii: "9"):
                converted = byte
                isInWord = false
            default:
                return self.name(of: String(decoding: name, as: UTF8.self))
                    == String(decoding: key, as: UTF8.self)
            }
            guard end < key.count, key[end] == converted else { return false }
            end += 1
        }
        return end == key.count
    }
}
