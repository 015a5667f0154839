import Foundation
import Posthorn
import Glibc

/// One accepted connection of a scripted server, with blocking calls.
///
/// A client that says nothing for 240 seconds has fallen silent: who reads gives up then.
public final class ScriptedConnection: Sendable {
    /// Which connection of its server it is, counted from 1.
    public let number: Int
    private let descriptor: Locked<Int32>
    private let pending = Locked<[UInt8]>([])
    private let record: Locked<ServerRecord>

    /// How long a script waits for a client that says nothing.
    private static let patience = Duration.seconds(240)

    init(_ descriptor: Int32, number: Int, record: Locked<ServerRecord>) {
        self.descriptor = Locked(descriptor)
        self.number = number
        self.record = record
    }

    private var socket: Int32 { descriptor.withLock { $0 } }

    /// Reads one request, head and body by `Content-Length` or chunks, and records it.
    ///
    /// `nil` when the client has closed.
    /// - Throws: as ``readMessage()`` does.
    @discardableResult
    public func readRequest() throws -> String? {
        try readMessage().map { String(decoding: $0, as: UTF8.self) }
    }

    /// Reads one request as ``readRequest()`` does and gives its bytes.
    /// - Throws: a ``ScriptError`` if the client closes or falls silent inside of a request, or what
    ///   says its length can't be understood.
    public func readMessage() throws -> [UInt8]? { try readMessage(continuing: false) }

    /// - Parameter continuing: Whether a client that waits for a word before its body gets it.
    func readMessage(continuing: Bool) throws -> [UInt8]? {
        var bytes = takePending()
        var framing = RequestFraming()
        var isAwaited = continuing
        while true {
            if let end = try framing.end(of: bytes) { return take(end, of: bytes) }
            if isAwaited, framing.head != nil {
                isAwaited = false
                if framing.expectsContinue { try write("HTTP/1.1 100 Continue\r\n\r\n") }
            }
            guard try readMore(to: &bytes) else {
                if bytes.isEmpty { return nil }
                throw ScriptError("the client closed inside a request")
            }
        }
    }

    /// Records the first bytes, and leaves the rest for the next reader.
    private func take(_ count: Int, of bytes: [UInt8]) -> [UInt8] {
        pending.withLock { $0 = Array(bytes[count...]) }
        let message = bytes[..<count]
        record.withLock { $0.add(message) }
        return Array(message)
    }

    /// - Returns: `false` if the client has closed.
    private func readMore(to bytes: inout [UInt8]) throws -> Bool {
        switch readSome(for: Self.patience) {
        case .bytes(let more): bytes += more
        case .end: return false
        case .silence: throw ScriptError("the client said nothing for \(Self.patience)")
        }
        return true
    }

    /// Reads until the head of a request has come and leaves the body on the wire.
    /// - Throws: a ``ScriptError`` if the client closes or falls silent before.
    public func readHead() throws -> String {
        var bytes = takePending()
        var framing = RequestFraming()
        while true {
            _ = try framing.end(of: bytes)
            if let head = framing.head {
                _ = take(framing.headCount, of: bytes)
                return head
            }
            guard try readMore(to: &bytes) else { throw ScriptError("the client closed") }
        }
    }

    private func takePending() -> [UInt8] {
        pending.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
    }

    /// Reads exactly so many bytes; `nil` if the client closes or falls silent before.
    public func read(_ count: Int) -> [UInt8]? {
        var bytes = takePending()
        while bytes.count < count {
            guard case .bytes(let more) = readSome(for: Self.patience) else { return nil }
            bytes += more
        }
        pending.withLock { $0 = Array(bytes[count...]) }
        return Array(bytes[..<count])
    }

    /// Passes every byte on to a port of this machine and back, until one side closes.
    public func relay(to port: UInt16) throws {
        guard let other = connectToLoopback(port) else {
            throw ScriptError("nobody listens at \(port)")
        }
        defer { Glibc.close(other) }
        let client = socket
        let ahead = takePending()
        guard ahead.isEmpty || send(other, ahead, ahead.count, Int32(MSG_NOSIGNAL)) == ahead.count
        else { throw ScriptError("what was read ahead can't be passed on") }
        let isDone = Gate()
        let back = Thread {
            Self.pump(other, client)
            isDone.open()
        }
        back.start()
        Self.pump(client, other)
        isDone.wait()
    }

    private static func pump(_ source: Int32, _ sink: Int32) {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            guard send(sink, buffer, count, Int32(MSG_NOSIGNAL)) == count else { break }
        }
        Glibc.shutdown(source, Int32(SHUT_RDWR))
        Glibc.shutdown(sink, Int32(SHUT_RDWR))
    }

    /// Waits until the client closes, and drops what it sends.
    ///
    /// `true` when it did, with a FIN or an RST; `false` if it has not after so many seconds, 240 by
    /// default.
    @discardableResult
    public func readToEnd(seconds: Double = 240) -> Bool {
        _ = takePending()
        let end = ContinuousClock.now + .seconds(seconds)
        while true {
            switch readSome(for: end - .now) {
            case .bytes: continue
            case .end: return true
            case .silence: return false
            }
        }
    }

    /// Sends text as UTF-8.
    public func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Sends bytes.
    /// - Throws: a ``ScriptError`` if the client is gone, or takes nothing for as long as
    ///   ``limitWrites(seconds:)`` says.
    public func write(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else {
                throw ScriptError(
                    errno == EAGAIN ? "the client takes nothing" : "the client is gone")
            }
            sent += count
        }
    }

    /// Sends bytes in pieces, each in a packet of its own and of one byte at least.
    public func drip(_ text: String, piece: Int = 1) throws {
        let piece = max(1, piece)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            try write(Array(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
            sched_yield()
        }
    }

    /// Sends the first bytes of a text and ends the connection with a FIN.
    ///
    /// What the client still sends is taken for a second: else it would get an RST, and lose what it has
    /// not read yet.
    public func write(_ text: String, closingAfter count: Int) throws {
        try write(Array(text.utf8.prefix(count)))
        halfClose()
        readToEnd(seconds: 1)
        close()
    }

    /// Has the system hold few bytes that the script has not read yet, so that the client has to wait with the
    /// rest.
    /// - Parameter bytes: About how many; the system doubles it, and has a least number of its own.
    public func limitUnread(bytes: Int) {
        setOption(socket, SOL_SOCKET, SO_RCVBUF, Int32(clamping: bytes))
    }

    /// Makes writes fail that a client does not take for so many seconds.
    public func limitWrites(seconds: Int) {
        setOption(socket, SOL_SOCKET, SO_SNDTIMEO, timeval(tv_sec: seconds, tv_usec: 0))
    }

    /// Says that nothing more will come, and goes on reading.
    public func halfClose() { Glibc.shutdown(socket, Int32(SHUT_WR)) }

    /// Ends the connection with a FIN.
    ///
    /// What has come and was not read is dropped. What comes later is answered with an RST, which may
    /// overtake what was sent: read to the end before, if a client is still sending.
    public func close() {
        halfClose()
        readToEnd(seconds: 0)
        end()
    }

    private func end() {
        descriptor.withLock { descriptor in
            if descriptor >= 0 { Glibc.close(descriptor) }
            descriptor = -1
        }
    }

    /// Ends the connection with an RST.
    public func reset() {
        abortAtClose(socket)
        end()
    }

    private enum Arrival {
        case bytes([UInt8])
        /// The client has closed, or is gone.
        case end
        case silence
    }

    private func readSome(for duration: Duration) -> Arrival {
        let socket = socket
        guard socket >= 0 else { return .end }
        let end = ContinuousClock.now + duration
        while true {
            var wanted = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let left = max(.zero, end - .now).components
            let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
            let found = poll(&wanted, 1, Int32(clamping: milliseconds))
            if found < 0, errno == EINTR { continue }
            guard found > 0 else { return found == 0 ? .silence : .end }
            var bytes = [UInt8](repeating: 0, count: 64 << 10)
            let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count > 0 { return .bytes(Array(bytes[..<count])) }
            guard count < 0, errno == EINTR || errno == EAGAIN else { return .end }
        }
    }
}
