import Foundation
import Glibc

/// The process in which gunicorn serves httpbin.
///
/// It ends with its standard input, so it can't outlive the tests, however they end.
struct Server {
    let baseURL: String
    private let process: Process
    private let input: Pipe

    /// Starts the server and waits until it takes connections.
    static func started() throws -> Server {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let root = tests.deletingLastPathComponent().deletingLastPathComponent()
        let python = root.appendingPathComponent(".venv/bin/python")
        guard FileManager.default.isExecutableFile(atPath: python.path) else {
            throw Trouble("there is no \(python.path): run `make setup`")
        }
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = python
        process.arguments = [
            "-m", "gunicorn", "-c", tests.appendingPathComponent("gunicorn.conf.py").path,
        ]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        do {
            let deadline = ContinuousClock.now + .seconds(30)
            let line = try firstLine(of: output.fileHandleForReading, before: deadline)
            guard let port = UInt16(line) else {
                throw Trouble("httpbin did not say its port: run `make setup`")
            }
            try connect(to: port, before: deadline)
            return Server(
                baseURL: "http://127.0.0.1:\(port)", process: process, input: input)
        } catch {
            process.terminate()
            throw error
        }
    }

    /// Ends the server: gently, and after five seconds by force.
    func stop() {
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
                throw Trouble("httpbin kept silent")
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
        throw Trouble("httpbin took no connection")
    }
}
