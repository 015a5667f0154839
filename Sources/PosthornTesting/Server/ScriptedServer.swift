import Foundation
import Posthorn
import Glibc

/// A loopback server whose every byte a test decides.
///
/// Each connection runs a script on a thread of its own with blocking calls; the server records the
/// requests that the scripts read. It listens until it is stopped, also when nobody holds it any more:
/// tests of many servers need `defer { server.stop() }`. Connections end with their scripts.
public final class ScriptedServer: Sendable {
    /// What a connection does, on its own thread.
    ///
    /// What it throws ends the connection, and stands in ``ScriptedServer/errors``.
    public typealias Script = @Sendable (ScriptedConnection) throws -> Void

    /// An error that a script has thrown.
    public struct ScriptFailure: Error, CustomStringConvertible {
        /// The connection, counted from 1.
        public let connection: Int
        /// What was thrown.
        public let error: any Error

        /// The error and its connection.
        public var description: String { "connection \(connection): \(error)" }
    }

    /// The port of 127.0.0.1 that it listens at; 0 for a Unix socket.
    public let port: UInt16
    private let listener: Listener
    /// What takes TLS off; `nil` if it speaks none.
    private let front: TLSFront?
    private let record: Locked<ServerRecord>
    /// The Unix socket; empty once it is removed.
    private let path: Locked<String>

    /// Starts listening.
    ///
    /// The script runs for each connection.
    ///
    /// - Parameter recording: Whether ``requests`` are kept; `false` for servers of very many.
    /// - Throws: a ``ScriptError`` if it can't listen.
    public convenience init(recording: Bool = true, _ script: @escaping Script) throws {
        let (listener, port) = try Listener.atLoopback()
        self.init(listener, port: port, recording: recording, script)
    }

    /// Starts listening, and speaks TLS with whoever connects.
    ///
    /// The script sees what is inside: requests and their responses, a FIN for the client's end, an RST
    /// where TLS breaks. A connection without a handshake runs no script.
    ///
    /// - Parameters:
    ///   - certificate: What the client is shown.
    ///   - protocols: What the client may choose from in the handshake, such as `h2`, the best one
    ///     first (RFC 7301). The default offers nothing.
    ///   - endsSilently: Whether a connection ends with a FIN alone, as one that somebody in between has
    ///     cut off: without the word of TLS that nothing more comes (RFC 8446, section 6.1).
    ///   - recording: Whether ``requests`` are kept; `false` for servers of very many.
    /// - Throws: a ``ScriptError`` if it can't listen, there is no OpenSSL 3, or the certificate can't be
    ///   read.
    public convenience init(
        tls certificate: ServerCertificate, protocols: [String] = [], endsSilently: Bool = false,
        recording: Bool = true, _ script: @escaping Script
    ) throws {
        let context = try TLSContext(certificate, protocols: protocols)
        let (listener, inside) = try Listener.atLoopback()
        let front = try TLSFront(context, before: inside, endsSilently: endsSilently)
        self.init(listener, port: front.port, front: front, recording: recording, script)
    }

    /// Starts listening at a Unix socket instead of a port; ``stop()`` removes it.
    /// - Throws: a ``ScriptError`` if it can't listen: there is something at the path, or it is longer
    ///   than the system allows, which is 107 bytes on Linux.
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

    /// Answers every request with the same bytes, on any number of connections.
    /// - Throws: a ``ScriptError`` if it can't listen.
    public static func answering(_ response: String) throws -> ScriptedServer {
        try ScriptedServer { connection in
            while try connection.readRequest() != nil { try connection.write(response) }
        }
    }

    /// The URL of a path on this server; at a Unix socket its host is `localhost`.
    public func url(_ path: String = "/") -> String {
        (front == nil ? "http://" : "https://") + (port == 0 ? "localhost" : "127.0.0.1:\(port)")
            + path
    }

    /// The requests so far as text, with the port written as `$PORT`.
    public var requests: [String] {
        messages.map { message in
            let text = String(decoding: message, as: UTF8.self)
            guard port != 0 else { return text }
            // The same digits may begin a longer number.
            return text.components(separatedBy: ":\(port)").enumerated().map { index, part in
                let isNumber = part.first.map { $0.isASCII && $0.isNumber } ?? false
                return (index == 0 ? "" : isNumber ? ":\(port)" : ":$PORT") + part
            }.joined()
        }
    }

    /// The requests so far, byte by byte as they came.
    public var messages: [[UInt8]] { record.withLock { $0.messages } }

    /// How many connections were accepted so far.
    public var connections: Int { record.withLock { $0.connections } }

    /// What scripts have thrown so far: the place to look when a client says that its connection broke.
    public var errors: [ScriptFailure] { record.withLock { $0.errors } }

    /// Stops listening, and gives the port and the thread back.
    ///
    /// Scripts under way go on until their clients close.
    public func stop() {
        front?.stop()
        listener.stop()
        path.withLock { path in
            if !path.isEmpty { unlink(path) }
            path = ""
        }
    }
}
