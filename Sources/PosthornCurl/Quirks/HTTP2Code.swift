/// An error code of HTTP/2 (RFC 9113, section 7).
struct HTTP2Code: Hashable, Sendable {
    let number: UInt32

    static let protocolError = HTTP2Code(number: 1)
    static let flowControlError = HTTP2Code(number: 3)
    static let refusedStream = HTTP2Code(number: 7)
    static let enhanceYourCalm = HTTP2Code(number: 11)

    private static let names = [
        "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT",
        "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR",
        "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
    ]

    /// The code's name in the standard, or its number.
    var name: String { Int(number) < Self.names.count ? Self.names[Int(number)] : "code \(number)" }
}
