import Foundation
import Posthorn
import Glibc

/// One accepted connection of a scripted server, with blocking calls.
public final class ScriptedConnection: Sendable {
    /// Which connection of its server it is, counted from 1.
    public let number: Int
    private let descriptor: Locked<Int32>
    private let pending = Locked<[UInt8]>([])
    private let server: ScriptedServer

    init(_ descriptor: Int32, number: Int, server: ScriptedServer) {
        self.descriptor = Locked(descriptor)
        self.number = number
        self.server = server
        var limit = timeval(tv_sec: 240, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    private var socket: Int32 { descriptor.withLock { $0 } }

    /// Reads one request, head and body by `Content-Length` or chunks, and records it.
    ///
    /// `nil` when the client has closed.
    @discardableResult
    public func readRequest() throws -> String? {
        try readMessage().map { String(decoding: $0, as: UTF8.self) }
    }

    /// Reads one request as ``readRequest()`` does and gives its bytes.
    public func readMessage() throws -> [UInt8]? {
        var bytes = pending.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
        while true {
            if let end = Self.end(of: bytes) {
                pending.withLock { $0 = Array(bytes[end...]) }
                server.record(String(decoding: bytes[..<end], as: UTF8.self))
                return Array(bytes[..<end])
            }
            guard let more = readSome() else {
                if bytes.isEmpty { return nil }
                throw ScriptError("the client closed inside a request")
            }
            bytes += more
        }
    }

    /// Reads until the head of a request has come and leaves the body on the wire.
    public func readHead() throws -> String {
        var bytes: [UInt8] = []
        while true {
            if let range = Self.range(of: "\r\n\r\n", in: bytes) {
                pending.withLock { $0 = Array(bytes[range.upperBound...]) }
                let head = String(decoding: bytes[..<range.upperBound], as: UTF8.self)
                server.record(head)
                return head
            }
            guard let more = readSome() else { throw ScriptError("the client closed") }
            bytes += more
        }
    }

    /// Reads exactly so many bytes; `nil` if the client closes before.
    public func read(_ count: Int) -> [UInt8]? {
        var bytes = pending.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
        while bytes.count < count {
            guard let more = readSome() else { return nil }
            bytes += more
        }
        pending.withLock { $0 = Array(bytes[count...]) }
        return Array(bytes[..<count])
    }

    /// Passes every byte on to a port of this machine and back, until one side closes.
    public func relay(to port: UInt16) throws {
        let other = Glibc.socket(
            AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { Glibc.close(other) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let isOpen = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(other, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isOpen else { throw ScriptError("nobody listens at \(port)") }
        let client = socket
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

    /// Waits until the client closes.
    ///
    /// `true` when it did.
    public func readToEnd() -> Bool {
        while let _ = readSome() {}
        return true
    }

    /// Sends text as UTF-8.
    public func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Sends bytes.
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

    /// Sends bytes in pieces, each in a packet of its own.
    public func drip(_ text: String, piece: Int = 1) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            try write(Array(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
            sched_yield()
        }
    }

    /// Sends the first bytes of a text and ends the connection with a FIN.
    public func write(_ text: String, closingAfter count: Int) throws {
        try write(Array(text.utf8.prefix(count)))
        close()
    }

    /// Makes writes fail that a client does not take for so many seconds.
    public func limitWrites(seconds: Int) {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Says that nothing more will come, and goes on reading.
    public func halfClose() { Glibc.shutdown(socket, Int32(SHUT_WR)) }

    /// Ends the connection with a FIN.
    public func close() {
        descriptor.withLock { descriptor in
            if descriptor >= 0 { Glibc.close(descriptor) }
            descriptor = -1
        }
    }

    /// Ends the connection with an RST.
    public func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    private func readSome() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            return count > 0 ? Array(buffer[..<count]) : nil
        }
    }

    /// Where the first request in the bytes ends.
    ///
    /// `nil` if it has not come yet.
    private static func end(of bytes: [UInt8]) -> Int? {
        guard let head = headEnd(in: bytes) else { return nil }
        let text = String(decoding: bytes[..<head], as: UTF8.self).lowercased()
        if text.contains("\r\ntransfer-encoding: chunked") {
            return ChunkedBody(Array(bytes[head...])).map { head + $0.count }
        }
        guard
            let line = text.components(separatedBy: "\r\n")
                .first(where: { $0.hasPrefix("content-length:") }),
            let length = Int(line.dropFirst(15).trimmingCharacters(in: .whitespaces))
        else { return head }
        return bytes.count >= head + length ? head + length : nil
    }

    /// Where the head ends; found without a look at what comes after it, which may be long.
    private static func headEnd(in bytes: [UInt8]) -> Int? {
        var index = 0
        while index + 4 <= bytes.count {
            if bytes[index + 3] == 10, bytes[index + 2] == 13, bytes[index + 1] == 10,
                bytes[index] == 13
            {
                return index + 4
            }
            index += 1
        }
        return nil
    }

    private static func range(
        of text: String, in bytes: [UInt8], from start: Int = 0
    ) -> Range<Int>? {
        Data(bytes[start...]).range(of: Data(text.utf8)).map {
            $0.lowerBound + start..<$0.upperBound + start
        }
    }
}
