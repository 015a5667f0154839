import Foundation
import Glibc
import PosthornTesting

extension ScriptedConnection {
    /// Forwards bytes between the client and a port of 127.0.0.1 until either side closes.
    ///
    /// - Throws: A ``ScriptError`` if nothing listens on the port, or the bytes that were read ahead cannot
    ///   be forwarded.
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

    /// Sets the size of the receive buffer, so that a client has to wait while the script does not read.
    ///
    /// - Parameter bytes: The approximate size. The system doubles it and applies a minimum.
    public func limitUnread(bytes: Int) {
        setOption(socket, SOL_SOCKET, SO_RCVBUF, Int32(clamping: bytes))
    }
}

/// Connects to a port of 127.0.0.1, and returns `nil` if nothing listens there.
private func connectToLoopback(_ port: UInt16) -> Int32? {
    let socket = streamSocket(AF_INET)
    guard socket >= 0 else { return nil }
    var address = loopback(port)
    let isOpen = withAddress(&address) { connect(socket, $0, $1) == 0 }
    disableDelay(socket)
    if !isOpen { close(socket) }
    return isOpen ? socket : nil
}
