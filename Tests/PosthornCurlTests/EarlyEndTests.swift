import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Streamed responses that end while the request's body is still open.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct EarlyEndTests {
    /// How a response tells where it ends.
    enum Framing: String, CaseIterable, Sendable {
        case length = "Content-Length: 5\r\n\r\nhello"
        case chunks = "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
        case trailers = "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-A: b\r\n\r\n"
    }

    private static let first = "5\r\nfirst\r\n"
    private static let rest = "4\r\nlast\r\n0\r\n\r\n"

    /// A request whose body ends when the gate opens.
    private func request(_ url: String, _ isOver: Gate) -> TransportRequest {
        let pieces = AsyncStream<Data> { continuation in
            continuation.yield(Data("first".utf8))
            Task {
                await isOver.opened()
                continuation.yield(Data("last".utf8))
                continuation.finish()
            }
        }
        var request = TransportRequest(method: .post, url: url)
        request.body = HTTPBody(BodyStream(pieces))
        return request
    }

    private func withServer(
        tls isSecure: Bool, _ script: @escaping ScriptedPeer.Script,
        _ body: (CurlSession, String) async throws -> Void
    ) async throws {
        let peer = try ScriptedPeer(script)
        let front = isSecure ? try SecureFront(of: peer.port) : nil
        var configuration = SessionConfiguration()
        if let front { configuration.trust.authorities = .file(URL(filePath: front.authority)) }
        let url = front.map { "https://127.0.0.1:\($0.port)/" } ?? peer.url()
        try await CurlSession.withSession(configuration) { try await body($0, url) }
    }

    /// The stream ends with its response, and the server still gets the rest of the request.
    @Test(arguments: Framing.allCases, [false, true])
    func streamEndsWithResponseWhileUploadContinues(_ framing: Framing, tls: Bool) async throws {
        let (isOver, received) = (Gate(), Gate())
        try await withServer(tls: tls) { connection in
            _ = try connection.readHead()
            _ = try connection.take(Self.first.utf8.count)
            try connection.write("HTTP/1.1 200 OK\r\n" + framing.rawValue)
            let rest = try connection.take(Self.rest.utf8.count)
            if rest == Array(Self.rest.utf8) { received.open() }
        } _: { session, url in
            var text = ""
            do {
                let stream = try await session.stream(
                    request(url, isOver))
                for try await piece in stream.body {
                    text += String(decoding: piece, as: UTF8.self)
                }
            }
            #expect(text == "hello")
            isOver.open()
            await received.opened()
        }
    }

    /// A body that never ends.
    ///
    /// The gate opens when its second piece is requested.
    private static func endlessBody(_ asked: Gate) -> HTTPBody {
        let rest = Locked([Data("first".utf8)])
        return HTTPBody(
            BodyStream(
                AsyncStream {
                    if let piece = rest.withLock({ $0.popLast() }) { return piece }
                    asked.open()
                    await Gate().opened()
                    return nil
                }))
    }

    /// A request whose body never ends is cancelled when its response is dropped.
    ///
    /// Several at once, because whether a transfer waits for its body depends on how its reads are
    /// split.
    @Test(arguments: Framing.allCases)
    func droppedStreamCancelsItsEndlessUpload(_ framing: Framing) async throws {
        let closed = Locked(0)
        let asked = (0..<5).map { _ in Gate() }
        let peer = try ScriptedPeer { connection in
            let head = try connection.readHead()
            _ = try connection.take(Self.first.utf8.count)
            if let number = head.dropFirst("POST /".count).first?.wholeNumberValue {
                asked[number].wait()
            }
            try connection.write("HTTP/1.1 200 OK\r\n" + framing.rawValue)
            // Only the end arrives.
            _ = try? connection.take(1)
            closed.withLock { $0 += 1 }
        }
        try await CurlSession.withSession { session in
            try await withThrowingTaskGroup { group in
                for (number, asked) in asked.enumerated() {
                    group.addTask {
                        var request = TransportRequest(
                            method: .post, url: peer.url("/\(number)"),
                            timeouts: Timeouts(total: nil))
                        request.body = Self.endlessBody(asked)
                        for try await _ in try await session.stream(request).body {}
                    }
                }
                try await group.waitForAll()
            }
            try await until { closed.withLock { $0 } == asked.count }
        }
    }

    /// libcurl stops reading to keep to the rate, which does not end the body.
    @Test func downloadRateLimitDoesNotEndStream() async throws {
        let count = 300 << 10
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            let piece = [UInt8](repeating: 0x61, count: count / 3)
            try connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0..<3 {
                try connection.write("\(String(piece.count, radix: 16))\r\n")
                try connection.write(piece)
                try connection.write("\r\n")
            }
            try connection.write("0\r\n\r\n")
        }
        var configuration = SessionConfiguration()
        configuration.connection.maximumDownloadRate = 200 << 10
        try await CurlSession.withSession(configuration) { session in
            let stream = try await session.stream(
                TransportRequest(method: .post, url: peer.url(), body: Data("x".utf8)))
            var received = 0
            for try await piece in stream.body { received += piece.count }
            #expect(received == count)
        }
    }

    /// How a response is truncated.
    enum Cut: CaseIterable, Sendable { case close, halfClose, reset }

    @Test(arguments: Cut.allCases, [false, true])
    func truncatedResponseFailsTheStream(_ cut: Cut, tls: Bool) async throws {
        let isOver = Gate()
        try await withServer(tls: tls) { connection in
            _ = try connection.readHead()
            _ = try connection.take(Self.first.utf8.count)
            try connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel")
            isOver.open()
            switch cut {
            case .close: connection.close()
            case .halfClose: connection.halfClose()
            case .reset: connection.reset()
            }
        } _: { session, url in
            // While it is sending, libcurl may fail before it reads the head.
            let error = await #expect(throws: TransportError.self) {
                let stream = try await session.stream(request(url, isOver))
                for try await _ in stream.body {}
            }
            #expect(error?.code == .truncated || error?.code == .connectionLost)
        }
    }
}
