import FoundationEssentials
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Large bodies are collected in reused memory.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct LargeBodyTests {
    /// Sizes around the minimum for reuse, and around those at which memory grows.
    static let sizes = [
        131_071, 131_072, 131_073, 262_144, 262_145, 1 << 20, 9_000_000,
    ]

    /// A body whose bytes depend on its size and seed.
    static func body(_ size: Int, _ seed: Int) -> Data {
        var body = Data()
        for place in stride(from: 0, to: size, by: 1000) {
            let byte = UInt8(truncatingIfNeeded: place / 1000 * 7 + seed)
            body.append(Data(repeating: byte, count: min(1000, size - place)))
        }
        return body
    }

    /// Serves such a body for `/size/seed`: with its length, or in chunks if the seed is odd.
    static func makePeer() throws -> ScriptedPeer {
        try ScriptedPeer(recording: false) { connection in
            while let request = try connection.readRequest() {
                let numbers = request.split(separator: " ")[1].split(separator: "/")
                    .compactMap { Int($0) }
                let body = body(numbers[0], numbers[1])
                guard numbers[1] % 2 == 1 else {
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n")
                    try connection.write(Array(body))
                    continue
                }
                try connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                var rest = body[...]
                while !rest.isEmpty {
                    let piece = rest.prefix(50_000)
                    rest = rest.dropFirst(piece.count)
                    try connection.write(String(piece.count, radix: 16) + "\r\n")
                    try connection.write(Array(piece) + Array("\r\n".utf8))
                }
                try connection.write("0\r\n\r\n")
            }
        }
    }

    @Test(arguments: sizes) func bodiesStayIntactWhenMemoryIsReused(_ size: Int) async throws {
        let peer = try Self.makePeer()
        defer { peer.stop() }
        let session = try CurlSession()
        var kept: [(seed: Int, body: Data)] = []
        for seed in 0..<8 {
            let url = peer.url("/\(size)/\(seed)")
            let response = try await session.send(TransportRequest(url: url))
            #expect(response.body == Self.body(size, seed))
            // Half of them are dropped, so that the next ones get their memory.
            if seed % 4 < 2 { kept.append((seed, response.body)) }
        }
        // The same URL again, which now has a larger buffer.
        for _ in 0..<3 {
            let response = try await session.send(TransportRequest(url: peer.url("/\(size)/2")))
            #expect(response.body == Self.body(size, 2))
        }
        // Changing a caller's body changes no other.
        var changed = kept[0].body
        changed[0] &+= 1
        changed.append(contentsOf: [1, 2, 3])
        for (seed, body) in kept { #expect(body == Self.body(size, seed)) }
        #expect(changed.count == size + 3)
        await session.shutdown(.drain)
        // The bodies outlive their session.
        for (seed, body) in kept { #expect(body == Self.body(size, seed)) }
    }

    @Test func concurrentBodiesDoNotMix() async throws {
        let peer = try Self.makePeer()
        defer { peer.stop() }
        try await CurlSession.withSession { session in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for seed in 0..<24 {
                    group.addTask {
                        let url = peer.url("/400000/\(seed)")
                        let body = try await session.send(TransportRequest(url: url)).body
                        return body == Self.body(400_000, seed)
                    }
                }
                for try await isRight in group { #expect(isRight) }
            }
        }
    }
}
