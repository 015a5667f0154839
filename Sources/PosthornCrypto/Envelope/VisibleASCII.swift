/// What may stand in a header field, so that an opened media type can become one (RFC 9110, section 5.5).
enum VisibleASCII {
    /// Whether a text has nothing else.
    static func isAll(of text: String) -> Bool {
        var text = text
        return text.withUTF8 { isAll(of: UnsafeRawBufferPointer($0)) }
    }

    static func isAll(of bytes: UnsafeRawBufferPointer) -> Bool {
        for byte in bytes where byte < 0x20 || byte > 0x7e { return false }
        return true
    }
}
