import Foundation

/// A server of another project on free ports of loopback, with a folder of its own.
///
/// The server and its folder go with this object, or with the process of the tests, however that ends.
public final class Daemon: Sendable {
    /// The folder, which is the server's home too.
    public let folder: String
    /// The ports; the server takes calls on the first one.
    public let ports: [UInt16]
    private let process = Process()
    private let input = Pipe()

    /// Where the server is.
    public var baseURL: String { "http://127.0.0.1:\(ports[0])" }

    /// Starts a server and waits until it listens.
    ///
    /// - Parameters:
    ///   - program: The name of the program.
    ///   - count: How many ports it needs.
    ///   - environment: Variables of the program.
    ///   - arguments: Writes what the server reads into the folder, and returns the arguments of the program.
    public static func started(
        _ program: String, ports count: Int = 1, environment: [String: String] = [:],
        arguments: (_ folder: String, _ ports: [UInt16]) throws -> [String]
    ) throws -> Daemon {
        // A port may be taken between the search and the start.
        for _ in 0..<2 {
            if let daemon = try? Daemon(program, count, environment, arguments) { return daemon }
        }
        return try Daemon(program, count, environment, arguments)
    }

    /// Ends when the server does, and ends the server and its children when its input does.
    ///
    /// A process that Swift starts from a task inherits a mask that blocks SIGCHLD. Bash unblocks it, and others wait
    /// for ever.
    private static let script = #"""
        exec 3<&0
        HOME="$0" XDG_CONFIG_HOME= XDG_DATA_HOME= setsid "$@" </dev/null 3<&- & server=$!
        (read -r _ <&3; kill -9 -$server $server) & guard=$!
        wait $server; kill -9 $guard; rm -rf "$0"
        """#

    private init(
        _ program: String, _ count: Int, _ environment: [String: String],
        _ arguments: (String, [UInt16]) throws -> [String]
    ) throws {
        ports = try Nginx.freePorts(count)
        folder = NSTemporaryDirectory() + "posthorn-\(program)-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        do {
            process.arguments =
                ["-c", Self.script, folder, program] + (try arguments(folder, ports))
            process.standardInput = input
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            try Nginx.waitUntilListening(ports[0], process, program)
        } catch {
            stop()
            throw error
        }
    }

    /// Ends the server; its folder goes with it.
    public func stop() {
        try? input.fileHandleForWriting.close()
        if process.isRunning { process.waitUntilExit() }
        try? FileManager.default.removeItem(atPath: folder)
    }

    deinit { try? input.fileHandleForWriting.close() }
}
