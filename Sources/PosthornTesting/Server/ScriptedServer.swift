import Foundation
import Posthorn
import Glibc

/// A loopback server whose every byte a test decides.
///
/// Each connection runs a script on a thread of its own with blocking calls; the server records the
/// requests that the scripts read.
public final class ScriptedServer: Sendable {
    /// What a connection does, on its own thread.
    public typealias Script = @Sendable (ScriptedConnection) throws -> Void

    /// The port of 127.0.0.1 that it listens at.
    public let port: UInt16
    /// -1 once it is closed: its number may be another's then.
    private let listener: Locked<Int32>
    private let recorded = Locked<[String]>([])
    private let accepted = Locked(0)
    private let isRecording: Bool

    /// Starts listening.
    ///
    /// The script runs for each connection.
    ///
    /// - Parameter recording: Whether ``requests`` are kept; `false` for servers of very many.
    public init(recording: Bool = true, _ script: @escaping Script) throws {
        isRecording = recording
        let listener = socket(
            AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard let port = bindToLoopback(listener), listen(listener, 1024) == 0 else {
            throw ScriptError("can't listen: \(String(cString: strerror(errno)))")
        }
        self.port = port
        self.listener = Locked(listener)
        let accept = Thread { [self] in acceptAll(listener, script) }
        accept.name = "scripted"
        accept.start()
    }

    /// Starts listening at a Unix socket instead of a port.
    public init(path: String, _ script: @escaping Script) throws {
        let listener = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        port = 0
        isRecording = true
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        self.listener = Locked(listener)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isBound, listen(listener, 1024) == 0 else {
            throw ScriptError("can't listen: \(String(cString: strerror(errno)))")
        }
        let accept = Thread { [self] in acceptAll(listener, script) }
        accept.name = "scripted"
        accept.start()
    }

    /// Answers every request with the same bytes, on any number of connections.
    public static func answering(_ response: String) throws -> ScriptedServer {
        try ScriptedServer { connection in
            while try connection.readRequest() != nil { try connection.write(response) }
        }
    }

    /// The URL of a path on this server.
    public func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// The requests so far, with the port written as `$PORT`.
    public var requests: [String] {
        recorded.withLock { $0 }.map { $0.replacingOccurrences(of: ":\(port)", with: ":$PORT") }
    }

    /// How many connections were accepted so far.
    public var connections: Int { accepted.withLock { $0 } }

    /// Stops listening; scripts under way end with their connections.
    public func stop() {
        listener.withLock { listener in
            if listener >= 0 { Glibc.shutdown(listener, Int32(SHUT_RDWR)) }
        }
    }

    func record(_ request: String) {
        if isRecording { recorded.withLock { $0.append(request) } }
    }

    private func acceptAll(_ listener: Int32, _ script: @escaping Script) {
        while true {
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else {
                if errno == EINTR || errno == ECONNABORTED { continue }
                guard errno == EMFILE || errno == ENFILE else { break }
                // Until a connection that ends gives its descriptor back.
                usleep(1000)
                continue
            }
            let number = accepted.withLock { count in
                count += 1
                return count
            }
            // A child of the tests must not hold the connection open.
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            var one: Int32 = 1
            setsockopt(
                descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one,
                socklen_t(MemoryLayout<Int32>.size))
            let connection = ScriptedConnection(descriptor, number: number, server: self)
            let thread = Thread {
                try? script(connection)
                connection.close()
            }
            thread.stackSize = 256 << 10
            thread.start()
        }
        self.listener.withLock { listener in
            close(listener)
            listener = -1
        }
    }
}
