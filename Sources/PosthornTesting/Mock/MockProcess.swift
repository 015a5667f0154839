public import Foundation
internal import Synchronization

/// The mock server of the tool `posthorn`, in a process of its own.
///
/// ```swift
/// let mock = try await MockProcess(
///     tool: URL(filePath: ".build/debug/posthorn"), specs: URL(filePath: "Specs/Shop"),
///     options: ["--stateful"])
/// let shop = ShopAPI(ClientConfiguration(baseURL: mock.baseURL, transport: session))
/// ```
///
/// The tool is built with the package trait `MockServer`. The process ends with ``stop()``, when the value is released, and
/// with the process of the test.
public final class MockProcess: Sendable {
    /// The base URL of the service: a free port of 127.0.0.1, with the path of the spec's server.
    public let baseURL: String
    private let running: Mutex<Running?>

    private struct Running {
        let process: Process
        /// The mock ends when it closes.
        let input: Pipe
    }

    /// Starts a mock, and waits until it listens.
    ///
    /// - Parameters:
    ///   - tool: The built tool.
    ///   - specs: The folder with the service's specs.
    ///   - options: The other options of `posthorn mock`, such as `["--seed", "7"]`; none by default.
    ///   - environment: Variables besides those of this process, such as keys; none by default.
    ///   - timeout: The time that the mock has until it listens; 30 seconds by default.
    /// - Throws: A ``ScriptError`` with what the mock printed if it ended or did not listen in time, or the error of
    ///   Foundation if there is no such tool.
    public init(
        tool: URL, specs: URL, options: [String] = [], environment: [String: String] = [:],
        timeout: Duration = .seconds(30)
    ) async throws {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = tool
        process.arguments =
            ["mock", specs.path, "--port", "0", "--until-input-closes"] + options
        process.environment = ProcessInfo.processInfo.environment
            .merging(environment) { _, new in new }
        process.standardInput = input
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let identifier = process.processIdentifier
        running = Mutex(Running(process: process, input: input))
        let end = DispatchWorkItem { kill(identifier, SIGTERM) }
        DispatchQueue.global().asyncAfter(
            deadline: .now() + .seconds(Int(timeout.components.seconds)), execute: end)
        let handle = output.fileHandleForReading
        let printed = await withCheckedContinuation { continuation in
            // The reader continues until the mock ends, because a full pipe would block it.
            DispatchQueue(label: "posthorn.mock.output").async {
                var text = Data()
                var waiting: CheckedContinuation<String, Never>? = continuation
                while case let data = handle.availableData, !data.isEmpty {
                    guard waiting != nil else { continue }
                    text += data
                    guard Self.address(in: text) != nil else { continue }
                    waiting?.resume(returning: String(decoding: text, as: UTF8.self))
                    waiting = nil
                }
                waiting?.resume(returning: String(decoding: text, as: UTF8.self))
            }
        }
        end.cancel()
        guard let address = Self.address(in: Data(printed.utf8)) else {
            baseURL = ""
            stop()
            throw ScriptError("the mock did not listen; it printed: \(printed)")
        }
        baseURL = address
    }

    deinit { stop() }

    /// Ends the mock, and waits for its end.
    ///
    /// Later calls have no effect.
    public func stop() {
        running.withLock { running in
            guard let ending = running else { return }
            running = nil
            try? ending.input.fileHandleForWriting.close()
            ending.process.terminate()
            ending.process.waitUntilExit()
        }
    }

    /// Returns the address in the whole line that tells it.
    private static func address(in text: Data) -> String? {
        let lines = String(decoding: text, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        let start = "listening on "
        return lines.first { $0.hasPrefix(start) }
            .map { String($0.dropFirst(start.count).prefix { $0 != " " }) }
    }
}
