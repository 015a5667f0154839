/// A check of a file's bytes before the YAML parser reads them.
///
/// The parser would accept UTF-16 and treat Unicode line separators as line breaks, and its errors about
/// invalid bytes are vague. This check reports each of them with its place.
enum ByteScreen {
    static func problem(in bytes: [UInt8]) -> SpecProblem? {
        if bytes.count > SourceFile.sizeLimit {
            return SpecProblem(
                .start, "a spec file has at most 4 MiB",
                found: "\(bytes.count) bytes", write: "several smaller files")
        }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            return SpecProblem(
                .start, "a spec file is UTF-8",
                found: "the byte order mark of UTF-16", write: "the file as UTF-8")
        }
        return bytes.withUnsafeBufferPointer { buffer in
            isPlain(buffer) ? nil : scan(buffer)
        }
    }

    /// Returns whether the file has only printable ASCII and line feeds, as most files do.
    private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // In unoptimized builds, the subscript of a pointer is faster than that of a buffer.
        guard let start = bytes.baseAddress else { return true }
        var index = 0
        while index < bytes.count {
            let byte = start[index]
            if byte < 0x20 && byte != 0x0A || byte > 0x7E { return false }
            index += 1
        }
        return true
    }

    private static func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> SpecProblem? {
        var line = 1
        var column = 1
        // Skip a UTF-8 byte order mark at the start, which is harmless and common.
        var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x0A
                || (byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A))
            {
                line += 1
                column = 1
                index += 1
            } else if byte >= 0x20 && byte < 0x7F || byte == 0x09 || byte == 0x0D {
                column += 1
                index += 1
            } else {
                let mark = SourceMark(line: line, column: column)
                guard let (scalar, length) = decode(bytes, at: index) else {
                    return SpecProblem(
                        mark, "a spec file is UTF-8",
                        found: "the byte 0x\(String(byte, radix: 16, uppercase: true))",
                        write: "the file as UTF-8")
                }
                if TextSafety.isUnsafe(scalar) {
                    return SpecProblem(
                        mark, "control characters and invisible marks are not allowed",
                        found: TextSafety.name(of: scalar), write: "the text without it")
                }
                column += 1
                index += length
            }
        }
        return nil
    }

    /// Decodes the character at an index, and returns `nil` if the bytes are not UTF-8.
    private static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
    ) -> (Unicode.Scalar, Int)? {
        var rest = bytes[index...].makeIterator()
        var parser = UTF8.ForwardParser()
        guard case .valid(let encoded) = parser.parseScalar(from: &rest) else { return nil }
        return (UTF8.decode(encoded), encoded.count)
    }
}
