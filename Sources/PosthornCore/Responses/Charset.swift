import FoundationEssentials

/// The supported charsets, by their names in the WHATWG Encoding Standard.
enum Charset: String {
    case utf8 = "UTF-8"
    case ascii = "US-ASCII"
    case windows1252 = "windows-1252"
    case utf16LittleEndian = "UTF-16LE"
    case utf16BigEndian = "UTF-16BE"

    /// The names of charsets that are in use on the web and not supported.
    static let unsupported: Set<String> = [
        "gbk", "gb2312", "gb18030", "big5", "big5-hkscs", "shift_jis", "shift-jis", "sjis",
        "windows-31j", "euc-jp", "iso-2022-jp", "euc-kr", "ks_c_5601-1987", "koi8-r", "koi8-u",
        "macintosh", "ibm866", "tis-620", "utf-7", "utf-32", "windows-874", "windows-1250",
        "windows-1251", "windows-1253", "windows-1254", "windows-1255", "windows-1256",
        "windows-1257", "windows-1258", "cp1250", "cp1251", "iso-8859-2", "iso-8859-3",
        "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8", "iso-8859-9",
        "iso-8859-10", "iso-8859-11", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16",
    ]

    /// Returns the charset of a body and the length of its byte order mark in bytes.
    ///
    /// Returns `nil` if the name is unknown.
    static func of(_ body: Data, named name: String?) -> (Charset, mark: Int)? {
        if body.starts(with: [0xef, 0xbb, 0xbf]) { return (.utf8, 3) }
        if body.starts(with: [0xff, 0xfe]) { return (.utf16LittleEndian, 2) }
        if body.starts(with: [0xfe, 0xff]) { return (.utf16BigEndian, 2) }
        let charset: Charset? =
            switch name {
            case nil, "utf-8", "utf8", "utf_8", "unicode-1-1-utf-8", "": .utf8
            case "us-ascii", "ascii", "ansi_x3.4-1968": .ascii
            // Browsers decode Latin-1 as windows-1252, because servers that name Latin-1 send windows-1252.
            case "iso-8859-1", "latin1", "latin-1", "l1", "iso8859-1", "iso_8859-1", "iso88591",
                "windows-1252", "cp1252", "x-cp1252":
                .windows1252
            case "utf-16", "utf-16le", "utf16": .utf16LittleEndian
            case "utf-16be": .utf16BigEndian
            default: nil
            }
        return charset.map { ($0, 0) }
    }

    /// Returns the decoded text; `nil` if the bytes are not valid in this charset.
    func text(_ bytes: Data) -> String? {
        switch self {
        case .utf8: String(validating: bytes, as: UTF8.self)
        case .ascii: bytes.allSatisfy { $0 < 0x80 } ? String(validating: bytes, as: UTF8.self) : nil
        case .windows1252:
            String(
                String.UnicodeScalarView(
                    bytes.map { byte in
                        Self.high[Int(byte) - 0x80, or: byte]
                    }))
        case .utf16LittleEndian: text(bytes) { UInt16($0) | UInt16($1) << 8 }
        case .utf16BigEndian: text(bytes) { UInt16($0) << 8 | UInt16($1) }
        }
    }

    private func text(_ bytes: Data, _ unit: (UInt8, UInt8) -> UInt16) -> String? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var iterator = bytes.makeIterator()
        while let first = iterator.next(), let second = iterator.next() {
            units.append(unit(first, second))
        }
        return String(validating: units, as: UTF16.self)
    }

    /// The characters 0x80 to 0x9f of windows-1252; its five unassigned bytes map to control characters.
    private static let high: [Unicode.Scalar] = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ".unicodeScalars)
}

extension [Unicode.Scalar] {
    fileprivate subscript(index: Int, or byte: UInt8) -> Unicode.Scalar {
        indices.contains(index) ? self[index] : Unicode.Scalar(byte)
    }
}
