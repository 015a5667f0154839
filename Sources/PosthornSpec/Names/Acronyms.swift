/// The words that Swift names write in capitals, such as `ID` in `sessionID`.
struct Acronyms: Sendable {
    /// The words in lower case.
    private var words: Set<[UInt8]>
    /// Whether names keep the `X-` of header fields.
    private(set) var keepsPrefix = false

    /// Those of every service.
    static let standard = Acronyms(
        words: Set(
            """
            api cpu css csv dns gps gpu html http https id ip json jwt otp pdf png qr sdk sku sms sql ssh ssl tcp \
            tls ttl udp ui uri url utc uuid vat vpn xml
            """.split(separator: " ").map { Array($0.utf8) }))

    /// None, and names keep the `X-` of header fields: the names of the language before version 1.
    static let earlier = Acronyms(words: [], keepsPrefix: true)

    /// Returns the set with the words of a service.
    func adding(_ words: [String]) -> Acronyms {
        Acronyms(words: self.words.union(words.map { Array($0.lowercased().utf8) }))
    }

    /// Returns how many letters of a word are capitals: all, all but the `s` of a plural, or none.
    func capitals(in word: ArraySlice<UInt8>) -> Int {
        guard (2...12).contains(word.count) else { return 0 }
        let lowercase = word.map { $0.isUppercase ? $0 + 0x20 : $0 }
        if words.contains(lowercase) { return word.count }
        guard lowercase.last == UInt8(ascii: "s"), words.contains(Array(lowercase.dropLast()))
        else {
            return 0
        }
        return word.count - 1
    }

    /// Returns whether a text can be an acronym: ASCII letters and digits, with a letter first.
    static func isWord(_ text: String) -> Bool {
        (2...12).contains(text.utf8.count) && text.utf8.first?.isLetter == true
            && text.utf8.allSatisfy { $0.isLetter || $0.isDigit }
    }
}
