import Posthorn

/// A scripted connection that speaks HTTP/2 frame by frame, with prior knowledge.
///
/// Requests are known by the numbers of their streams; their header blocks are not decoded. Flow control
/// is the script's: a client that has sent 65,535 bytes of bodies waits for
/// ``HTTP2Frame/windowUpdate(_:by:)``, or for the reset of a stream that was answered early.
public struct HTTP2Connection: Sendable {
    /// The connection underneath, for bytes that are no frames.
    public let connection: ScriptedConnection

    /// The streams whose heads have come.
    private let begun = Locked<Set<UInt32>>([])

    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// Reads the client's preface and sends the server's settings.
    /// - Throws: a ``ScriptError`` if the client does not speak HTTP/2.
    public init(_ connection: ScriptedConnection, settings: HTTP2Frame? = .settings()) throws {
        self.connection = connection
        guard connection.read(Self.preface.count) == Self.preface else {
            throw ScriptError("the client did not begin with HTTP/2's preface")
        }
        if let settings { try write(settings) }
    }

    /// Sends frames.
    public func write(_ frames: HTTP2Frame...) throws { try write(frames) }

    /// Sends frames, in one piece.
    public func write(_ frames: [HTTP2Frame]) throws {
        try connection.write(frames.flatMap(\.bytes))
    }

    /// The next frame; `nil` when the client has closed.
    public func read() -> HTTP2Frame? {
        guard let head = connection.read(9) else { return nil }
        let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
        guard let payload = connection.read(length) else { return nil }
        let stream = head[5...].reduce(0 as UInt32) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        return HTTP2Frame(
            HTTP2Frame.Kind(rawValue: head[3]), flags: head[4], stream: stream, payload: payload)
    }

    /// Reads until the head of a request has come, and gives its stream; settings are acknowledged, pings
    /// answered, and trailers passed over.
    ///
    /// `nil` when the client has closed.
    /// - Throws: a ``ScriptError`` if the client is gone.
    public func readRequest() throws -> UInt32? {
        while let frame = read() {
            let isAnswer = frame.flags & 1 != 0
            switch frame.type {
            case .settings where !isAnswer: try write(HTTP2Frame(.settings, flags: 1))
            case .ping where !isAnswer:
                try write(HTTP2Frame(.ping, flags: 1, payload: frame.payload))
            case .headers where begun.withLock({ $0.insert(frame.stream).inserted }):
                return frame.stream
            default: break
            }
        }
        return nil
    }

    /// Reads frames until one is of this type; `nil` when the client has closed before.
    public func read(until type: HTTP2Frame.Kind) -> HTTP2Frame? {
        while let frame = read() { if frame.type == type { return frame } }
        return nil
    }

    /// Reads until the client closes.
    public func readToEnd() { while read() != nil {} }
}
