import Foundation
import Glibc
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// A process that is killed repeatedly while it downloads a file that sometimes changes.
@Suite(.timeLimit(.minutes(3 * slowness)), .oneIssueAtLimit)
struct KilledDownloadTests {
    /// How often the process is killed.
    private static let kills =
        ProcessInfo.processInfo.environment["POSTHORN_KILLS"].flatMap { Int($0) } ?? 25
    private static let size = 4 << 20

    /// The state of the server.
    private struct Server {
        var version = 1
        /// The position at which the server pauses until the client is gone.
        var halt = 0
        var isKilled = Gate()
        /// The start of each requested range.
        var starts: [Int] = []
    }

    @Test(arguments: ["powerLoss", "processExit"])
    func killedDownloadsResumeToACompleteFile(durability: String) async throws {
        let folder = NSTemporaryDirectory() + "posthorn-kill-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let state = Locked(Server())
        let peer = try makePeer(state)
        let path = folder + "/a"
        let arguments = ["download", peer.url("/f"), path, "none", "262144", durability]
        var random = SeededGenerator()
        print("KilledDownloadTests: POSTHORN_SEED=\(random.seed)")
        for number in 0...Self.kills {
            let changes = number % 7 == 6
            let durable = changes ? 0 : self.durable(path, state.withLock { $0.version })
            // The last process gets far enough to leave a partial file for certain.
            let halt =
                number == Self.kills ? Self.size - 1 : Int.random(in: 1..<Self.size, using: &random)
            let isKilled = Gate()
            state.withLock { server in
                if changes { server.version += 1 }
                server.halt = halt
                server.isKilled = isKilled
                server.starts = []
            }
            let process = try WireCheck(arguments)
            let target = Int.random(in: 0...halt, using: &random)
            try await until {
                guard process.isRunning else { return true }
                let (version, isAsked) = state.withLock { ($0.version, !$0.starts.isEmpty) }
                return isAsked
                    && (number == Self.kills
                        ? self.durable(path, version) > Self.size / 2 : written(path) >= target)
            }
            process.end()
            let wasKilled = process.wasKilled
            isKilled.open()
            #expect(wasKilled, "it ended by itself: \(process.rest())")
            let first = try #require(state.withLock { $0.starts.first })
            if !changes { #expect(first >= durable, "\(first) was durable up to \(durable)") }
        }
        state.withLock { server in
            server.halt = .max
            server.starts = []
        }
        #expect(try WireCheck(arguments).rest() == "done \(Self.size)\n")
        try verify(path, state)
        #expect(state.withLock { $0.starts.first ?? 0 } > Self.size / 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
    }

    private func written(_ path: String) -> Int {
        var found = stat()
        return lstat(path + ".part", &found) == 0 ? Int(found.st_size) : 0
    }

    private func makePeer(_ state: Locked<Server>) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                let fields = request.components(separatedBy: "\r\n")
                let wanted = fields.first { $0.hasPrefix("Range: bytes=") }
                    .flatMap { Int($0.dropFirst(13).dropLast()) }
                let tag = fields.first { $0.hasPrefix("If-Range: ") }?.dropFirst(10)
                let (version, halt, gate) = state.withLock { server in
                    let start = tag.map { $0 == "\"\(server.version)\"" } == true ? wanted ?? 0 : 0
                    server.starts.append(start)
                    return (server.version, server.halt, server.isKilled)
                }
                let isSame = tag.map { $0 == "\"\(version)\"" } == true
                let start = isSame ? wanted ?? 0 : 0
                let range =
                    isSame ? "Content-Range: bytes \(start)-\(Self.size - 1)/\(Self.size)\r\n" : ""
                try connection.write(
                    "HTTP/1.1 \(isSame ? "206 Partial Content" : "200 OK")\r\n\(range)"
                        + "Content-Length: \(Self.size - start)\r\nETag: \"\(version)\"\r\n\r\n")
                try send(Self.content(version), from: start, halt, gate, connection)
            }
        }
    }

    private func send(
        _ content: [UInt8], from start: Int, _ halt: Int, _ gate: Gate,
        _ connection: PeerConnection
    ) throws {
        var position = start
        while position < content.count {
            // Also before the first byte: otherwise a short range would end the client before it is
            // killed.
            if position >= halt { gate.wait() }
            let isHalted = position < halt && halt < content.count
            let end = min(content.count, position + 16 << 10, isHalted ? halt : .max)
            try connection.write(Array(content[position..<end]))
            position = end
        }
    }

    /// The content of a version, which shares no part with others.
    ///
    /// It is cached, because sanitizers make it slow.
    private static func content(_ version: Int) -> [UInt8] {
        contents.withLock { contents in
            if let content = contents[version] { return content }
            var value = UInt64(version) &* 0x9E37_79B9_7F4A_7C15
            let words = (0..<size / 8).map { _ in
                value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return value
            }
            let content = words.withUnsafeBytes { Array($0) }
            contents[version] = content
            return content
        }
    }

    private static let contents = Locked<[Int: [UInt8]]>([:])

    /// The number of bytes of this version that the record calls durable.
    private func durable(_ path: String, _ version: Int) -> Int {
        struct Entry: Decodable {
            var offset: Int
            var validator: String
        }
        let data = FileManager.default.contents(atPath: path + ".part.journal")
        let entry = data.flatMap { try? JSONDecoder().decode(Entry.self, from: $0) }
        return entry?.validator == "\"\(version)\"" ? entry?.offset ?? 0 : 0
    }

    private func verify(_ path: String, _ state: Locked<Server>) throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let version = state.withLock { $0.version }
        #expect(bytes == Data(Self.content(version)), "a file of two versions, or cut")
    }
}
