import Foundation
import Glibc
import TestSupport
import Testing

/// The built tool, run in a folder of its own.
final class Tool {
    /// What a run printed, and how it ended.
    struct Run: Equatable {
        var exitCode: Int32
        var output: String
        var complaints = ""
    }

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder(for: "tool") }

    func write(_ text: String, to name: String) throws {
        let file = folder.url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func read(_ name: String) throws -> String {
        try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
    }

    /// Starts the tool, or a command of a shell that has its path in `$POSTHORN`.
    func start(
        _ arguments: [String], shell: String? = nil, input: String? = nil,
        environment: [String: String] = [:], terminal: Int32? = nil
    ) throws -> Process {
        let tool: URL = try #require(Self.url)
        let process = Process()
        process.executableURL = shell == nil ? tool : URL(filePath: "/bin/bash")
        process.arguments = shell.map { ["-c", $0] } ?? arguments
        process.currentDirectoryURL = folder.url
        let kept = ["PATH", "LD_LIBRARY_PATH", "TMPDIR", "LLVM_PROFILE_FILE"]
        var variables = ProcessInfo.processInfo.environment.filter { kept.contains($0.key) }
        variables["HOME"] = folder.path
        variables["POSTHORN"] = tool.path
        process.environment = variables.merging(environment) { _, new in new }
        // Files, because a pipe that fills up would stop the tool.
        for name in [".output", ".complaints"] { try write("", to: name) }
        if let input { try write(input, to: ".input") }
        process.standardInput =
            input == nil
            ? FileHandle.nullDevice
            : try FileHandle(forReadingFrom: folder.url.appending(path: ".input"))
        func output(_ name: String) throws -> FileHandle {
            if let terminal { return FileHandle(fileDescriptor: terminal) }
            return try FileHandle(forWritingTo: folder.url.appending(path: name))
        }
        process.standardOutput = try output(".output")
        process.standardError = try output(".complaints")
        try process.run()
        return process
    }

    func finish(_ process: Process) throws -> Run {
        process.waitUntilExit()
        return Run(
            exitCode: process.terminationStatus, output: try read(".output"),
            complaints: try read(".complaints"))
    }

    func run(
        _ arguments: String..., input: String? = nil, environment: [String: String] = [:]
    ) throws -> Run {
        try finish(start(arguments, input: input, environment: environment))
    }

    /// Runs the tool on a terminal of 80 columns, and returns all that it prints there.
    func runOnTerminal(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> Run {
        var (terminal, end): (Int32, Int32) = (0, 0)
        var size = winsize(ws_row: 25, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        try #require(openpty(&terminal, &end, nil, nil, &size) == 0)
        defer { close(terminal) }
        let variables = ["TERM": "xterm"].merging(environment) { _, new in new }
        let process = try start(arguments, environment: variables, terminal: end)
        process.waitUntilExit()
        close(end)
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while case let count = Glibc.read(terminal, &piece, piece.count), count > 0 {
            bytes += piece.prefix(count)
        }
        let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
        return Run(exitCode: process.terminationStatus, output: text)
    }

    /// The tool is built beside the tests.
    static let url: URL? = {
        var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        while folder.pathComponents.count > 1 {
            let tool = folder.appending(component: "posthorn")
            let isBuild = ["debug", "release"].contains(folder.lastPathComponent)
            if isBuild, FileManager.default.isExecutableFile(atPath: tool.path) { return tool }
            folder.deleteLastPathComponent()
        }
        return nil
    }()
}
