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
            while rest.first == " " { rest.removeFirst() }
            while rest.last == " " { rest.removeLast() }
            guard rest.isWithoutControls else { throw Defect("holds a control character") }
            if let hash = rest.firstIndex(of: "#") {
                fragment = Self.encoded(rest[rest.index(after: hash)...])
                rest = rest[..<hash]
            }
            if let mark = rest.firstIndex(of: "?") {
                query = Self.encoded(rest[rest.index(after: mark)...])
                rest = rest[..<mark]
            }
            // Browsers treat a backslash as a slash, other parsers as a part of the host.
            guard !rest.utf8.contains(UInt8(ascii: "\\")) else { throw Defect("holds a backslash") }
            if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
                let scheme = rest[..<colon].lowercased()
                guard scheme == "http" || scheme == "https" else {
                    throw Defect("has the scheme \(scheme.prefix(20))")
                }
                rest = rest[rest.index(after: colon)...]
                guard rest.hasPrefix("//") else { throw Defect("has no host") }
                self.scheme = scheme
            }
            if rest.hasPrefix("//") {
                let authority = rest.dropFirst(2).prefix { $0 != "/" }
                guard !authority.isEmpty else { throw Defect("has no host") }
                self.authority = authority
                rest = rest[authority.endIndex...]
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
                (0x21..<0x7f).contains(byte) && !"\"<>\\^`{|}#".utf8.contains(byte)
            }
        }
    }
}

extension HTTPURL {
    /// Removes the dot segments of a path (RFC 3986, section 5.2.4); a leading slash is kept.
    static func removingDotSegments(_ path: String) -> String {
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for segment in segments where segment != "." {
            if segment == ".." { _ = kept.popLast() } else { kept.append(segment) }
        }
        if let last = segments.last, last == "." || last == ".." { kept.append("") }
        return "/" + kept.joined(separator: "/")
    }
}
