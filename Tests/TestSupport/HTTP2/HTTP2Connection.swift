import PosthornCore
import PosthornTesting

/// A scripted connection that sends and receives HTTP/2 frames, with prior knowledge (RFC 9113, section 3.3).
///
/// Requests are identified by their stream numbers. Their header blocks are not decoded.
///
/// The script is responsible for flow control. After 65,535 bytes of request bodies, a client waits for
/// ``HTTP2Frame/windowUpdate(_:by:)`` or for the reset of a stream.
public struct HTTP2Connection: Sendable {
    /// The underlying connection, for bytes that are not frames.
    public let connection: ScriptedConnection

    /// The streams whose HEADERS frame has arrived.
    private let begun = Locked<Set<UInt32>>([])

    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// Reads the client's connection preface and sends the server's settings.
    ///
    /// - Parameters:
    ///   - connection: The connection, from which nothing has been read.
    ///   - settings: The SETTINGS frame to send, an empty one by default. `nil` sends none.
    /// - Throws: A ``ScriptError`` if the client does not send the preface of HTTP/2, or closes.
    public init(_ connection: ScriptedConnection, settings: HTTP2Frame? = .settings()) throws {
        self.connection = connection
        guard connection.read(Self.preface.count) == Self.preface else {
            throw ScriptError("the client did not begin with HTTP/2's preface")
        }
        if let settings { try write(settings) }
    }

    /// Sends frames in one write.
    ///
    /// - Throws: A ``ScriptError`` if the client is gone.
    public func write(_ frames: HTTP2Frame...) throws { try write(frames) }

    /// Sends frames in one write.
    ///
    /// - Throws: A ``ScriptError`` if the client is gone.
    public func write(_ frames: [HTTP2Frame]) throws {
        try connection.write(frames.flatMap(\.bytes))
    }

    /// Reads the next frame.
    ///
    /// - Returns: The frame, or `nil` if the client closes or sends nothing for 240 seconds.
    public func read() -> HTTP2Frame? {
        guard let head = connection.read(9) else { return nil }
        let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
        guard let payload = connection.read(length) else { return nil }
        let stream = head[5...].reduce(0 as UInt32) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        return HTTP2Frame(
            HTTP2Frame.Kind(rawValue: head[3]), flags: head[4], stream: stream, payload: payload)
    }

    /// Reads until the HEADERS frame of a new request arrives, and returns its stream.
    ///
    /// Meanwhile, the method acknowledges SETTINGS and PING frames and skips all others, trailers included.
    /// - Returns: The stream, or `nil` if the client closes or sends nothing for 240 seconds.
    /// - Throws: A ``ScriptError`` if the client is gone when the method sends an acknowledgement.
    public func readRequest() throws -> UInt32? {
        while let frame = read() {
            let isAcknowledgement = frame.flags & 1 != 0
            switch frame.type {
            case .settings where !isAcknowledgement: try write(HTTP2Frame(.settings, flags: 1))
            case .ping where !isAcknowledgement:
                try write(HTTP2Frame(.ping, flags: 1, payload: frame.payload))
            case .headers where begun.withLock({ $0.insert(frame.stream).inserted }):
                return frame.stream
            default: break
            }
        }
        return nil
    }

    /// Reads frames until one of this type arrives, and returns it.
    ///
    /// - Returns: The frame, or `nil` if the client closes or sends nothing for 240 seconds.
    public func read(until type: HTTP2Frame.Kind) -> HTTP2Frame? {
        while let frame = read() { if frame.type == type { return frame } }
        return nil
    }

    /// Reads and drops frames until the client closes or sends nothing for 240 seconds.
    public func readToEnd() { while read() != nil {} }
}
