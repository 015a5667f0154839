import Foundation
import Glibc
import Posthorn
@testable import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Servers that send as fast as they can, next to others.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct FairShareTests {
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    /// More than several turns can receive, with different bytes throughout.
    private static let content: [UInt8] = {
        var value: UInt64 = 1
        let words = (0..<(12 << 20) / 8).map { _ in
            value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return value
        }
        return words.withUnsafeBytes { Array($0) }
    }()

    enum Framing: CaseIterable {
        case length, chunks, end

        func write(_ content: [UInt8], to connection: PeerConnection) throws {
            switch self {
            case .length:
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(content.count)\r\n\r\n")
                try connection.write(content)
            case .chunks:
                try connection.write(FairShareTests.chunked)
                let size = 3 << 20
                for start in stride(from: 0, to: content.count, by: size) {
                    try connection.write("\(String(size, radix: 16))\r\n")
                    try connection.write(Array(content[start..<start + size]))
                    try connection.write("\r\n")
                }
                try connection.write("0\r\n\r\n")
            case .end:
                try connection.write("HTTP/1.1 200 OK\r\n\r\n")
                try connection.write(content)
            }
        }
    }

    /// Pauses a transfer after almost each of libcurl's buffers.
    private static let configuration: SessionConfiguration = {
        var configuration = SessionConfiguration()
        configuration.largestShare = 16 << 10
        return configuration
    }()

    private func peer(_ framing: Framing) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            while try connection.readRequest() != nil {
                try framing.write(Self.content, to: connection)
                if framing == .end { return }
            }
        }
    }

    @Test(arguments: Framing.allCases)
    func bodiesReceivedInTurnsAreComplete(_ framing: Framing) async throws {
        let peer = try peer(framing)
        try await CurlSession.withSession(Self.configuration) { session in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<6 {
                    group.addTask {
                        let response = try await session.send(TransportRequest(url: peer.url()))
                        #expect(response.body == Data(Self.content))
                    }
                    group.addTask {
                        let stream = try await session.stream(TransportRequest(url: peer.url()))
                        var body = Data()
                        for try await piece in stream.body { body += piece }
                        #expect(body == Data(Self.content))
                    }
                    group.addTask {
                        let stream = try await session.stream(TransportRequest(url: peer.url()))
                        #expect(try await stream.body.discard() == Self.content.count)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func suspendedTransferResumesAndCompletes() async throws {
        let peer = try peer(.length)
        try await CurlSession.withSession(Self.configuration) { session in
            let task = session.task(for: TransportRequest(url: peer.url()))
            task.resume()
            for _ in 0..<20 {
                task.suspend()
                await Task.yield()
                task.resume()
                await Task.yield()
            }
            let response = try await task.value
            #expect(response.body == Data(Self.content))
        }
    }

    /// Bytes that arrive during a pause are processed when the transfer resumes.
    ///
    /// Limits apply to them, and each trailer line counts.
    @Test func bytesReceivedWhilePausedCountTowardLimits() async throws {
        let body = Self.chunked + "5\r\nhello\r\n5\r\nworld\r\n"
        let peer = try ScriptedPeer { connection in
            while let head = try connection.readRequest() {
                guard head.hasPrefix("GET /whole") else {
                    try connection.write(body)
                    _ = connection.readToEnd()
                    return
                }
                try connection.write(body + "0\r\nX-A: 1\r\nX-B: 2\r\n\r\n")
            }
        }
        var configuration = SessionConfiguration()
        configuration.largestShare = 1
        configuration.maximumBodyBytes = 10
        try await CurlSession.withSession(configuration) { session in
            let request = TransportRequest(
                url: peer.url("/whole"), timeouts: Timeouts(total: Timeouts.unlimited))
            let response = try await session.send(request)
            #expect(response.body == Data("helloworld".utf8))
            #expect(response.trailers.map { "\($0.name): \($0.value)" } == ["X-A: 1", "X-B: 2"])
        }
        configuration.maximumBodyBytes = 5
        try await CurlSession.withSession(configuration) { session in
            let error = await #expect(throws: TransportError.self) {
                try await session.send(
                    TransportRequest(
                        url: peer.url("/cut"), timeouts: Timeouts(total: Timeouts.unlimited)))
            }
            #expect(error?.code == .limitExceeded)
        }
    }

    /// An endless chunk extension.
    private func flood() throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(Self.chunked + "5;")
            let block = [UInt8](repeating: 0x61, count: 64 << 10)
            while true { try connection.write(block) }
        }
    }

    @Test func othersReceiveBesideFloodWithoutBodyBytes() async throws {
        let (flood, other) = (try flood(), try peer(.chunks))
        try await CurlSession.withSession { session in
            let call = Task { try await session.send(TransportRequest(url: flood.url())) }
            try await until { flood.connections == 1 }
            let response = try await session.send(TransportRequest(url: other.url()))
            #expect(response.body == Data(Self.content))
            call.cancel()
            await #expect(throws: TransportError.self) { try await call.value }
        }
    }
}
