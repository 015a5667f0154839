import Foundation
import PosthornCurl
import TestSupport
import Testing

/// Row 182: the order in which a download's system calls reach the disk.
///
/// A test cannot cut the power. Only unsynced bytes can be lost then, so the order of the calls
/// shows what survives.
@Suite(
    "Order of disk writes and syncs of a download", .timeLimit(.minutes(2 * slowness)),
    .oneIssueAtLimit,
    .enabled("needs strace, and a system that lets it trace") { Tracing.isPossible })
struct DurabilityTests {
    private static let size = 1 << 20

    /// What a process did to a file or folder of the download, in order.
    enum Step: Equatable {
        case wrote(String, Int)
        case synchronised(String)
        case renamed(String, String)
    }

    @Test func processExitDurabilityDoesNotSync() async throws {
        let steps = try await trace("processExit")
        let waits = steps.filter { if case .synchronised = $0 { true } else { false } }
        #expect(waits == [])
        #expect(steps.contains(.renamed("a.part.journal.new", "a.part.journal")))
        #expect(steps.last == .renamed("a.part", "a"))
    }

    @Test func powerLossDurabilitySyncsBeforeEachRename() async throws {
        let steps = try await trace("powerLoss")
        let names = steps.map { "\($0)" }.joined(separator: "\n")
        var (written, synchronised, notes) = (0, 0, 0)
        var (noteIsSafe, fileIsThere, folderIsSafe) = (false, false, false)
        for step in steps {
            switch step {
            case .wrote("a.part", let count): written += count
            case .wrote("a.part.journal.new", _): noteIsSafe = false
            case .synchronised("a.part"): synchronised = written
            case .synchronised("a.part.journal.new"): noteIsSafe = true
            case .synchronised(""): folderIsSafe = true
            case .renamed("a.part.journal.new", "a.part.journal"):
                notes += 1
                folderIsSafe = false
                // The record is complete, and the bytes that it covers are synced.
                #expect(noteIsSafe, "\(names)")
                #expect(synchronised > 0, "\(names)")
            case .renamed("a.part", "a"):
                fileIsThere = true
                folderIsSafe = false
                #expect(synchronised == Self.size, "\(names)")
            default: break
            }
        }
        #expect(written == Self.size)
        #expect(notes > 0, "\(names)")
        #expect(fileIsThere, "\(names)")
        // The folder is synced too: a crash must not restore the old name.
        #expect(folderIsSafe, "\(names)")
    }

    /// Traces the disk operations of a download that takes a checkpoint midway.
    private func trace(_ durability: String) async throws -> [Step] {
        let isNoted = Gate()
        let half = [UInt8](repeating: 0x61, count: Self.size / 2)
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(
                "HTTP/1.1 200 OK\r\nContent-Length: \(Self.size)\r\nETag: \"v1\"\r\n\r\n")
            try connection.write(half)
            isNoted.wait()
            try connection.write(half)
        }
        defer { isNoted.open() }
        let target = try TemporaryFolder(for: "durability")
        let (folder, path) = (target.path, target.path + "/a")
        let log = try TemporaryFolder(for: "trace")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "strace", "-f", "-y", "-qq", "-s", "0", "-o", log.path + "/log", "-e",
            "trace=write,pwrite64,fsync,fdatasync,rename,renameat,renameat2",
            URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
                .appendingPathComponent("wire-check").path,
            "download", peer.url(), path, "\(1 << 30)", "\(128 << 10)", durability,
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        try await until {
            !process.isRunning || FileManager.default.fileExists(atPath: path + ".part.journal")
        }
        isNoted.open()
        let told = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(told == "done \(Self.size)\n")
        let lines = try String(contentsOfFile: log.path + "/log", encoding: .utf8)
            .split(separator: "\n").map(String.init)
        return steps(joined(lines), folder)
    }

    /// Joins calls that were interrupted in the trace; a call counts when it has finished.
    private func joined(_ lines: [String]) -> [String] {
        var begun: [Substring: Substring] = [:]
        return lines.compactMap { line in
            let thread = line.prefix { $0.isNumber }
            if let end = line.range(of: " <unfinished ...>") {
                begun[thread] = line[..<end.lowerBound]
                return nil
            }
            guard let resumed = line.range(of: " resumed>") else { return line }
            return begun.removeValue(forKey: thread).map {
                String($0 + line[resumed.upperBound...])
            }
        }
    }

    private func steps(_ lines: [String], _ folder: String) -> [Step] {
        func name(_ path: Substring) -> String? {
            guard path.hasPrefix(folder) else { return nil }
            return String(path.dropFirst(folder.count).drop { $0 == "/" })
        }
        return lines.compactMap { line in
            let result = line.split(separator: "=").last.flatMap {
                Int($0.trimmingCharacters(in: .whitespaces))
            }
            guard let result, result >= 0 else { return nil }
            if line.contains("rename") {
                let paths = line.split(separator: "\"").filter { $0.hasPrefix("/") }
                guard paths.count == 2, let old = name(paths[0]), let new = name(paths[1])
                else { return nil }
                return .renamed(old, new)
            }
            guard let start = line.firstIndex(of: "<"), let end = line.firstIndex(of: ">"),
                let file = name(line[line.index(after: start)..<end])
            else { return nil }
            return line.contains("sync(") ? .synchronised(file) : .wrote(file, result)
        }
    }
}

/// Traces another process.
enum Tracing {
    static let isPossible: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["strace", "-o", "/dev/null", "true"]
        (process.standardOutput, process.standardError) = (
            FileHandle.nullDevice, FileHandle.nullDevice
        )
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()
}
