import PosthornKeys

/// Checks for the characters of a header field value, so that an opened media type can become one.
///
/// See RFC 9110, section 5.5.
enum VisibleASCII {
    /// Returns whether a text consists only of visible ASCII characters and spaces.
    static func isAll(of text: String) -> Bool {
        var text = text
        return text.withUTF8 { isAll(of: UnsafeRawBufferPointer($0)) }
    }

    static func isAll(of bytes: UnsafeRawBufferPointer) -> Bool {
        for byte in bytes where byte < 0x20 || byte > 0x7e { return false }
        return true
    }
}
