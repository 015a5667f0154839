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

    /// The port of 127.0.0.1 on which the server listens.
    public let port: UInt16
    private let listener: Listener
    private let record: Locked<ServerRecord>

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

    package init(
        _ listener: Listener, port: UInt16, recording: Bool, _ script: @escaping Script
    ) {
        self.listener = listener
        self.port = port
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
    public func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)" + path }

    /// The recorded requests as text, with `$PORT` in place of the server's port.
    ///
    /// The list is empty for a server that does not record.
    public var requests: [String] {
        messages.map { message in
            let text = String(decoding: message, as: UTF8.self)
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
    public var connections: Int { record.withLock { $0.connections } }

    /// The errors that scripts have thrown so far.
    ///
    /// Look here when a client reports a broken connection.
    public var errors: [ScriptFailure] { record.withLock { $0.errors } }

    /// Stops listening and releases the port and the accepting thread.
    ///
    /// Running scripts continue until they end.
    public func stop() { listener.stop() }
}
