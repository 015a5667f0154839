extension HTTPURL {
    /// A parsed URL reference (RFC 3986, appendix B), with percent-encoding added where it is required.
    struct Reference {
        /// `http` or `https`.
        ///
        /// `nil` if the reference is relative.
        private(set) var scheme: String?
        private(set) var authority: Substring?
        private(set) var path: String
        private(set) var query: String?
        private(set) var fragment: String?

        init(_ text: String) throws(Defect) {
            var rest = text[...]
            // Compares bytes, which is several times faster than comparing characters.
            let space = UInt8(ascii: " ")
            while rest.utf8.first == space {
                rest = rest[rest.utf8.index(after: rest.startIndex)...]
            }
            while rest.utf8.last == space { rest = rest[..<rest.utf8.index(before: rest.endIndex)] }
            guard rest.isWithoutControls else { throw Defect("holds a control character") }
            if let after = rest.cut(at: UInt8(ascii: "#")) { fragment = Self.encoded(after) }
            if let after = rest.cut(at: UInt8(ascii: "?")) { query = Self.encoded(after) }
            // Browsers treat a backslash as a slash, other parsers as a part of the host.
            guard !rest.utf8.contains(UInt8(ascii: "\\")) else { throw Defect("holds a backslash") }
            if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")),
                Self.isScheme(rest[..<colon])
            {
                let scheme = rest[..<colon].lowercased()
                guard scheme == "http" || scheme == "https" else {
                    throw Defect("has the scheme \(scheme.prefix(20))")
                }
                rest = rest[rest.utf8.index(after: colon)...]
                guard rest.utf8.starts(with: "//".utf8) else { throw Defect("has no host") }
                self.scheme = scheme
            }
            if rest.utf8.starts(with: "//".utf8) {
                rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]
                let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
                guard end > rest.startIndex else { throw Defect("has no host") }
                authority = rest[..<end]
                rest = rest[end...]
            }
            path = Self.encoded(rest)
        }

        private static func isScheme(_ text: Substring) -> Bool {
            text.utf8.first?.isLetter == true
                && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
        }

        /// Encodes the bytes that are not allowed in any part of a URL (RFC 3986, appendix A).
        ///
        /// Existing percent-encoding is kept unchanged.
        private static func encoded(_ text: Substring) -> String {
            PercentEncoding.encode(text) { byte in
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
                    UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"),
                    UInt8(ascii: "}"), UInt8(ascii: "#"):
                    false
                default: (0x21..<0x7f).contains(byte)
                }
            }
        }
    }
}

extension Substring {
    /// Removes everything from the first such byte on, and returns what followed it.
    ///
    /// Returns `nil` if there is no such byte.
    fileprivate mutating func cut(at byte: UInt8) -> Substring? {
        guard let index = utf8.firstIndex(of: byte) else { return nil }
        defer { self = self[..<index] }
        return self[utf8.index(after: index)...]
    }
}

extension HTTPURL {
    /// Removes the dot segments of a path (RFC 3986, section 5.2.4); a leading slash is kept.
    static func removingDotSegments(_ path: String) -> String {
        guard path.mayHaveDotSegments else { return path }
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for segment in segments where segment != "." {
            if segment == ".." { _ = kept.popLast() } else { kept.append(segment) }
        }
        if let last = segments.last, last == "." || last == ".." { kept.append("") }
        return "/" + kept.joined(separator: "/")
    }
}

extension String {
    /// Whether a segment of the path starts with a dot, or the path does not start with a slash.
    fileprivate var mayHaveDotSegments: Bool {
        var last: UInt8?
        for byte in utf8 {
            if byte == UInt8(ascii: "."), last == UInt8(ascii: "/") { return true }
            if last == nil, byte != UInt8(ascii: "/") { return true }
            last = byte
        }
        return last == nil
    }
}
