import Foundation
import Glibc

/// A child process that ends with this one.
///
/// The child watches its standard input, which closes when this process ends.
final class ChildProcess: Sendable {
    private let process: Process
    private let input: Pipe
    private let output: FileHandle
    private let path: String

    /// Starts a program with this process's environment and some additions.
    init(_ path: String, arguments: [String], environment: [String: String]) throws {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = output
        do {
            try process.run()
        } catch {
            throw Refusal("\(path) does not start; build it with `swift build` in Examples/Shop")
        }
        self.process = process
        self.input = input
        self.output = output.fileHandleForReading
        self.path = path
    }

    /// Reads the first line that the program prints.
    func firstLine(within limit: Duration) throws -> String {
        let deadline = ContinuousClock.now + limit
        var text = Data()
        while let byte = try nextByte(before: deadline) {
            if byte == UInt8(ascii: "\n") { return String(decoding: text, as: UTF8.self) }
            text.append(byte)
        }
        stop()
        throw Refusal("\(path) ended or kept silent for \(limit.components.seconds) s")
    }

    /// Closes the program's input, and kills the program if it runs for another five seconds.
    func stop() {
        try? input.fileHandleForWriting.close()
        let deadline = ContinuousClock.now + .seconds(5)
        while process.isRunning, ContinuousClock.now < deadline { usleep(1000) }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    private func nextByte(before deadline: ContinuousClock.Instant) throws -> UInt8? {
        let left = deadline - .now
        let milliseconds = left.components.seconds * 1000 + 1
        var descriptor = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
        guard left > .zero, poll(&descriptor, 1, Int32(milliseconds)) > 0 else { return nil }
        return try output.read(upToCount: 1)?.first
    }
}
