// The checks that every transport performs on a URL before it sends it, including stubs.
extension HTTPURL {
    /// Returns the URL as it is sent, without its fragment and with an internationalized host as `xn--…`.
    package static func sendable(_ url: String) throws(TransportError) -> String {
        do throws(TransportError) {
            try check(url)
            return url
        } catch {
            let sent = InternationalName.sent(url)
            guard sent != url else { throw error }
            try check(sent)
            return sent
        }
    }

    /// Throws if the URL is not an absolute, percent-encoded http or https URL, or contains credentials.
    package static func check(_ url: String) throws(TransportError) {
        var url = url
        let found = url.withUTF8 { defect(in: $0) }
        if let found { throw .invalidRequest(found.message, found.advice) }
    }

    /// A single pass over the bytes, because it runs for every request.
    private static func defect(
        in url: UnsafeBufferPointer<UInt8>
    ) -> (message: String, advice: String)? {
        let (low, high) = (lowBytes, highBytes)
        let isAllowed = url.allSatisfy { byte in
            byte < 0x80 && (byte < 0x40 ? low : high) &>> UInt64(byte & 0x3f) & 1 == 1
        }
        guard isAllowed else {
            return ("the URL holds a character that must be percent-encoded", "encode it")
        }
        var start = 7
        if begins(url, with: "https://") {
            start = 8
        } else if !begins(url, with: "http://") {
            return (
                "the URL is not absolute, or its scheme is not http or https",
                "write a whole URL, as in https://api.example.com/v1"
            )
        }
        var index = start
        while index < url.count {
            let byte = url[index]
            if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") { break }
            if byte == UInt8(ascii: "@") || byte == UInt8(ascii: "%") { return wrongHost }
            index += 1
        }
        return index == start ? wrongHost : nil
    }

    private static func begins(_ url: UnsafeBufferPointer<UInt8>, with text: StaticString) -> Bool {
        url.starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private static let wrongHost = (
        message: "the URL has no host, a percent-encoded host, or credentials",
        advice: "write the host without %, and send credentials in a header field"
    )

    // One bit for each allowed byte. Not allowed are the bytes that RFC 3986, appendix A, excludes, and `#`,
    // because fragments are never sent.
    private static let lowBytes = bits(0x21..<0x40, but: "\"<>#")
    private static let highBytes = bits(0x40..<0x7f, but: "\\^`{|}")

    private static func bits(_ bytes: Range<UInt8>, but refused: String) -> UInt64 {
        bytes.reduce(0) { refused.utf8.contains($1) ? $0 : $0 | 1 << UInt64($1 & 0x3f) }
    }
}
