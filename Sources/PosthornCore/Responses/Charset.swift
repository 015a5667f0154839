import FoundationEssentials

/// The supported charsets, by their names in the WHATWG Encoding Standard.
enum Charset {
    case utf8
    case ascii
    case windows1252
    case utf16LittleEndian
    case utf16BigEndian
    /// A charset that the C library converts, with its name there.
    case system(name: String, library: String)

    /// The name, for error messages.
    var name: String {
        switch self {
        case .utf8: "UTF-8"
        case .ascii: "US-ASCII"
        case .windows1252: "windows-1252"
        case .utf16LittleEndian: "UTF-16LE"
        case .utf16BigEndian: "UTF-16BE"
        case .system(let name, _): name
        }
    }

    /// Returns the charset of a body and the length of its byte order mark in bytes.
    ///
    /// Returns `nil` if the name is unknown.
    static func of(_ body: Data, named name: String?) -> (Charset, mark: Int)? {
        if body.starts(with: [0xef, 0xbb, 0xbf]) { return (.utf8, 3) }
        if body.starts(with: [0xff, 0xfe]) { return (.utf16LittleEndian, 2) }
        if body.starts(with: [0xfe, 0xff]) { return (.utf16BigEndian, 2) }
        return Charset(named: name).map { ($0, 0) }
    }

    /// Creates the charset with a name; UTF-8 without one, and `nil` if the name is unknown.
    init?(named name: String?) {
        switch name {
        case nil, "utf-8", "utf8", "utf_8", "unicode-1-1-utf-8", "": self = .utf8
        case "us-ascii", "ascii", "ansi_x3.4-1968": self = .ascii
        // Browsers decode Latin-1 as windows-1252, because servers that name Latin-1 send windows-1252.
        case "iso-8859-1", "latin1", "latin-1", "l1", "iso8859-1", "iso_8859-1", "iso88591",
            "windows-1252", "cp1252", "x-cp1252":
            self = .windows1252
        case "utf-16", "utf-16le", "utf16": self = .utf16LittleEndian
        case "utf-16be": self = .utf16BigEndian
        case let name?:
            guard let library = SystemCharset.name(of: name) else { return nil }
            self = .system(name: name, library: library)
        }
    }

    /// Returns the charset of a response in words, with its name if that is a token of at most 40 characters.
    static func shown(_ name: String) -> String {
        let isToken =
            name.utf8.count <= 40
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-_.:+".utf8.contains(byte)
                }
            }
        return isToken ? "the charset \(name) of the response" : "the charset of the response"
    }

    /// Returns the decoded text; `nil` if the bytes are not valid in this charset.
    ///
    /// - Throws: an ``APIError/Cause`` if the C library does not have the charset.
    func text(_ bytes: Data) throws -> String? {
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
        case .system(let name, let library): try SystemCharset.text(bytes, in: library, named: name)
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
