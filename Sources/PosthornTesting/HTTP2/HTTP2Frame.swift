/// A frame of HTTP/2 (RFC 9113, section 4.1).
public struct HTTP2Frame: Sendable, Hashable {
    /// The type, section 6.
    public var type: Kind
    /// The flags: 0x1 END_STREAM or ACK, 0x4 END_HEADERS, 0x8 PADDED, 0x20 PRIORITY.
    public var flags: UInt8
    /// The stream; 0 is the connection.
    public var stream: UInt32
    /// What follows the nine bytes of the frame's head.
    public var payload: [UInt8]
    /// The length that the head says, if it is to be another than the payload's; `nil` tells the
    /// truth.
    public var saidLength: Int?

    /// Creates a frame; nothing about it is checked.
    public init(
        _ type: Kind, flags: UInt8 = 0, stream: UInt32 = 0, payload: [UInt8] = [],
        saidLength: Int? = nil
    ) {
        self.type = type
        self.flags = flags
        self.stream = stream
        self.payload = payload
        self.saidLength = saidLength
    }

    /// The type of a frame.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The number on the wire.
        public var rawValue: UInt8
        /// Creates a type of this number.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// DATA, section 6.1.
        public static let data = Kind(rawValue: 0)
        /// HEADERS, section 6.2.
        public static let headers = Kind(rawValue: 1)
        /// PRIORITY, section 6.3.
        public static let priority = Kind(rawValue: 2)
        /// RST_STREAM, section 6.4.
        public static let reset = Kind(rawValue: 3)
        /// SETTINGS, section 6.5.
        public static let settings = Kind(rawValue: 4)
        /// PUSH_PROMISE, section 6.6.
        public static let pushPromise = Kind(rawValue: 5)
        /// PING, section 6.7.
        public static let ping = Kind(rawValue: 6)
        /// GOAWAY, section 6.8.
        public static let goAway = Kind(rawValue: 7)
        /// WINDOW_UPDATE, section 6.9.
        public static let windowUpdate = Kind(rawValue: 8)
        /// CONTINUATION, section 6.10.
        public static let continuation = Kind(rawValue: 9)
    }

    /// The bytes on the wire.
    public var bytes: [UInt8] {
        Self.word(UInt32(truncatingIfNeeded: saidLength ?? payload.count)).dropFirst()
            + [type.rawValue, flags] + Self.word(stream) + payload
    }

    /// A number of 32 bits, as frames hold it.
    public static func word(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }
}

extension HTTP2Frame {
    /// A whole header block in one frame.
    public static func headers(
        _ stream: UInt32, _ fields: [(String, String)], endStream: Bool = false
    ) -> HTTP2Frame {
        HTTP2Frame(
            .headers, flags: endStream ? 0x5 : 0x4, stream: stream,
            payload: HeaderBlock.encode(fields))
    }

    /// A piece of a body.
    public static func data(
        _ stream: UInt32, _ text: String, endStream: Bool = false
    ) -> HTTP2Frame {
        HTTP2Frame(.data, flags: endStream ? 1 : 0, stream: stream, payload: Array(text.utf8))
    }

    /// The end of a stream with an error code of section 7.
    public static func reset(_ stream: UInt32, code: UInt32) -> HTTP2Frame {
        HTTP2Frame(.reset, stream: stream, payload: word(code))
    }

    /// Room for so many more bytes of a stream, or of the connection if it is 0.
    public static func windowUpdate(_ stream: UInt32, by count: UInt32) -> HTTP2Frame {
        HTTP2Frame(.windowUpdate, stream: stream, payload: word(count))
    }

    /// The end of the connection: the last stream that was or will be processed, and an error code.
    public static func goAway(last: UInt32, code: UInt32 = 0) -> HTTP2Frame {
        HTTP2Frame(.goAway, payload: word(last) + word(code))
    }

    /// Settings, by their numbers in section 6.5.2.
    public static func settings(_ values: [(UInt16, UInt32)] = []) -> HTTP2Frame {
        HTTP2Frame(
            .settings,
            payload: values.flatMap { name, value in
                word(UInt32(name)).suffix(2) + word(value)
            })
    }
}
