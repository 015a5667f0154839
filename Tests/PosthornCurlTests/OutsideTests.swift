import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Behaviour that needs another process: the program `wire-check`.
@Suite(.timeLimit(.minutes(3 * slowness)), .oneIssueAtLimit)
struct OutsideTests {
    @Test func ignoresEnvironmentAndNetrc() throws {
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

    /// In its own process, because no other thread may read the environment while it changes.
    @Test func proxyEnvironmentIsReadOnlyOnRequest() throws {
        let ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        let proxy = try ScriptedPeer.responding(with: ok)
        let peer = try ScriptedPeer.responding(with: ok)
        let unset = ["all_proxy": "", "http_proxy": "", "https_proxy": "", "no_proxy": ""]
        #expect(try run(["environment", peer.url()], environment: unset) == "none\n200\n200\n")
        #expect((peer.requests.count, proxy.requests.count) == (2, 0))
        let set = [
            "https_proxy": "http://a:b@proxy.invalid:8080", "http_proxy": "",
            "all_proxy": "127.0.0.1:\(proxy.port)", "no_proxy": "one.invalid, 10.0.0.0/8",
        ]
        #expect(
            try run(["environment", peer.url()], environment: set) == """
                http: http://127.0.0.1:\(proxy.port)
                https: http://proxy.invalid:8080
                exceptions: one.invalid, 10.0.0.0/8
                200
                200

                """)
        #expect((peer.requests.count, proxy.requests.count) == (3, 1))
    }

    @Test func callSucceedsWhenCacheCannotWriteToDisk() throws {
        let folder = try TemporaryFolder(for: "cache-full")
        let body = String(repeating: "x", count: 9000)
        let peer = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 9000\r\n\r\n"
                + body)
        let full = try run(["cache", peer.url(), folder.path, "4096"])
        #expect(full == "200 9000 false\n200 9000 false\n")
        #expect(peer.requests.count == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        let roomy = try run(["cache", peer.url(), folder.path, "65536"])
        #expect(roomy == "200 9000 true\n200 9000 true\n")
        #expect(peer.requests.count == 3)
    }

    /// libcurl's CVE-2026-6429: one host's password is sent to another over a proxy connection.
    @Test func netrcDoesNotReachAProxy() throws {
        let peer = try ScriptedPeer.responding(with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let home = NSTemporaryDirectory() + "posthorn-home-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: home) }
        try "machine a.invalid login user password secret\n".write(
            toFile: home + "/.netrc", atomically: true, encoding: .utf8)
        let output = try run(
            ["proxied", "\(peer.port)", "http://a.invalid/", "http://b.invalid/"],
            environment: ["HOME": home, "NETRC": home + "/.netrc"])
        #expect(output == "200\n200\n")
        #expect(peer.connections == 1)
        #expect(peer.requests.map { $0.contains("uthorization") } == [false, false])
    }

    /// More bytes than all buffers on the way hold; `wire-check lines` reads 1 GB in the same
    /// memory.
    @Test func readsAStreamOfLinesInConstantMemory() throws {
        let output = try run(["lines", "\(48 << 20)"])
        let words = output.split(whereSeparator: \.isWhitespace)
        try #require(words.count == 8, "\(output)")
        #expect(Int(words[1]) == (48 << 20) / 73_000 * 1000, "\(output)")
        // The memory sanitizer keeps freed memory.
        #if !SANITIZED
            #expect(Int(words[5]).map { $0 < 16 << 10 } == true, "\(output)")
        #endif
    }

    /// 1,000 sequential calls and 1,000 at 64 at a time, every third of them cancelled midway, four
    /// times.
    @Test func loadLeaksNoThreadsDescriptorsOrMemory() throws {
        let output = try run(["load", "1000"])
        let rounds = output.split(separator: "\n").map(Round.init)
        try #require(rounds.count == 4, "\(output)")
        for round in rounds {
            #expect(round["failures"] == 0, "\(output)")
            #expect(round["cancelled"] == 333, "\(output)")
            #expect(round["threads"] == 0, "\(output)")
            #expect(round["descriptors"] <= 0, "\(output)")
        }
        // The first rounds fill pools and caches; after that, memory must level out.
        #if !SANITIZED
            #expect(rounds[3]["resident"] <= rounds[1]["resident"] + 16 << 10, "\(output)")
        #endif
    }

    /// Fifteen kinds of calls to well and badly behaved servers, 48 at a time; `make soak` runs
    /// longer.
    @Test func mixedCallsUnderLoadHaveExpectedOutcomes() throws {
        let output = try run(["soak", "calls", "2000"])
        let end = Round(output.split(separator: "\n").last ?? "")
        #expect(end["failures"] == 0, "\(output)")
        #expect(end["tasks"] == 0, "\(output)")
        #expect(end["threads"] == 0, "\(output)")
    }

    /// Two processes write one cookie file until they are killed while writing.
    @Test func cookieFileStaysIntactWhenWritersAreKilled() throws {
        let folder = NSTemporaryDirectory() + "posthorn-cookies-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/cookies.json"
        var kills = 0
        for round in 0..<50 {
            let writers = try (0..<2).map { _ in try start(["cookies", path]) }
            for (process, output) in writers {
                // A different number of saves per round, so that the kill comes at any point.
                _ = output.fileHandleForReading.readData(ofLength: 1 + round % 7)
                kill(process.processIdentifier, SIGKILL)
                kills += 1
            }
            for (process, _) in writers { process.waitUntilExit() }
            let cookies = try CookieStore(file: URL(filePath: path)).cookies
            #expect(cookies.count == 200)
            #expect(Set(cookies.map(\.value)).count == 1)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.count <= 2)
            for name in names {
                let attributes = try FileManager.default.attributesOfItem(
                    atPath: folder + "/" + name)
                #expect(attributes[.posixPermissions] as? Int == 0o600)
            }
        }
        print("files of cookies: \(kills) kills, none of them left half a file")
    }

    /// The system kills the writer at a byte in the middle of the file.
    @Test(
        .enabled(if: !Self.isUnderThreadSanitizer, "its runtime does not let the signal kill"),
        arguments: [0, 1, 1000, 20_000])
    func cookieFileIsUnchangedWhenWriterIsKilledMidWrite(_ byte: Int) throws {
        let path = NSTemporaryDirectory() + "posthorn-cookies-\(UUID().uuidString)"
        defer {
            try? FileManager.default.removeItem(atPath: path)
            try? FileManager.default.removeItem(atPath: path + ".part")
        }
        let old = CookieStore()
        old.set("old=1; Max-Age=60", from: "https://h.example/")
        try old.save(to: URL(filePath: path))
        let (process, _) = try start(["cookies", path, "\(byte)"])
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(process.terminationStatus == SIGXFSZ)
        #expect(try CookieStore(file: URL(filePath: path)).cookies == old.cookies)
        // The leftover file does not prevent the next save.
        old.set("new=1; Max-Age=60", from: "https://h.example/")
        try old.save(to: URL(filePath: path))
        #expect(try CookieStore(file: URL(filePath: path)).cookies == old.cookies)
    }

    private static let isUnderThreadSanitizer = dlsym(nil, "__tsan_init") != nil

    /// Exiting with transfers in progress neither crashes nor hangs.
    @Test func processExitsWithTransfersInProgress() throws {
        for _ in 0..<10 { #expect(try run(["leave"]) == "leaving\n") }
    }

    @Test func fullDiskThrowsFileFailedAndNextTryResumes() throws {
        let folder = NSTemporaryDirectory() + "posthorn-full-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try Nginx()
        let url = server.plainURL("/mebibyte.txt")
        // The kernel limits the file size, like a full disk.
        let failure = try run(["download", url, folder + "/a", "300000"]).split(separator: " ")
        #expect(failure.first == "fileFailed")
        // The part of the last piece that fits is kept too.
        #expect(failure.last == "300000\n")
        #expect(try names(folder) == ["a.part", "a.part.journal"])
        #expect(try run(["download", url, folder + "/a"]) == "done 1048576\n")
        #expect(try names(folder) == ["a"])
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: folder + "/a"))
                == Data(repeating: 0x61, count: 1 << 20))
    }

    /// nginx limits the rate, and its upstream is killed five times under 64 calls in flight.
    @Test(arguments: ["budget", "none"])
    func outageDoublesNoPOST(budget: String) throws {
        let lines = try run(["outage", "1800", budget]).split(separator: "\n")
        #expect(lines.count == 4)
        for line in lines.dropLast() {
            let round = Round(line)
            #expect(round["calls"] == 600)
            #expect(round["otherKeys"] == 0, "\(line)")
            if line.hasPrefix("kind=post ") { #expect(round["repeated"] == 0, "\(line)") }
            let fewest = budget == "none" && !line.hasPrefix("kind=post ") ? 300 : 30
            #expect((fewest...600).contains(round["succeeded"]), "\(line)")
        }
        #expect(Round(try #require(lines.last))["restarts"] == 5)
    }

    /// The times are printed by `wire-check waits 200`; here, each call must end as cancelled.
    @Test func callsThatWaitCanBeCancelled() throws {
        let lines = try run(["waits", "20"]).split(separator: "\n")
        #expect(lines.count == 9)
        #expect(lines.contains("cancelled in another way=0"))
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
        let (process, output) = try start(arguments, environment: environment)
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return text
    }

    private func start(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> (Process, Pipe) {
        let process = Process()
        process.executableURL = Self.program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        return (process, output)
    }

    /// The program beside the test bundle.
    private static var program: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("wire-check")
    }
}
