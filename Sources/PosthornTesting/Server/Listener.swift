import Foundation
import PosthornCore
import Glibc

/// A listening socket and the thread that accepts its connections.
package final class Listener: Sendable {
    /// The socket, or -1 after it was closed, because the system may reuse the number.
    private let descriptor: Locked<Int32>

    package init(_ descriptor: Int32) { self.descriptor = Locked(descriptor) }

    static func atLoopback() throws -> (listener: Listener, port: UInt16) {
        let descriptor = streamSocket(AF_INET)
        guard descriptor >= 0, let port = bindToLoopback(descriptor), listen(descriptor, 1024) == 0
        else {
            throw failure(closing: descriptor)
        }
        return (Listener(descriptor), port)
    }

    private static func failure(closing descriptor: Int32) -> ScriptError {
        let reason = String(cString: strerror(errno))
        if descriptor >= 0 { close(descriptor) }
        return ScriptError("can't listen: \(reason)")
    }

    /// Ends the accepting thread, which closes the socket.
    func stop() { descriptor.withLock { if $0 >= 0 { Glibc.shutdown($0, Int32(SHUT_RDWR)) } } }

    /// Accepts connections on a new thread and passes each to a closure, until ``stop()`` is called.
    func accept(_ take: @escaping @Sendable (Int32) -> Void) {
        let thread = Thread { [self] in acceptAll(take) }
        thread.name = "scripted"
        thread.start()
    }

    private func acceptAll(_ take: @Sendable (Int32) -> Void) {
        let listener = descriptor.withLock { $0 }
        while true {
            let socket = Glibc.accept(listener, nil, nil)
            guard socket >= 0 else {
                if errno == EINTR || errno == ECONNABORTED { continue }
                guard errno == EMFILE || errno == ENFILE else { break }
                // All descriptors are in use. Wait until a connection closes.
                usleep(1000)
                continue
            }
            // A child process must not keep the connection open.
            _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
            disableDelay(socket)
            take(socket)
        }
        descriptor.withLock { descriptor in
            close(descriptor)
            descriptor = -1
        }
    }
}
