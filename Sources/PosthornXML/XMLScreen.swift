internal import Foundation
internal import PosthornCore

/// Checks the bytes of a document in linear time before libxml2 parses them.
///
/// The checks interpret the bytes as libxml2 does. In UTF-8, US-ASCII and ISO-8859-1 an ASCII byte always
/// represents itself. UTF-16 is read by its 16-bit units.
struct XMLScreen {
    /// libxml2 compares each attribute of an element with all attributes before it.
    private static let attributeLimit = 1000

    /// The bytes after the byte order mark; the subscript returns 0xff for units that are not ASCII.
    private let bytes: UnsafeBufferPointer<UInt8>
    private let width: Int
    /// The offset of the low byte within a unit.
    private let low: Int
    private let count: Int
    /// The length of the byte order mark in bytes.
    private let mark: Int
    private var position = 0
    private var isLatin = false
    /// The positions of the `?>` of processing instructions without data.
    private var bareEnds: [Int] = []

    /// A document that Foundation's parser can read.
    struct Screened {
        /// The document with a space before the end of each processing instruction without data (`<?x?>`).
        ///
        /// Foundation's parser crashes on such instructions.
        var readable: Data
        /// The document with such a space also in comments and CDATA sections; `nil` if none needs one.
        ///
        /// After an error the parser continues, and may find instructions where a well-formed document has
        /// none. The parser must therefore accept this version first.
        var suspect: Data?
    }

    /// Refuses documents that libxml2 would handle unsafely.
    ///
    /// These are documents in other encodings, with a DOCTYPE, with too many attributes in an element, or
    /// with bytes that are invalid in their encoding. Foundation's parser crashes on invalid bytes in a name
    /// or a comment.
    ///
    /// After an error libxml2 continues, and may find elements where this check finds none. Constructs that
    /// the two could read differently are therefore refused: a `<` inside a tag, characters that XML does not
    /// allow, processing instructions without a name, and a malformed XML declaration.
    static func check(_ data: Data) throws -> Screened {
        try data.withUnsafeBytes { bytes in
            var screen = try XMLScreen(bytes.assumingMemoryBound(to: UInt8.self))
            try screen.checkDeclaration()
            try screen.checkBytes()
            try screen.checkCharacters()
            try screen.checkMarkup()
            let everywhere = screen.instructionsWithoutData()
            return Screened(
                readable: screen.withBlanks(screen.bareEnds, in: data),
                suspect: everywhere == screen.bareEnds
                    ? nil : screen.withBlanks(everywhere, in: data))
        }
    }

    /// Returns the ends of everything that looks like a processing instruction without data, in any context.
    private func instructionsWithoutData() -> [Int] {
        var ends: [Int] = []
        // The start of the target, as long as no data follows it.
        var target: Int?
        for index in 0..<count {
            switch self[index] {
            case UInt8(ascii: "<") where isAt("<?", index): target = index + 2
            case UInt8(ascii: "?") where index > target ?? .max && isAt("?>", index):
                ends.append(index)
                target = nil
            case let byte where Self.isSpace(byte): target = nil
            default: break
            }
        }
        return ends
    }

    /// Returns a copy with a space before each of the given units.
    private func withBlanks(_ places: [Int], in data: Data) -> Data {
        guard !places.isEmpty else { return data }
        let blank: [UInt8] = width == 1 ? [0x20] : low == 0 ? [0x20, 0] : [0, 0x20]
        var copy = Data(capacity: data.count + places.count * width)
        var rest = data[...]
        for place in places {
            let end = data.startIndex + mark + place * width
            copy += rest[..<end]
            copy += blank
            rest = rest[end...]
        }
        return copy + rest
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        let start = Array(bytes.prefix(4))
        var mark = 0
        switch (start.first, start.dropFirst().first) {
        // More than two zero bytes, or one of these byte order marks, indicate UCS-4.
        case _ where start.count == 4 && start.count(where: { $0 == 0 }) > 2,
            _ where start == [0xff, 0xfe, 0, 0] || start == [0, 0, 0xfe, 0xff],
            // `<?xm` in EBCDIC.
            _ where start == [0x4c, 0x6f, 0xa7, 0x94]:
            throw Self.unreadable("another one")
        case (0xff, 0xfe): (width, low, mark) = (2, 0, 2)
        case (0xfe, 0xff): (width, low, mark) = (2, 1, 2)
        case (0x3c, 0): (width, low) = (2, 0)
        case (0, 0x3c): (width, low) = (2, 1)
        default:
            (width, low) = (1, 0)
            if start.starts(with: [0xef, 0xbb, 0xbf]) { mark = 3 }
        }
        self.mark = mark
        self.bytes = UnsafeBufferPointer(rebasing: bytes[mark...])
        count = self.bytes.count / width
    }

    private static func unreadable(_ encoding: String) -> APIError.Cause {
        APIError.Cause(
            .decodingFailed,
            "the document has none of the encodings UTF-8, US-ASCII, ISO-8859-1 and UTF-16: it is in "
                + encoding,
            advice: "ask the server for UTF-8, or take the bytes with the policy raw")
    }

    private subscript(_ index: Int) -> UInt8 {
        guard width == 2 else { return bytes[index] }
        let unit = index * 2
        return bytes[unit + 1 - low] == 0 ? bytes[unit + low] : 0xff
    }

    private func isAt(_ text: StaticString, _ index: Int) -> Bool {
        guard index + text.utf8CodeUnitCount <= count else { return false }
        for offset in 0..<text.utf8CodeUnitCount
        where self[index + offset] != text.utf8Start[offset] { return false }
        return true
    }

    /// Moves past the next occurrence of a text, or to the end.
    private mutating func pass(_ text: StaticString) {
        let first = text.utf8Start[0]
        while position < count {
            if self[position] == first, isAt(text, position) {
                position += text.utf8CodeUnitCount
                return
            }
            position += 1
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
    }

    /// Checks the XML declaration (XML 1.0, production 23).
    ///
    /// Parsed strictly, so that the declared encoding has only one interpretation.
    private mutating func checkDeclaration() throws {
        guard isAt("<?xml", 0), count > 5, Self.isSpace(self[5]) else { return }
        position = 5
        pass("?>")
        guard position <= 1024 else { throw Self.unreadable("one that is not declared") }
        let text = String(
            decoding: (5..<max(5, position - 2)).map { self[$0] }, as: Unicode.ASCII.self)
        let form =
            /\s+version\s*=\s*(?:"[0-9.]+"|'[0-9.]+')(?:\s+encoding\s*=\s*(?:"([\w.\-]+)"|'([\w.\-]+)'))?(?:\s+standalone\s*=\s*["'](?:yes|no)["'])?\s*/
        guard let match = text.wholeMatch(of: form) else {
            guard text.lowercased().contains("encoding") else {
                throw Self.invalid("its XML declaration is none")
            }
            throw Self.unreadable("one that is not declared well")
        }
        guard let name = (match.1 ?? match.2)?.lowercased() else { return }
        let known: Set<String> =
            width == 2
            ? ["utf-16", low == 0 ? "utf-16le" : "utf-16be"]
            : ["utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "latin1"]
        guard known.contains(name) else {
            throw Self.unreadable(name.utf8.count > 40 ? "another one" : name)
        }
        isLatin = name == "iso-8859-1" || name == "latin1"
    }

    private func checkBytes() throws {
        guard width == 1, !isLatin, let place = UTF8Check.firstInvalid(bytes) else { return }
        throw APIError.Cause(
            .decodingFailed,
            "the document is not UTF-8 at byte \(mark + place), and declares no other encoding",
            advice: "ask the server for UTF-8, or to declare the encoding; the bytes are in the "
                + "error's `response`")
    }

    /// Refuses characters that XML does not allow (XML 1.0, production 2).
    ///
    /// libxml2 ends a comment at such a character.
    private func checkCharacters() throws {
        var isPaired = false
        for index in 0..<count {
            let byte = self[index]
            var isCharacter = byte >= 0x20 || Self.isSpace(byte)
            if byte == 0xef, width == 1, !isLatin,
                isAt("\u{fffe}", index) || isAt("\u{ffff}", index)
            {
                isCharacter = false
            }
            if width == 2 {
                switch UInt16(bytes[index * 2 + 1 - low]) << 8 | UInt16(bytes[index * 2 + low]) {
                case 0xfffe, 0xffff: isCharacter = false
                case 0xd800..<0xdc00:
                    isCharacter = !isPaired
                    isPaired = true
                case 0xdc00..<0xe000:
                    isCharacter = isPaired
                    isPaired = false
                default:
                    isCharacter = isCharacter && !isPaired
                    isPaired = false
                }
            }
            guard isCharacter else {
                throw Self.invalid("it contains a character that XML does not allow")
            }
        }
    }

    static func invalid(_ reason: String, underlying: (any Error)? = nil) -> APIError.Cause {
        APIError.Cause(
            .decodingFailed, "it is not valid XML: \(reason)",
            advice: "the bytes are in the error's `response`", underlying: underlying)
    }

    /// Moves past a processing instruction.
    private mutating func passInstruction() throws {
        let start = position + 2
        position = start
        guard start < count else { return }
        switch self[start] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...:
            break
        default: throw Self.invalid("it has a processing instruction without a name")
        }
        pass("?>")
        // libxml2 decides whether such a character may start a name. If not, it continues parsing inside.
        if self[start] >= 0x80,
            (start..<position).contains(where: { self[$0] == UInt8(ascii: "<") })
        {
            throw Self.invalid("a processing instruction whose name is not ASCII holds a `<`")
        }
        let end = position - 2
        guard end > start, isAt("?>", end),
            !(start..<end).contains(where: { Self.isSpace(self[$0]) })
        else { return }
        bareEnds.append(end)
    }

    /// Checks all markup; refuses a DOCTYPE, which can only stand before the first element.
    private mutating func checkMarkup() throws {
        var isProlog = true
        while position < count {
            if self[position] != UInt8(ascii: "<") {
                isProlog = isProlog && Self.isSpace(self[position])
                position += 1
            } else if isAt("<!--", position) {
                position += 4
                pass("-->")
            } else if isAt("<?", position) {
                try passInstruction()
            } else if isProlog, isAt("<!", position) {
                throw APIError.Cause(
                    .decodingFailed,
                    "the document has a DOCTYPE, which may hold entities without end",
                    advice:
                        "ask the server for a document without; for trusted ones take the bytes with "
                        + "the policy raw")
            } else if isAt("<![CDATA[", position) {
                pass("]]>")
            } else {
                isProlog = false
                position += 1
                try passTag()
            }
        }
    }

    private mutating func passTag() throws {
        var attributes = 0
        var quote: UInt8?
        while position < count {
            let byte = self[position]
            position += 1
            if byte == UInt8(ascii: "<") { throw Self.invalid("a tag holds a `<`") }
            if let open = quote {
                if byte == open { quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: ">"): return
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "="):
                attributes += 1
                guard attributes <= Self.attributeLimit else {
                    throw APIError.Cause(
                        .decodingFailed,
                        "an element has more than \(Self.attributeLimit) attributes",
                        advice: "take the bytes with the policy raw")
                }
            default: break
            }
        }
    }
}
