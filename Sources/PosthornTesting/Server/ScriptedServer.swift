import Foundation
import PosthornCore
import Glibc

/// An HTTP server on loopback that sends exactly the bytes that a test chooses.
///
/// The server runs a script for each connection, on its own thread and with blocking calls. It records the
/// requests that the scripts read.
///
/// The server listens until you call ``stop()``, even when no reference to it remains. In tests with many
/// servers, write `defer { server.stop() }`. A connection closes when its script ends.
public final class ScriptedServer: Sendable {
    /// The code that serves one connection, on its own thread.
    ///
    /// An error that the script throws closes the connection and is listed in ``ScriptedServer/errors``.
    public typealias Script = @Sendable (ScriptedConnection) throws -> Void

    /// An error that a script threw.
    public struct ScriptFailure: Error, CustomStringConvertible {
        /// The number of the connection, counted from 1.
        public let connection: Int
        /// The error of the script.
        public let error: any Error

        /// The number of the connection and the error.
        public var description: String { "connection \(connection): \(error)" }
    }

    /// The port of 127.0.0.1 on which the server listens, or 0 for a Unix domain socket.
    public let port: UInt16
    private let listener: Listener
    /// The part that terminates TLS, or `nil` for a server without TLS.
    private let front: TLSFront?
    private let record: Locked<ServerRecord>
    /// The path of the Unix domain socket, or empty after it was removed.
    private let path: Locked<String>

    /// Starts a server on a free port of 127.0.0.1.
    ///
    /// - Parameters:
    ///   - recording: Whether to keep ``requests`` and ``messages``. The default is `true`. Pass `false` for
    ///     very many requests.
    ///   - script: Runs once for each connection.
    /// - Throws: A ``ScriptError`` if the server cannot listen.
    public convenience init(recording: Bool = true, _ script: @escaping Script) throws {
        let (listener, port) = try Listener.atLoopback()
        self.init(listener, port: port, recording: recording, script)
    }

    /// Starts a server with TLS on a free port of 127.0.0.1.
    ///
    /// The script sees decrypted requests, and sends plain responses. It sees a FIN when the client ends TLS
    /// properly, and an RST when TLS fails. A connection whose handshake fails runs no script.
    ///
    /// - Parameters:
    ///   - certificate: The certificate to present.
    ///   - protocols: The protocols to offer with ALPN (RFC 7301), such as `h2`, in order of preference. The
    ///     default offers none.
    ///   - endsSilently: Whether to close with a FIN but without `close_notify` (RFC 8446, section 6.1), as
    ///     if a middlebox had cut the connection. The default is `false`.
    ///   - recording: Whether to keep ``requests`` and ``messages``. The default is `true`. Pass `false` for
    ///     very many requests.
    ///   - script: Runs once for each connection.
    /// - Throws: A ``ScriptError`` if the server cannot listen, OpenSSL 3 is missing, or the certificate or
    ///   its key cannot be read.
    public convenience init(
        tls certificate: ServerCertificate, protocols: [String] = [], endsSilently: Bool = false,
        recording: Bool = true, _ script: @escaping Script
    ) throws {
        let context = try TLSContext(certificate, protocols: protocols)
        let (listener, inside) = try Listener.atLoopback()
        let front = try TLSFront(context, before: inside, endsSilently: endsSilently)
        self.init(listener, port: front.port, front: front, recording: recording, script)
    }

    /// Starts a server on a Unix domain socket.
    ///
    /// ``stop()`` removes the socket from the file system.
    /// - Throws: A ``ScriptError`` if the server cannot listen, for example because the path exists or has
    ///   more than 107 bytes.
    public convenience init(path: String, _ script: @escaping Script) throws {
        self.init(try Listener.at(path: path), port: 0, path: path, script)
    }

    private init(
        _ listener: Listener, port: UInt16, front: TLSFront? = nil, path: String = "",
        recording: Bool = true, _ script: @escaping Script
    ) {
        self.listener = listener
        self.port = port
        self.front = front
        self.path = Locked(path)
        let record = Locked(ServerRecord(isRecording: recording))
        self.record = record
        listener.accept { descriptor in
            let connection = ScriptedConnection(
                descriptor, number: record.withLock { $0.nextConnection() }, record: record)
            let thread = Thread {
                do {
                    try script(connection)
                } catch {
                    let failure = ScriptFailure(connection: connection.number, error: error)
                    record.withLock { $0.errors.append(failure) }
                }
                connection.close()
            }
            thread.stackSize = 256 << 10
            thread.start()
        }
    }

    /// Starts a server that responds to every request with the same bytes, on any number of connections.
    ///
    /// - Throws: A ``ScriptError`` if the server cannot listen.
    public static func responding(with response: String) throws -> ScriptedServer {
        try ScriptedServer { connection in
            while try connection.readRequest() != nil { try connection.write(response) }
        }
    }

    /// Returns the URL of a path on this server.
    ///
    /// For a Unix domain socket, the host is `localhost`.
    public func url(_ path: String = "/") -> String {
        (front == nil ? "http://" : "https://") + (port == 0 ? "localhost" : "127.0.0.1:\(port)")
            + path
    }

    /// The recorded requests as text, with `$PORT` in place of the server's port.
    ///
    /// The list is empty for a server that does not record.
    public var requests: [String] {
        messages.map { message in
            let text = String(decoding: message, as: UTF8.self)
            guard port != 0 else { return text }
            // The port's digits may be the beginning of a longer number.
            return text.components(separatedBy: ":\(port)").enumerated().map { index, part in
                let isNumber = part.first.map { $0.isASCII && $0.isNumber } ?? false
                return (index == 0 ? "" : isNumber ? ":\(port)" : ":$PORT") + part
            }.joined()
        }
    }

    /// The bytes of the recorded requests, in the order in which they were read.
    ///
    /// The list is empty for a server that does not record.
    public var messages: [[UInt8]] { record.withLock { $0.messages } }

    /// The number of connections accepted so far.
    ///
    /// A server with TLS counts those whose handshake succeeded.
    public var connections: Int { record.withLock { $0.connections } }

    /// The errors that scripts have thrown so far.
    ///
    /// Look here when a client reports a broken connection.
    public var errors: [ScriptFailure] { record.withLock { $0.errors } }

    /// Stops listening and releases the port and the accepting thread.
    ///
    /// Running scripts continue until they end.
    public func stop() {
        front?.stop()
        listener.stop()
        path.withLock { path in
            if !path.isEmpty { unlink(path) }
            path = ""
        }
    }
}
