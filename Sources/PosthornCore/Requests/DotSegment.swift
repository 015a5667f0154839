/// `.` and `..` as path segments, which change the path (RFC 3986, section 5.2.4).
enum DotSegment {
    /// Whether a server or a proxy may treat a segment of the path as a dot segment.
    ///
    /// Some decode `%2e` to a dot first, and treat `%2f`, `%5c` and `\` as slashes.
    static func occurs(in path: some StringProtocol) -> Bool { position(in: path) != nil }

    /// Returns the number of the first dot segment, beginning at 1; `nil` if there is none.
    static func position(in path: some StringProtocol) -> Int? {
        var path = String(path)
        return path.withUTF8(position)
    }

    /// Returns a path that has `%2E` for the dots of dot segments, and is otherwise the same.
    static func encoded(in path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            segment == "." ? "%2E" : segment == ".." ? "%2E%2E" : segment
        }.joined(separator: "/")
    }

    private static func position(in path: UnsafeBufferPointer<UInt8>) -> Int? {
        // Most paths have neither.
        guard path.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }) else {
            return nil
        }
        var segment = 1
        // The number of dots in the current segment; nil once the segment contains another byte.
        var dots: Int? = 0
        var isParameter = false
        var index = 0
        while index < path.count {
            var byte = path[index]
            index += 1
            if byte == UInt8(ascii: "%"), index + 1 < path.count,
                let decoded = decoded(path[index], path[index + 1])
            {
                byte = decoded
                index += 2
            }
            switch byte {
            case UInt8(ascii: "/"), UInt8(ascii: #"\"#):
                if dots == 1 || dots == 2 { return segment }
                segment += 1
                dots = 0
                isParameter = false
            // Some servers remove a segment's parameters before they resolve dots.
            case UInt8(ascii: ";"): isParameter = true
            case UInt8(ascii: ".") where !isParameter: dots? += 1
            default: if !isParameter { dots = nil }
            }
        }
        return dots == 1 || dots == 2 ? segment : nil
    }

    private static func decoded(_ first: UInt8, _ second: UInt8) -> UInt8? {
        switch (first, second | 0x20) {
        case (UInt8(ascii: "2"), UInt8(ascii: "e")): UInt8(ascii: ".")
        case (UInt8(ascii: "2"), UInt8(ascii: "f")), (UInt8(ascii: "5"), UInt8(ascii: "c")):
            UInt8(ascii: "/")
        default: nil
        }
    }
}
