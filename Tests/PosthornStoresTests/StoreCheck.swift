import Foundation
import Glibc

/// The program `store-check` in its own process.
final class StoreCheck: Sendable {
    private let process = Process()
    private let output = Pipe()

    /// Starts it.
    ///
    /// - Parameter launcher: The words of a command that runs it; empty, the default, for none.
    init(_ arguments: [String], by launcher: [String] = []) throws {
        let program = URL(fileURLWithPath: CommandLine.arguments[0])
            .deletingLastPathComponent().appendingPathComponent("store-check")
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = launcher + [program.path] + arguments
        process.standardOutput = output
        try process.run()
        // Otherwise the output would not end with the process.
        try output.fileHandleForWriting.close()
    }

    deinit { end() }

    /// Kills it, and waits for its end.
    func end() {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// The next line that it prints; waits for it.
    func line() -> String {
        var bytes = Data()
        while let byte = try? output.fileHandleForReading.read(upToCount: 1), byte.first != 0x0a {
            bytes += byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
