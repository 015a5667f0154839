/// The words of a text as bytes, separated by single spaces.
///
/// Most of a large spec is documentation, and the plugin runs the generator unoptimized. There, a loop over
/// bytes takes a tenth of the time of one over characters.
struct DocWords {
    private var bytes: [UInt8] = []
    /// The index in `bytes` after each word, one byte before the next word.
    private var ends: [Int] = []
    private var isASCII = true

    /// Splits a text of a spec into words, and adds a period if the text has no final punctuation.
    init(_ text: String) {
        self.init(text, isLine: false)
        guard let last = bytes.last else { return }
        switch last {
        case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ":"): break
        default:
            bytes.append(UInt8(ascii: "."))
            ends[ends.count - 1] += 1
        }
    }

    /// Splits a line at its spaces.
    init(line: String) { self.init(line, isLine: true) }

    private init(_ text: String, isLine: Bool) {
        var text = text
        text.withUTF8 { buffer in
            // In unoptimized builds, the subscript of a pointer is faster than that of a buffer.
            if let start = buffer.baseAddress { read(start, buffer.count, isLine) }
        }
    }

    private mutating func read(_ source: UnsafePointer<UInt8>, _ count: Int, _ isLine: Bool) {
        bytes.reserveCapacity(count + 1)
        var index = 0
        while index < count {
            let separator = Self.separator(source + index, count - index, isLine)
            if separator > 0 {
                index += separator
                continue
            }
            let start = index
            while index < count {
                let byte = source[index]
                if byte <= 0x20 || byte >= 0x80 {
                    if Self.separator(source + index, count - index, isLine) > 0 { break }
                    if byte >= 0x80 { isASCII = false }
                }
                index += 1
            }
            if !ends.isEmpty { bytes.append(0x20) }
            bytes.append(
                contentsOf: UnsafeBufferPointer(start: source + start, count: index - start))
            ends.append(bytes.count)
        }
    }

    /// Returns the length of the space, tab or line break at the start, or 0 if there is none.
    private static func separator(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ isLine: Bool
    ) -> Int {
        let byte = source[0]
        if byte > 0x20 && byte < 0x80 { return 0 }
        if byte == 0x20 { return 1 }
        if isLine { return 0 }
        if byte < 0x20 { return byte >= 0x09 && byte <= 0x0D ? 1 : 0 }
        // The line separators of Unicode.
        if byte == 0xC2 && count > 1 && source[1] == 0x85 { return 2 }
        if byte == 0xE2 && count > 2 && source[1] == 0x80
            && (source[2] == 0xA8 || source[2] == 0xA9)
        {
            return 3
        }
        return 0
    }

    var count: Int { ends.count }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    var firstSentence: Int {
        var index = 0
        while index < ends.count {
            if bytes[ends[index] - 1] == UInt8(ascii: ".") { return index + 1 }
            index += 1
        }
        return ends.count
    }

    /// Appends lines with as many words as fit.
    ///
    /// - Parameters:
    ///   - words: The range of words.
    ///   - width: The width of a line in columns, including the hanging indentation.
    ///   - indent: The prefix of each line, which does not count.
    ///   - hanging: The additional prefix of each line except the first.
    func fill(
        _ words: Range<Int>, width: Int, indent: String = "", hanging: String = "",
        into lines: inout [String]
    ) {
        let width = width - hanging.utf8.count
        var prefix = indent
        var word = words.lowerBound
        while word < words.upperBound {
            let start = word == 0 ? 0 : ends[word - 1] + 1
            var end = ends[word]
            var used = columns(start, end)
            word += 1
            while word < words.upperBound {
                let more = 1 + columns(ends[word - 1] + 1, ends[word])
                if used + more > width { break }
                used += more
                end = ends[word]
                word += 1
            }
            lines.append(prefix + String(decoding: bytes[start..<end], as: UTF8.self))
            prefix = indent + hanging
        }
    }

    /// Returns the width of a part of the text in columns.
    private func columns(_ start: Int, _ end: Int) -> Int {
        isASCII ? end - start : String(decoding: bytes[start..<end], as: UTF8.self).count
    }
}
