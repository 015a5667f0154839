import Foundation
import PosthornCore
import Glibc

/// An accepted connection of a ``ScriptedServer``, with blocking methods.
///
/// All reads have a time limit of 240 seconds without a byte from the client, unless they say otherwise.
public final class ScriptedConnection: Sendable {
    /// The number of the connection, counted from 1 in the order in which the server accepted them.
    public let number: Int
    private let descriptor: Locked<Int32>
    private let pending = Locked<[UInt8]>([])
    private let record: Locked<ServerRecord>

    /// The time to wait for bytes from the client.
    private static let patience = Duration.seconds(240)

    init(_ descriptor: Int32, number: Int, record: Locked<ServerRecord>) {
        self.descriptor = Locked(descriptor)
        self.number = number
        self.record = record
    }

    package var socket: Int32 { descriptor.withLock { $0 } }

    /// Reads one whole request, records it, and returns it as text.
    ///
    /// The body ends by `Content-Length` or the last chunk. The server lists the request in
    /// ``ScriptedServer/requests``.
    /// - Returns: The request, or `nil` if the client has closed before the first byte.
    /// - Throws: The errors of ``readMessage()``.
    @discardableResult
    public func readRequest() throws -> String? {
        try readMessage().map { String(decoding: $0, as: UTF8.self) }
    }

    /// Reads one whole request, records it, and returns its bytes.
    ///
    /// - Returns: The request, or `nil` if the client has closed before the first byte.
    /// - Throws: A ``ScriptError`` if the client closes inside the request, sends nothing for 240 seconds, or
    ///   sends a malformed `Content-Length` or chunk.
    public func readMessage() throws -> [UInt8]? { try readMessage(continuing: false) }

    /// - Parameter continuing: Whether to send `100 Continue` to a client that expects it.
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

    /// Records the first bytes as a request and keeps the rest for the next read.
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

    /// Reads and records the head of a request, and leaves the body for later reads.
    ///
    /// - Throws: A ``ScriptError`` if the client closes, sends nothing for 240 seconds, or sends a malformed
    ///   `Content-Length`.
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

    package func takePending() -> [UInt8] {
        pending.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
    }

    /// Reads exactly `count` bytes.
    ///
    /// - Returns: The bytes, or `nil` if the client closes or sends nothing for 240 seconds before that.
    public func read(_ count: Int) -> [UInt8]? {
        var bytes = takePending()
        while bytes.count < count {
            guard case .bytes(let more) = readSome(for: Self.patience) else { return nil }
            bytes += more
        }
        pending.withLock { $0 = Array(bytes[count...]) }
        return Array(bytes[..<count])
    }

    /// Reads and drops bytes until the client closes.
    ///
    /// - Parameter seconds: The longest time to wait. The default is 240 seconds.
    /// - Returns: `true` if the client closed with a FIN or an RST, `false` if the time has passed.
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
    ///
    /// - Throws: A ``ScriptError`` if the client is gone.
    public func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Sends bytes.
    ///
    /// - Throws: A ``ScriptError`` if the client is gone.
    public func write(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw ScriptError("the client is gone") }
            sent += count
        }
    }

    /// Sends text as UTF-8 in small writes, each usually in a packet of its own.
    ///
    /// - Parameters:
    ///   - text: The text to send.
    ///   - piece: The number of bytes of each write. The default is 1. Smaller numbers count as 1.
    /// - Throws: A ``ScriptError`` if the client is gone.
    public func drip(_ text: String, piece: Int = 1) throws {
        let piece = max(1, piece)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            try write(Array(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
            sched_yield()
        }
    }

    /// Sets the time after which a write fails if the client accepts no byte.
    package func limitWrites(seconds: Int) {
        setOption(socket, SOL_SOCKET, SO_SNDTIMEO, timeval(tv_sec: seconds, tv_usec: 0))
    }

    /// Closes the sending side with a FIN, and keeps the reading side open.
    public func halfClose() { Glibc.shutdown(socket, Int32(SHUT_WR)) }

    /// Closes the connection with a FIN.
    ///
    /// Received but unread bytes are dropped. The system responds to later bytes with an RST, which can make the
    /// client lose a response. If a client is still sending, call ``readToEnd(seconds:)`` first.
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

    /// Closes the connection with an RST.
    public func reset() {
        abortAtClose(socket)
        end()
    }

    private enum Arrival {
        case bytes([UInt8])
        /// The client has closed, or the connection broke.
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
