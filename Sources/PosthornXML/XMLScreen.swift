internal import Foundation
internal import Posthorn

/// Looks through the bytes of a document before libxml2 reads them, in time that grows with their
/// number alone.
///
/// It reads what it has to as libxml2 does: the encodings are those in which a byte of ASCII is itself
/// and no other sequence is one (UTF-8, US-ASCII, ISO-8859-1), and UTF-16 by its units.
struct XMLScreen {
    /// Each attribute of an element is compared with all before it.
    private static let attributeLimit = 1000

    /// The units that have been looked at; those that are not ASCII are 0xff.
    private let bytes: UnsafeBufferPointer<UInt8>
    private let width: Int
    /// Which byte of a unit is the low one.
    private let low: Int
    private let count: Int
    private var position = 0

    /// Refuses documents in other encodings, with a DOCTYPE, or with more attributes in an element
    /// than anybody has.
    static func check(_ data: Data) throws {
        try data.withUnsafeBytes { bytes in
            var screen = try XMLScreen(bytes.assumingMemoryBound(to: UInt8.self))
            try screen.checkDeclaration()
            try screen.checkProlog()
            try screen.checkAttributes()
        }
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        let start = Array(bytes.prefix(4))
        var mark = 0
        switch (start.first, start.dropFirst().first) {
        // Two zero bytes beside a `<` or a byte order mark are UCS-4.
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
        self.bytes = UnsafeBufferPointer(rebasing: bytes[mark...])
        count = self.bytes.count / width
    }

    private static func unreadable(_ encoding: String) -> CallFault {
        CallFault(
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

    /// Goes behind the next occurrence of a text, or to the end.
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

    /// The XML declaration (XML 1.0, production 23), read strictly: what it says of the encoding
    /// must not be read in two ways.
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
            // Not well-formed, which the parser says, unless it says something of the encoding.
            if text.lowercased().contains("encoding") {
                throw Self.unreadable("one that is not declared well")
            }
            return
        }
        guard let name = (match.1 ?? match.2)?.lowercased() else { return }
        let known: Set<String> =
            width == 2
            ? ["utf-16", low == 0 ? "utf-16le" : "utf-16be"]
            : ["utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "latin1"]
        guard known.contains(name) else {
            throw Self.unreadable(name.utf8.count > 40 ? "another one" : name)
        }
    }

    /// Looks for a DOCTYPE where it may be: before the first element.
    private mutating func checkProlog() throws {
        while position < count {
            if Self.isSpace(self[position]) {
                position += 1
            } else if isAt("<!--", position) {
                position += 4
                pass("-->")
            } else if isAt("<?", position) {
                position += 2
                pass("?>")
            } else if isAt("<!", position) {
                throw CallFault(
                    .decodingFailed,
                    "the document has a DOCTYPE, which may hold entities without end",
                    advice:
                        "ask the server for a document without; for trusted ones take the bytes with "
                        + "the policy raw")
            } else {
                return
            }
        }
    }

    private mutating func checkAttributes() throws {
        while position < count {
            guard self[position] == UInt8(ascii: "<") else {
                position += 1
                continue
            }
            if isAt("<!--", position) {
                position += 4
                pass("-->")
            } else if isAt("<![CDATA[", position) {
                pass("]]>")
            } else if isAt("<?", position) {
                pass("?>")
            } else {
                position += 1
                try passTag()
            }
        }
    }

    private mutating func passTag() throws {
        var attributes = 0
        while position < count {
            let byte = self[position]
            position += 1
            switch byte {
            case UInt8(ascii: ">"): return
            case UInt8(ascii: "\""): pass("\"")
            case UInt8(ascii: "'"): pass("'")
            case UInt8(ascii: "="):
                attributes += 1
                guard attributes <= Self.attributeLimit else {
                    throw CallFault(
                        .decodingFailed,
                        "an element has more than \(Self.attributeLimit) attributes",
                        advice: "take the bytes with the policy raw")
                }
            default: break
            }
        }
    }
}
