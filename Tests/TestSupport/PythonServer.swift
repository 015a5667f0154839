import Foundation
import Glibc

/// A process in which Python serves on a free loopback port, in the virtual environment of the tests.
///
/// It prints a line whose first word is the port. It ends with its standard input, so it can't outlive the
/// tests, however they end.
public struct PythonServer {
    /// The words of the line that the server has printed, of which the first is its port.
    public let words: [String]
    private let process: Process
    private let input: Pipe

    /// Where the server is.
    public var baseURL: String { "http://127.0.0.1:\(words[0])" }

    /// Starts a server and waits until it takes connections.
    /// - Parameter name: The server's, for errors.
    public static func started(_ name: String, _ arguments: [String]) throws -> PythonServer {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let root = tests.deletingLastPathComponent().deletingLastPathComponent()
        let python = root.appendingPathComponent(".venv/bin/python")
        guard FileManager.default.isExecutableFile(atPath: python.path) else {
            throw Trouble("there is no \(python.path): run `make setup`")
        }
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = python
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        do {
            let deadline = ContinuousClock.now + .seconds(30)
            let line = try firstLine(of: output.fileHandleForReading, before: deadline)
            let words = line.split(separator: " ").map(String.init)
            guard let port = words.first.flatMap({ UInt16($0) }) else {
                throw Trouble("\(name) did not say its port: run `make setup`")
            }
            try connect(to: port, before: deadline)
            return PythonServer(words: words, process: process, input: input)
        } catch {
            process.terminate()
            throw error
        }
    }

    /// Ends the server: gently, and after five seconds by force.
    public func stop() {
        try? input.fileHandleForWriting.close()
        process.terminate()
        let deadline = ContinuousClock.now + .seconds(5)
        while process.isRunning, ContinuousClock.now < deadline { usleep(5000) }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Why there is no server.
    struct Trouble: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    private static func firstLine(
        of output: FileHandle, before deadline: ContinuousClock.Instant
    ) throws -> String {
        var line = Data()
        while true {
            let left = (deadline - .now).components.seconds
            var descriptor = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard left > 0, poll(&descriptor, 1, Int32(left * 1000)) > 0 else {
                throw Trouble("the server kept silent")
            }
            guard let byte = try output.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n")
            else { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
    }

    /// Tries to connect until it works.
    private static func connect(
        to port: UInt16, before deadline: ContinuousClock.Instant
    ) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        while ContinuousClock.now < deadline {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            let result = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            if result == 0 { return }
            sched_yield()
        }
        throw Trouble("the server took no connection")
    }
}
