import Foundation
import Glibc

/// A TLS terminator, which forwards each connection to a plain port of 127.0.0.1.
///
/// It forwards the end of either side too. The scripts of the server do not see TLS.
final class TLSFront: Sendable {
    let port: UInt16
    private let listener: Listener

    /// - Parameters:
    ///   - target: The port of the plain connections.
    ///   - endsSilently: Whether to send a FIN without `close_notify`.
    init(_ context: TLSContext, before target: UInt16, endsSilently: Bool) throws {
        (listener, port) = try Listener.atLoopback()
        listener.accept { client in
            let thread = Thread {
                // OpenSSL writes without MSG_NOSIGNAL, so a closed socket would raise SIGPIPE.
                var signals = sigset_t()
                sigemptyset(&signals)
                sigaddset(&signals, SIGPIPE)
                pthread_sigmask(SIG_BLOCK, &signals, nil)
                do {
                    var connection = TLSConnection(client, context, endsSilently: endsSilently)
                    connection.run(to: target)
                }
                close(client)
            }
            thread.stackSize = 512 << 10
            thread.start()
        }
    }

    func stop() { listener.stop() }
}

/// One connection of a ``TLSFront``, on its own thread.
private struct TLSConnection: ~Copyable {
    private let client: Int32
    private let context: TLSContext
    private let endsSilently: Bool
    private let session: TLSLibrary.Pointer?
    private var library: TLSLibrary { context.library }
    /// The bytes that wait to be sent to the script, and those that wait to be sent to the client.
    private var inward: [UInt8] = []
    private var outward: [UInt8] = []
    private var hasClientEnded = false
    private var hasScriptEnded = false

    init(_ client: Int32, _ context: TLSContext, endsSilently: Bool) {
        self.client = client
        self.context = context
        self.endsSilently = endsSilently
        session = context.session(on: client)
    }

    deinit { library.freeSession(session) }

    /// Runs the handshake and forwards bytes until both sides have ended.
    mutating func run(to target: UInt16) {
        guard session != nil, library.accept(session) == 1,
            let script = connectToLoopback(target)
        else { return }
        defer { close(script) }
        _ = fcntl(client, F_SETFL, fcntl(client, F_GETFL) | O_NONBLOCK)
        _ = fcntl(script, F_SETFL, fcntl(script, F_GETFL) | O_NONBLOCK)
        while !(hasClientEnded && hasScriptEnded) {
            guard takeFromClient(for: script), takeFromScript(script) else { return }
            guard !(hasClientEnded && hasScriptEnded) else { return }
            wait(for: script)
        }
    }

    private func wait(for script: Int32) {
        func end(_ socket: Int32, reads: Bool, writes: Bool) -> pollfd {
            let events = Int16(reads ? POLLIN : 0) | Int16(writes ? POLLOUT : 0)
            // With no events, a socket that is closed by its peer would wake `poll` again and again.
            return pollfd(fd: events == 0 ? -1 : socket, events: events, revents: 0)
        }
        var both = [
            end(client, reads: inward.isEmpty && !hasClientEnded, writes: !outward.isEmpty),
            end(script, reads: outward.isEmpty && !hasScriptEnded, writes: !inward.isEmpty),
        ]
        poll(&both, 2, -1)
    }

    /// Forwards the client's bytes, and returns `false` when the connection has failed.
    private mutating func takeFromClient(for script: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            guard let isOut = Self.send(&inward, to: script) else {
                abortAtClose(client)
                return false
            }
            guard isOut, !hasClientEnded else { return true }
            let count = library.read(session, &buffer, Int32(buffer.count))
            if count > 0 {
                inward = Array(buffer[..<Int(count)])
                continue
            }
            switch library.error(session, count) {
            // SSL_ERROR_WANT_READ and SSL_ERROR_WANT_WRITE.
            case 2, 3: return true
            // SSL_ERROR_ZERO_RETURN: the client has sent `close_notify`.
            case 6:
                hasClientEnded = true
                shutdown(script, Int32(SHUT_WR))
                return true
            default:
                abortAtClose(script)
                return false
            }
        }
    }

    /// Forwards the script's bytes, and returns `false` when the connection has failed.
    private mutating func takeFromScript(_ script: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            while !outward.isEmpty {
                let count = outward.withUnsafeBytes {
                    library.write(session, $0.baseAddress, Int32($0.count))
                }
                if count > 0 {
                    outward.removeFirst(Int(count))
                } else if [2, 3].contains(library.error(session, count)) {
                    return true
                } else {
                    abortAtClose(script)
                    return false
                }
            }
            guard !hasScriptEnded else { return true }
            let count = recv(script, &buffer, buffer.count, 0)
            if count > 0 {
                outward = Array(buffer[..<count])
            } else if count == 0 {
                hasScriptEnded = true
                if !endsSilently { sayEnd() }
                shutdown(client, Int32(SHUT_WR))
            } else if errno == EAGAIN || errno == EINTR {
                return true
            } else {
                abortAtClose(client)
                return false
            }
        }
    }

    /// Sends `close_notify`, and waits up to 10 seconds for room in the send buffer.
    private func sayEnd() {
        while true {
            let code = library.shutdown(session)
            var room = pollfd(fd: client, events: Int16(POLLOUT), revents: 0)
            guard code < 0, library.error(session, code) == 3, poll(&room, 1, 10_000) > 0 else {
                return
            }
        }
    }

    /// Sends as many bytes as possible.
    ///
    /// - Returns: `true` if all are sent, `false` if the socket is full, and `nil` if the peer is gone.
    private static func send(_ bytes: inout [UInt8], to socket: Int32) -> Bool? {
        while !bytes.isEmpty {
            let count = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            if count > 0 {
                bytes.removeFirst(count)
            } else {
                return errno == EAGAIN || errno == EINTR ? false : nil
            }
        }
        return true
    }
}
