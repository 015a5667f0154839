/// A reader of JSON, which is many times faster than the reader of YAML.
///
/// It reads pointers, because in unoptimized builds each subscript of an array is a call.
package struct JSONScanner {
    /// The greatest nesting of values in a document.
    package static let depthLimit = 200

    /// What a document keeps to whose values are not nested too deep.
    package static let depthRule = "values are nested at most \(depthLimit) deep"

    /// The greatest number of values in a document.
    package static let valueLimit = 2_000_000

    /// What a document keeps to that has not too many values.
    package static let valueRule = "a document has at most \(valueLimit) values"

    private let base: UnsafePointer<UInt8>
    private let end: Int
    private let file: Int
    private var index: Int
    private var count = 0

    /// A place at which the text is not JSON.
    package struct Problem: Error {
        package var offset: Int
        package var found: String
        /// The limit that the text, which may be JSON, exceeds; `nil` if it is not JSON.
        package var rule: String?
    }

    private init(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int, file: Int) {
        (self.base, self.end, self.file, index) = (base, end, file, start)
    }

    /// Reads a document.
    package static func read(_ bytes: [UInt8], file: Int) throws(Problem) -> Node {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let result: Result<Node, Problem> = bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else {
                return .failure(Problem(offset: 0, found: "nothing"))
            }
            var scanner = JSONScanner(base, start, buffer.count, file: file)
            do throws(Problem) {
                let value = try scanner.value(depth: 0)
                scanner.skipSpace()
                guard scanner.index == scanner.end else { throw scanner.problem }
                return .success(value)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private var problem: Problem {
        guard index < end else { return Problem(offset: index, found: "the end of the file") }
        let byte = base[index]
        let isShown = byte >= 0x20 && byte < 0x7F
        return Problem(
            offset: index,
            found: isShown
                ? "the character '\(Character(Unicode.Scalar(byte)))'"
                : "the byte 0x\(String(byte, radix: 16))")
    }

    private mutating func skipSpace() {
        while index < end {
            let byte = base[index]
            if byte != 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 { return }
            index += 1
        }
    }

    private mutating func value(depth: Int) throws(Problem) -> Node {
        guard depth < Self.depthLimit else {
            throw Problem(
                offset: index, found: "a value in \(Self.depthLimit) others",
                rule: Self.depthRule)
        }
        count += 1
        guard count <= Self.valueLimit else {
            throw Problem(offset: index, found: "more", rule: Self.valueRule)
        }
        skipSpace()
        guard index < end else { throw problem }
        let start = index
        switch base[index] {
        case 0x7B: return try object(at: start, depth: depth)
        case 0x5B: return try array(at: start, depth: depth)
        case 0x22:
            return Node(.scalar, text: try string(), file: file, line: 0, column: start)
        default:
            while index < end, isWord(base[index]) { index += 1 }
            guard index > start else { throw problem }
            let word = String(
                decoding: UnsafeBufferPointer(start: base + start, count: index - start),
                as: UTF8.self)
            guard word == "true" || word == "false" || word == "null" || Node.isNumber(word) else {
                index = start
                throw problem
            }
            return Node(.scalar, text: word, isPlain: true, file: file, line: 0, column: start)
        }
    }

    private func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x2D
            || byte == 0x2B || byte == 0x2E || byte == 0x45
    }

    private mutating func object(at start: Int, depth: Int) throws(Problem) -> Node {
        let node = Node(.mapping, file: file, line: 0, column: start)
        index += 1
        skipSpace()
        if index < end, base[index] == 0x7D {
            index += 1
            return node
        }
        while true {
            skipSpace()
            guard index < end, base[index] == 0x22 else { throw problem }
            let key = try string()
            skipSpace()
            guard index < end, base[index] == 0x3A else { throw problem }
            index += 1
            node.add(key, try value(depth: depth + 1))
            skipSpace()
            guard index < end else { throw problem }
            if base[index] == 0x7D { break }
            guard base[index] == 0x2C else { throw problem }
            index += 1
        }
        index += 1
        return node
    }

    private mutating func array(at start: Int, depth: Int) throws(Problem) -> Node {
        let node = Node(.sequence, file: file, line: 0, column: start)
        index += 1
        skipSpace()
        if index < end, base[index] == 0x5D {
            index += 1
            return node
        }
        while true {
            node.add(try value(depth: depth + 1))
            skipSpace()
            guard index < end else { throw problem }
            if base[index] == 0x5D { break }
            guard base[index] == 0x2C else { throw problem }
            index += 1
        }
        index += 1
        return node
    }

    private mutating func string() throws(Problem) -> String {
        let start = index + 1
        var at = start
        var hasEscapes = false
        while at < end, base[at] != 0x22 {
            if base[at] == 0x5C {
                hasEscapes = true
                at += 1
            }
            at += 1
        }
        guard at < end else {
            index = end
            throw problem
        }
        index = at + 1
        let bytes = UnsafeBufferPointer(start: base + start, count: at - start)
        return hasEscapes ? unescaped(bytes) : String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a text without its escapes; half of a surrogate pair becomes U+FFFD.
    private func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == 0x5C, index + 1 < bytes.count else {
                result.append(bytes[index])
                index += 1
                continue
            }
            let sign = bytes[index + 1]
            index += 2
            switch sign {
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "b"), UInt8(ascii: "f"): result.append(0x20)
            case UInt8(ascii: "u"):
                var code = Self.unit(bytes, index)
                index += 4
                if (0xD800..<0xDC00).contains(code), index + 1 < bytes.count,
                    bytes[index] == 0x5C, bytes[index + 1] == UInt8(ascii: "u")
                {
                    let low = Self.unit(bytes, index + 2)
                    if (0xDC00..<0xE000).contains(low) {
                        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
                        index += 6
                    }
                }
                let scalar = Unicode.Scalar(code) ?? "\u{FFFD}"
                result += Array(String(Character(scalar)).utf8)
            default: result.append(sign)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the four hexadecimal digits at an offset as a number; 0xFFFD for others.
    private static func unit(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt32 {
        guard start + 4 <= bytes.count else { return 0xFFFD }
        let digits = String(decoding: bytes[start..<start + 4], as: UTF8.self)
        return UInt32(digits, radix: 16) ?? 0xFFFD
    }
}
