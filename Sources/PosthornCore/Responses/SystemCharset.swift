import FoundationEssentials
import Glibc

/// The charsets that `iconv` of the C library converts.
enum SystemCharset {
    /// Returns the name in the C library for a name of the WHATWG Encoding Standard; `nil` if it has none.
    ///
    /// As in browsers, a name means the larger charset that servers use under it, such as GB18030 for GB 2312.
    static func name(of name: String) -> String? {
        let key = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        if let known = names[key] { return known }
        for prefix in ["windows", "cp", "xcp"] where key.hasPrefix(prefix) {
            let page = key.dropFirst(prefix.count)
            return pages.contains(String(page)) ? "CP\(page)" : nil
        }
        guard key.hasPrefix("iso8859"), let part = Int(key.dropFirst(7)) else { return nil }
        return [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].contains(part) ? "ISO-8859-\(part)" : nil
    }

    private static let pages: Set<String> = [
        "866", "874", "932", "949", "1250", "1251", "1253", "1254", "1255", "1256", "1257", "1258",
    ]

    private static let names: [String: String] = [
        "gbk": "GB18030", "xgbk": "GB18030", "gb2312": "GB18030", "gb231280": "GB18030",
        "gb18030": "GB18030", "big5": "BIG5-HKSCS", "big5hkscs": "BIG5-HKSCS",
        "cnbig5": "BIG5-HKSCS", "shiftjis": "CP932", "sjis": "CP932", "xsjis": "CP932",
        "mskanji": "CP932", "windows31j": "CP932", "eucjp": "EUC-JP", "xeucjp": "EUC-JP",
        "iso2022jp": "ISO-2022-JP", "euckr": "CP949", "ksc56011987": "CP949", "korean": "CP949",
        "koi8r": "KOI8-R", "koi8u": "KOI8-U", "macintosh": "MACINTOSH", "ibm866": "CP866",
        "tis620": "CP874", "iso885911": "CP874", "iso88599": "CP1254", "latin2": "ISO-8859-2",
        "latin5": "CP1254", "latin9": "ISO-8859-15",
    ]

    /// Returns the decoded text; `nil` if the bytes are not valid in the charset.
    ///
    /// - Parameters:
    ///   - library: The name in the C library.
    ///   - name: The name in errors.
    /// - Throws: an ``APIError/Cause`` if the C library does not have the charset.
    static func text(_ bytes: Data, in library: String, named name: String) throws -> String? {
        let converter = iconv_open("UTF-8", library)
        // The documented result for a failure.
        guard Int(bitPattern: converter) != -1 else {
            throw APIError.Cause(
                .decodingFailed, "the C library does not convert the charset \(name)",
                advice:
                    "install its converters, such as glibc-gconv-extra on Fedora, or ask the server "
                    + "for UTF-8")
        }
        defer { iconv_close(converter) }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        let isValid = bytes.withUnsafeBytes { input in
            // SAFETY: `iconv` does not write to its input, although its parameter is not constant.
            var next = UnsafeMutablePointer(
                mutating: input.baseAddress?.assumingMemoryBound(to: CChar.self))
            var left = input.count
            return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { piece in
                while true {
                    var output = piece.baseAddress
                    var room = piece.count
                    // Without input, the converter writes what it holds back.
                    let isEnd = left == 0
                    let result =
                        isEnd
                        ? iconv(converter, nil, nil, &output, &room)
                        : iconv(converter, &next, &left, &output, &room)
                    let failure = errno
                    let written = UnsafeRawBufferPointer(
                        rebasing: UnsafeRawBufferPointer(piece)[..<(piece.count - room)])
                    text += written
                    if Int(bitPattern: UInt(truncatingIfNeeded: result)) == -1 {
                        guard failure == E2BIG, room < piece.count else { return false }
                    } else if isEnd {
                        return true
                    }
                }
            }
        }
        return isValid ? String(validating: text, as: UTF8.self) : nil
    }
}
