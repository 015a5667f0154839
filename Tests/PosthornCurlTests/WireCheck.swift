import Foundation
import Glibc

/// The program `wire-check` in its own process, with pipes to it.
final class WireCheck: Sendable {
    private let process = Process()
    private let output = Pipe()
    private let input = Pipe()

    /// Starts it.
    ///
    /// - Parameter environment: Variables in addition to this process's own.
    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
            .deletingLastPathComponent().appendingPathComponent("wire-check")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        process.standardInput = input
        try process.run()
    }

    deinit { end() }

    /// Kills it, stopped or not.
    func end() {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// The next line that it prints; waits for it.
    func line() -> String {
        var bytes = Data()
        while let byte = try? output.fileHandleForReading.read(upToCount: 1), byte.first != 0x0a {
            bytes += byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// All that it prints until it ends.
    func rest() -> String {
        String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    /// Whether it has not ended yet.
    var isRunning: Bool { process.isRunning }

    /// Whether a signal ended it; waits for its end.
    var wasKilled: Bool {
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
    }

    /// How it ended; waits for its end.
    func status() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Writes a line to its standard input.
    func write(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

    /// Stops it as the terminal does.
    func stop() { kill(process.processIdentifier, SIGSTOP) }

    /// Lets it go on.
    func goOn() { kill(process.processIdentifier, SIGCONT) }

    /// Whether all threads have stopped; one may run for a moment after the signal.
    var isStopped: Bool {
        let tasks = "/proc/\(process.processIdentifier)/task"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return !names.isEmpty
            && names.allSatisfy { name in
                let stat = try? String(contentsOfFile: "\(tasks)/\(name)/stat", encoding: .utf8)
                // The state follows the name, which may contain parentheses.
                return stat?.components(separatedBy: ") ").last?.hasPrefix("T") ?? false
            }
    }
}
