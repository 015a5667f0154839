import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Compressed request bodies, and other options of a single request.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct RequestPackingTests {
    static let text = Data(String(repeating: "hello, world ", count: 1000).utf8)

    /// A server that echoes the body with its coding.
    private func echo(_ heads: Locked<[String]>) throws -> ScriptedPeer {
        try ScriptedPeer(recording: false) { connection in
            while let message = try connection.readMessage() {
                let end = try #require(Data(message).range(of: Data("\r\n\r\n".utf8)))
                let head = String(decoding: message[..<end.lowerBound], as: UTF8.self)
                heads.withLock { $0.append(head) }
                let fields = head.split(separator: "\r\n").filter { line in
                    ["Content-Encoding", "Content-Length", "Transfer-Encoding"]
                        .contains { line.hasPrefix($0) }
                }
                let lines = (["HTTP/1.1 200 OK"] + fields).joined(separator: "\r\n")
                try connection.write(Array((lines + "\r\n\r\n").utf8) + message[end.upperBound...])
            }
        }
    }

    private func file(_ data: Data) throws -> String {
        let url = FileManager.default.temporaryDirectory
            .appending(component: "posthorn-\(UUID().uuidString)")
        try data.write(to: url)
        return url.path
    }

    @Test(arguments: ["Content-Digest", "Repr-Digest", "Content-MD5", "Content-Range"])
    func bodyWithDigestOrRangeFieldIsNotCompressed(_ name: String) async throws {
        let heads = Locked<[String]>([])
        let peer = try echo(heads)
        defer { peer.stop() }
        try await CurlSession.withSession { session in
            var request = TransportRequest(method: .post, url: peer.url(), body: Self.text)
            request.compressesRequestBody = true
            request.headers[try #require(HTTPField.Name(name))] = "x"
            _ = try await session.send(request)
        }
        #expect(heads.withLock { $0.first }?.contains("Content-Encoding") == false)
    }

    @Test func compressesBodyInMemoryWithContentLength() async throws {
        let heads = Locked<[String]>([])
        let peer = try echo(heads)
        defer { peer.stop() }
        try await CurlSession.withSession { session in
            var request = TransportRequest(method: .post, url: peer.url(), body: Self.text)
            request.compressesRequestBody = true
            let answer1 = try await session.send(request)
            #expect(answer1.body == Self.text)
            // Bodies that would not shrink, and bodies that have a coding, are sent unchanged.
            request.body = HTTPBody(Data("x".utf8))
            let answer2 = try await session.send(request)
            #expect(answer2.body == Data("x".utf8))
            request.headers[.contentEncoding] = "identity"
            request.body = HTTPBody(Self.text)
            let answer3 = try await session.send(request)
            #expect(answer3.body == Self.text)
            request.headers = [:]
            request.body = HTTPBody(Data())
            let answer4 = try await session.send(request)
            #expect(answer4.body.isEmpty)
        }
        let all = heads.withLock { $0 }
        #expect(all[0].contains("Content-Encoding: gzip"))
        let length = try #require(all[0].firstMatch(of: /Content-Length: (\d+)/))
        #expect(try #require(Int(length.1)) < 200)
        #expect(!all[1].contains("Content-Encoding"))
        #expect(all[2].contains("Content-Length: 13000"))
        #expect(!all[3].contains("Content-Encoding"))
    }

    @Test func compressesFilesAndStreamsWhileSending() async throws {
        let heads = Locked<[String]>([])
        let peer = try echo(heads)
        defer { peer.stop() }
        let path = try file(Self.text)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let large = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: ($0 &* $0) >> 7 & 15) })
        try await CurlSession.withSession { session in
            var request = TransportRequest(method: .put, url: peer.url())
            request.compressesRequestBody = true
            var body = HTTPBody(Data("a".utf8))
            body.append(.file(URL(filePath: path)))
            body.append(
                HTTPBody(
                    BodyStream(
                        AsyncStream {
                            $0.yield(Data("z".utf8)); $0.finish()
                        })))
            request.body = body
            let answer5 = try await session.send(request)
            #expect(
                answer5.body
                    == Data("a".utf8) + Self.text + Data("z".utf8))
            request.body = HTTPBody(large)
            let answer6 = try await session.send(request)
            #expect(answer6.body == large)
            request.body = body
            let error = await #expect(throws: TransportError.self) {
                try await session.send(request)
            }
            #expect(error?.code == .bodyNotReplayable)
        }
        let all = heads.withLock { $0 }
        #expect(all[0].contains("Transfer-Encoding: chunked"))
        #expect(all[0].contains("Content-Encoding: gzip"))
        #expect(all[1].contains("Content-Encoding: gzip"))
    }

    @Test func compressedFileIsResentAfterRedirect() async throws {
        let heads = Locked<[String]>([])
        let target = try echo(heads)
        let path = try file(Self.text)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let first = try ScriptedPeer { connection in
            _ = try connection.readMessage()
            try connection.write(
                "HTTP/1.1 307 Temporary Redirect\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n")
            while let message = try connection.readMessage() {
                let end = try #require(Data(message).range(of: Data("\r\n\r\n".utf8)))
                heads.withLock {
                    $0.append(String(decoding: message[..<end.lowerBound], as: UTF8.self))
                }
                try connection.write(
                    Array(
                        ("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"
                            + "Transfer-Encoding: chunked\r\n\r\n").utf8)
                        + message[end.upperBound...])
            }
        }
        defer {
            first.stop()
            target.stop()
        }
        try await CurlSession.withSession { session in
            var request = TransportRequest(method: .post, url: first.url("/first"))
            request.compressesRequestBody = true
            request.body = .file(URL(filePath: path))
            let answer7 = try await session.send(request)
            #expect(answer7.body == Self.text)
        }
        #expect(heads.withLock { $0 }.first?.hasPrefix("POST /next") == true)
    }

    @Test func requestSelectsLocalInterface() async throws {
        let peer = try ScriptedPeer.responding(with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer { peer.stop() }
        try await CurlSession.withSession { session in
            var request = TransportRequest(url: peer.url())
            request.localInterface = "no-such-interface"
            let error = await #expect(throws: TransportError.self) {
                try await session.send(request)
            }
            #expect(error?.isSafeToRetry == true)
            // The handle that failed, and others, work without it.
            request.localInterface = nil
            let answer8 = try await session.send(request)
            #expect(answer8.status == .ok)
            request.localInterface = "127.0.0.1"
            let answer9 = try await session.send(request)
            #expect(answer9.status == .ok)
        }
    }

    @Test func higherPriorityRequestsGoFirst() async throws {
        let gate = Gate()
        let peer = try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                if request.hasPrefix("GET /first") { gate.wait() }
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
        }
        let other = try ScriptedPeer.responding(
            with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer {
            peer.stop()
            other.stop()
        }
        var configuration = SessionConfiguration()
        configuration.limits.perOrigin = 1
        try await CurlSession.withSession(configuration) { session in
            try await withThrowingTaskGroup(of: Void.self) { group in
                let calls: [(String, TransferOptions.Priority?)] = [
                    ("first", nil), ("low", .low), ("plain", nil), ("high", .high),
                    ("beyond", TransferOptions.Priority(rawValue: 1000)),
                ]
                for (path, priority) in calls {
                    // One after another on the session's thread, so that the last one is behind all
                    // others.
                    group.addTask(executorPreference: session.executor) {
                        var request = TransportRequest(url: peer.url("/\(path)"))
                        request.priority = priority
                        _ = try await session.send(request)
                    }
                    if path == "first" { try await until { peer.requests.count == 1 } }
                }
                try await withTaskExecutorPreference(session.executor) {
                    _ = try await session.send(TransportRequest(url: other.url()))
                }
                gate.open()
                try await group.waitForAll()
            }
            var request = TransportRequest(url: peer.url())
            request.priority = TransferOptions.Priority(rawValue: 1000)
            #expect(session.task(for: request).priority == .init(rawValue: 256))
        }
        #expect(
            peer.requests.map { $0.split(separator: " ")[1] }
                == ["/first", "/beyond", "/high", "/plain", "/low"])
    }
}
