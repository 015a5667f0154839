import Foundation

/// Runs programs.
enum Shell {
    /// Runs a program to its end.
    /// - Throws: a ``BenchError`` with its messages if it fails.
    static func run(
        _ program: String, _ words: [String], environment: [String: String] = [:]
    ) throws -> (output: String, messages: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        // A file, since a pipe that nobody empties would stop the program.
        let messages = NSTemporaryDirectory() + "posthorn-bench-\(UUID().uuidString).err"
        FileManager.default.createFile(atPath: messages, contents: nil)
        defer { try? FileManager.default.removeItem(atPath: messages) }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle(forWritingAtPath: messages)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let errors = (try? String(contentsOfFile: messages, encoding: .utf8)) ?? ""
        guard process.terminationStatus == 0 else {
            let first = errors.prefix { $0 != "\n" }
            throw BenchError("\(program) ended with \(process.terminationStatus): \(first)")
        }
        return (text, errors)
    }

    /// Where a program is; `nil` if it is not installed.
    static func find(_ program: String) -> String? {
        ["/usr/bin/", "/usr/sbin/", "/usr/local/bin/"].map { $0 + program }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
