extension UInt8 {
    /// Whether it is a visible ASCII character or a space, so that an opened media type can become a header field
    /// (RFC 9110, section 5.5).
    package var isVisible: Bool { self >= 0x20 && self < 0x7f }
}
