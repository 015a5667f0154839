/// A scan of a file for the key that every OpenAPI document has, without reading all of it.
struct DocumentScan {
    private let bytes: [UInt8]
    private var index = 0

    /// Returns whether a text has the key `openapi` or `swagger` outside of other values.
    static func isDocument(_ bytes: [UInt8]) -> Bool {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        var scan = DocumentScan(bytes: text)
        return scan.skipsToBrace() ? scan.hasKeyInBraces() : scan.hasKeyInLines()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private static func isKey(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.elementsEqual("openapi".utf8) || bytes.elementsEqual("swagger".utf8)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    /// Skips space, comments and `---`, and returns whether a brace follows.
    private mutating func skipsToBrace() -> Bool {
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "#") {
                while index < bytes.count, bytes[index] != 0x0A { index += 1 }
            } else if bytes[index...].starts(with: "---".utf8) {
                index += 3
            } else if Self.isSpace(bytes[index]) {
                index += 1
            } else {
                return bytes[index] == UInt8(ascii: "{")
            }
        }
        return false
    }

    /// Looks for a key at the beginning of a line.
    private func hasKeyInLines() -> Bool {
        bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).contains { line in
            let line = line.drop { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
            let rest = line.dropFirst(7).drop {
                Self.isSpace($0) || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'")
            }
            return Self.isKey(line.prefix(7)) && rest.first == UInt8(ascii: ":")
        }
    }

    /// Looks for a key in the outermost braces.
    private mutating func hasKeyInBraces() -> Bool {
        var depth = 0
        var isKeyNext = false
        // Quotes inside of a word are apostrophes.
        var isWordNext = true
        while index < bytes.count {
            let byte = bytes[index]
            let startsWord = isWordNext
            isWordNext = "{[,:".utf8.contains(byte) || startsWord && Self.isSpace(byte)
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                isKeyNext = depth == 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ","): isKeyNext = depth == 1
            case UInt8(ascii: "\""),
                UInt8(ascii: "'") where startsWord:
                let text = quoted(by: byte)
                if isKeyNext, Self.isKey(text) { return true }
                isKeyNext = false
            case _ where isKeyNext && !Self.isSpace(byte):
                if Self.isKey(bytes[index...].prefix { $0 != UInt8(ascii: ":") }) { return true }
                isKeyNext = false
            default: break
            }
            index += 1
        }
        return false
    }

    /// Reads a text in quotes, and stops at its last quote.
    private mutating func quoted(by quote: UInt8) -> ArraySlice<UInt8> {
        let start = index + 1
        index = start
        while index < bytes.count, bytes[index] != quote {
            index += quote == UInt8(ascii: "\"") && bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return bytes[start..<min(index, bytes.count)]
    }
}
