/// The words of a text, joined by one space each, as bytes.
///
/// Documentation is most of what a large spec says, and the plugin runs the generator unoptimized:
/// there, a loop over bytes takes a tenth of the time of one over characters.
struct DocWords {
    private var bytes: [UInt8] = []
    /// Where each word ends in `bytes`; the next starts one byte further.
    private var ends: [Int] = []
    private var isASCII = true

    /// Takes a text of a spec apart, and adds a full stop to one that ends without.
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

    /// Takes a line apart at its spaces.
    init(line: String) {
        self.init(line, isLine: true)
    }

    private init(_ text: String, isLine: Bool) {
        var text = text
        text.withUTF8 { buffer in
            // A pointer, because the subscript of a buffer is a call where nothing is optimized.
            if let start = buffer.baseAddress { read(start, buffer.count, isLine) }
        }
    }

    private mutating func read(
        _ source: UnsafePointer<UInt8>, _ count: Int, _ isLine: Bool
    ) {
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

    /// How many bytes at a place are a space, a tab or the end of a line.
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

    /// How many words there are.
    var count: Int { ends.count }

    /// The words on one line.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// How many words the first sentence has.
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
    ///   - words: Which words.
    ///   - width: The columns of a line, its hanging indentation among them.
    ///   - indent: What stands before each line and is not counted.
    ///   - hanging: What stands before each line but the first.
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

    /// The columns that a part of the text takes.
    private func columns(_ start: Int, _ end: Int) -> Int {
        isASCII ? end - start : String(decoding: bytes[start..<end], as: UTF8.self).count
    }
}
