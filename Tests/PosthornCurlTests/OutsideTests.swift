import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// What only another process can show: run by the program `wire-check`.
@Suite(.timeLimit(.minutes(3)))
struct OutsideTests {
    @Test func takesNothingFromTheEnvironment() throws {
        let server = try Nginx()
        let home = NSTemporaryDirectory() + "posthorn-home-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: home) }
        try "default login user password secret\n".write(
            toFile: home + "/.netrc", atomically: true, encoding: .utf8)
        let keyLog = home + "/keys.log"
        let output = try run(
            ["get", server.secureURL("/authorization"), server.authority],
            environment: [
                "HOME": home, "NETRC": home + "/.netrc", "SSLKEYLOGFILE": keyLog,
                "http_proxy": "http://127.0.0.1:1", "https_proxy": "http://127.0.0.1:1",
                "HTTPS_PROXY": "http://127.0.0.1:1", "ALL_PROXY": "http://127.0.0.1:1",
            ])
        #expect(output == "200 none\n")
        let keys = (try? String(contentsOfFile: keyLog, encoding: .utf8)) ?? ""
        #expect(keys.isEmpty)
    }

    /// 1,000 calls one after the other and 1,000 at 64 at a time, every third of them cancelled
    /// midway; four times over.
    @Test func leavesNothingBehind() throws {
        let output = try run(["load", "1000"])
        let rounds = output.split(separator: "\n").map(Round.init)
        try #require(rounds.count == 4, "\(output)")
        for round in rounds {
            #expect(round["failures"] == 0, "\(output)")
            #expect(round["cancelled"] == 333, "\(output)")
            #expect(round["threads"] == 0, "\(output)")
            #expect(round["descriptors"] <= 0, "\(output)")
        }
        // The first rounds warm up pools and caches; after them memory has to level out.
        #expect(rounds[3]["resident"] <= rounds[1]["resident"] + 16 << 10, "\(output)")
    }

    /// An exit with transfers under way neither crashes nor hangs.
    @Test func endsWithTransfersUnderWay() throws {
        for _ in 0..<10 { #expect(try run(["leave"]) == "leaving\n") }
    }

    @Test func aFullDiskIsATypedErrorAndTheNextTryGoesOn() throws {
        let folder = NSTemporaryDirectory() + "posthorn-full-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try Nginx()
        let url = server.plainURL("/mebibyte.txt")
        // The kernel refuses to write more than that into a file, as a full disk would.
        let failure = try run(["download", url, folder + "/a", "300000"]).split(separator: " ")
        #expect(failure.first == "fileFailed")
        let kept = try #require(failure.last.flatMap { Int($0.dropLast()) })
        #expect((1...300_000).contains(kept))
        #expect(try names(folder) == ["a.part", "a.part.journal"])
        #expect(try run(["download", url, folder + "/a"]) == "done 1048576\n")
        #expect(try names(folder) == ["a"])
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: folder + "/a"))
                == Data(repeating: 0x61, count: 1 << 20))
    }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    /// A line of `name=number` pairs.
    private struct Round {
        private let values: [Substring: Int]

        init(_ line: Substring) {
            let pairs = line.split(separator: " ").map { $0.split(separator: "=") }
            values = Dictionary(
                pairs.compactMap { pair in
                    pair.count == 2 ? Int(pair[1]).map { (pair[0], $0) } : nil
                }, uniquingKeysWith: { $1 })
        }

        subscript(name: Substring) -> Int { values[name] ?? .max }
    }

    private func run(_ arguments: [String], environment: [String: String] = [:]) throws -> String {
        let process = Process()
        process.executableURL = Self.program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return text
    }

    /// The program beside the test bundle.
    private static var program: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("wire-check")
    }
}
