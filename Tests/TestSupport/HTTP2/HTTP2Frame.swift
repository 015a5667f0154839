/// An HTTP/2 frame (RFC 9113, section 4.1).
public struct HTTP2Frame: Sendable, Hashable {
    /// The frame type (RFC 9113, section 6).
    public var type: Kind
    /// The flags: 0x1 END_STREAM or ACK, 0x4 END_HEADERS, 0x8 PADDED, 0x20 PRIORITY.
    public var flags: UInt8
    /// The stream identifier, or 0 for the connection.
    public var stream: UInt32
    /// The payload, which follows the nine bytes of the frame header.
    public var payload: [UInt8]
    /// The length to write into the frame header instead of the payload's.
    ///
    /// `nil` writes the real length.
    public var declaredLength: Int?

    /// Creates a frame without checking its values.
    ///
    /// By default, the frame has no flags, stream 0, no payload and the real length.
    public init(
        _ type: Kind, flags: UInt8 = 0, stream: UInt32 = 0, payload: [UInt8] = [],
        declaredLength: Int? = nil
    ) {
        self.type = type
        self.flags = flags
        self.stream = stream
        self.payload = payload
        self.declaredLength = declaredLength
    }

    /// A frame type.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The type's number in the frame header.
        public var rawValue: UInt8
        /// Creates a type with this number.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The type DATA (RFC 9113, section 6.1).
        public static let data = Kind(rawValue: 0)
        /// The type HEADERS (RFC 9113, section 6.2).
        public static let headers = Kind(rawValue: 1)
        /// The type PRIORITY (RFC 9113, section 6.3).
        public static let priority = Kind(rawValue: 2)
        /// The type RST_STREAM (RFC 9113, section 6.4).
        public static let reset = Kind(rawValue: 3)
        /// The type SETTINGS (RFC 9113, section 6.5).
        public static let settings = Kind(rawValue: 4)
        /// The type PUSH_PROMISE (RFC 9113, section 6.6).
        public static let pushPromise = Kind(rawValue: 5)
        /// The type PING (RFC 9113, section 6.7).
        public static let ping = Kind(rawValue: 6)
        /// The type GOAWAY (RFC 9113, section 6.8).
        public static let goAway = Kind(rawValue: 7)
        /// The type WINDOW_UPDATE (RFC 9113, section 6.9).
        public static let windowUpdate = Kind(rawValue: 8)
        /// The type CONTINUATION (RFC 9113, section 6.10).
        public static let continuation = Kind(rawValue: 9)
    }

    /// The encoded frame, header and payload.
    public var bytes: [UInt8] {
        Self.word(UInt32(truncatingIfNeeded: declaredLength ?? payload.count)).dropFirst()
            + [type.rawValue, flags] + Self.word(stream) + payload
    }

    /// Encodes a 32-bit number in network byte order.
    public static func word(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }
}

extension HTTP2Frame {
    /// Creates a HEADERS frame with a whole header block.
    public static func headers(
        _ stream: UInt32, _ fields: [(String, String)], endStream: Bool = false
    ) -> HTTP2Frame {
        HTTP2Frame(
            .headers, flags: endStream ? 0x5 : 0x4, stream: stream,
            payload: HeaderBlock.encode(fields))
    }

    /// Creates a DATA frame with text as UTF-8.
    public static func data(
        _ stream: UInt32, _ text: String, endStream: Bool = false
    ) -> HTTP2Frame {
        HTTP2Frame(.data, flags: endStream ? 1 : 0, stream: stream, payload: Array(text.utf8))
    }

    /// Creates a RST_STREAM frame with an error code (RFC 9113, section 7).
    public static func reset(_ stream: UInt32, code: UInt32) -> HTTP2Frame {
        HTTP2Frame(.reset, stream: stream, payload: word(code))
    }

    /// Creates a WINDOW_UPDATE frame that allows `count` more bytes on a stream.
    ///
    /// Stream 0 is the connection.
    public static func windowUpdate(_ stream: UInt32, by count: UInt32) -> HTTP2Frame {
        HTTP2Frame(.windowUpdate, stream: stream, payload: word(count))
    }

    /// Creates a GOAWAY frame.
    ///
    /// - Parameters:
    ///   - last: The last stream that the server processed or will process.
    ///   - code: The error code. The default, 0, is NO_ERROR.
    public static func goAway(last: UInt32, code: UInt32 = 0) -> HTTP2Frame {
        HTTP2Frame(.goAway, payload: word(last) + word(code))
    }

    /// Creates a SETTINGS frame from identifiers and values (RFC 9113, section 6.5.2).
    public static func settings(_ values: [(UInt16, UInt32)] = []) -> HTTP2Frame {
        HTTP2Frame(
            .settings,
            payload: values.flatMap { name, value in
                word(UInt32(name)).suffix(2) + word(value)
            })
    }
}
