import Foundation
import Glibc

/// A real Transmission on loopback, which takes commands of the user `ada` with the password `secret`.
///
/// It has no peers and no torrents.
public final class TransmissionDaemon: Sendable {
    /// Where the server is.
    public let baseURL: String
    private let process = Process()
    private let input = Pipe()

    /// Starts the server and waits until it listens.
    ///
    /// - Parameter port: The port; by default one that is free.
    public init(port: UInt16? = nil) throws {
        let folder = NSTemporaryDirectory() + "posthorn-transmission-\(UUID().uuidString)"
        let port = try port ?? Nginx.freePorts(1)[0]
        baseURL = "http://127.0.0.1:\(port)"
        // The shell ends the server when its input does: with this object, or with this process, however that ends.
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c",
            #"""
            transmission-daemon -f -g "$0" -r 127.0.0.1 -p "$1" -t -u ada -v secret \
                -i 127.0.0.1 -P "$1" -M -O -Y --no-utp & read _; kill -9 $!; rm -rf "$0"
            """#, folder, "\(port)",
        ]
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        try Nginx.waitUntilListening(port, process, "transmission-daemon")
    }

    /// Ends the server; its folder goes with it.
    public func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    deinit { try? input.fileHandleForWriting.close() }
}
