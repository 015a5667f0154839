import Foundation
import Glibc
import Posthorn
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// The scripted server works as documented, whatever its client sends.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ScriptedServerTests {
    /// Sends bytes and returns what arrives until the server closes.
    private func ask(
        _ server: ScriptedServer, _ request: String, closing: Bool = false
    ) async throws -> String {
        let client = try Client(server.port)
        try client.write(request)
        if closing { client.halfClose() }
        return await client.response()
    }

    private static func serving(_ rules: StubRule...) throws -> ScriptedServer {
        try ScriptedServer.serving(rules)
    }

    @Test(arguments: [
        "Content-Length: 9223372036854775808", "Content-Length: -60", "Content-Length: +1",
        "Transfer-Encoding: chunked\r\n\r\n-5", "Transfer-Encoding: chunked\r\n\r\nxyz",
        "Transfer-Encoding: chunked\r\n\r\n8000000000000000",
        "Transfer-Encoding: chunked\r\n\r\n1\r\nabc",
    ])
    func invalidLengthIsAScriptError(_ rest: String) async throws {
        let server = try Self.serving(.on(nil, "*", response: .text("taken")))
        let response = try await ask(server, "POST / HTTP/1.1\r\nHost: a\r\n\(rest)\r\n\r\n")
        #expect(response == "")
        try await until { !server.errors.isEmpty }
        #expect(server.errors[0].connection == 1 && server.errors[0].error is ScriptError)
    }

    @Test(arguments: [
        "Content-Length: 9223372036854775807\r\n\r\nabc",
        "Transfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\nabc",
    ])
    func waitsForBodyOfHugeLength(_ rest: String) async throws {
        let server = try Self.serving(.on(nil, "*", response: .text("taken")))
        let request = "POST / HTTP/1.1\r\nHost: a\r\n\(rest)"
        #expect(try await ask(server, request, closing: true) == "")
        try await until { !server.errors.isEmpty }
        #expect("\(server.errors[0])" == "connection 1: the client closed inside a request")
    }

    @Test func recordsErrorsThrownByScripts() async throws {
        let server = try ScriptedServer { connection in
            let request = try connection.readRequest() ?? ""
            throw ScriptError("expected PUT, and got \(request.prefix(3))")
        }
        _ = try await ask(server, "GET / HTTP/1.1\r\n\r\n")
        try await until { !server.errors.isEmpty }
        #expect("\(server.errors[0])" == "connection 1: expected PUT, and got GET")
    }

    /// 16 MiB in chunks took 7 seconds when each read started over.
    @Test func readsManyChunksInLinearTime() async throws {
        let server = try Self.serving(.on(.put, "/") { .text("\($0.body.count)") })
        let session = try CurlSession()
        let piece = Data(repeating: 0x61, count: 1 << 20)
        let body = BodyStream {
            AsyncStream { continuation in
                for _ in 0..<32 { continuation.yield(piece) }
                continuation.finish()
            }
        }
        var request = TransportRequest(method: .put, url: server.url())
        request.body = HTTPBody(body)
        let response = try await session.send(request)
        #expect(String(decoding: response.body, as: UTF8.self) == "\(32 << 20)")
    }

    @Test func parsesChunksSplitAtAnyByte() async throws {
        let server = try Self.serving(.on(.put, "/") { .text($0.text) })
        let client = try Client(server.port)
        let request =
            "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3;x=y\r\none\r\n3\r\ntwo\r\n0\r\nA: b\r\n\r\n"
        for byte in request.utf8 {
            try client.write(String(Unicode.Scalar(byte)))
            sched_yield()
        }
        client.halfClose()
        #expect(await client.response().hasSuffix("\r\n\r\nonetwo"))
    }

    @Test func readsPipelinedRequestsOneByOne() async throws {
        let server = try ScriptedServer { connection in
            for _ in 0..<2 {
                let head = try connection.readHead()
                try connection.write(String(head.prefix(6).suffix(1)))
            }
        }
        let two = "GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\n"
        #expect(try await ask(server, two) == "12")
        #expect(server.requests.count == 2)
    }

    @Test func sendsContinueForExpect100() async throws {
        let server = try Self.serving(.on(.put, "/") { .text($0.text) })
        let client = try Client(server.port)
        try client.write("PUT / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n")
        let word = "HTTP/1.1 100 Continue\r\n\r\n"
        #expect(await client.response(word.utf8.count) == word)
        try client.write("body")
        client.halfClose()
        #expect(await client.response().hasSuffix("\r\n\r\nbody"))
    }

    @Test func matchesEmptyFieldValue() async throws {
        let name = try #require(HTTPField.Name("X-Empty"))
        let server = try Self.serving(.on(.get, "/", headers: [name: ""], response: .text("fits")))
        let response = try await ask(server, "GET / HTTP/1.1\r\nX-Empty:\r\n\r\n", closing: true)
        #expect(response.hasSuffix("fits"))
    }

    @Test func recordsRequestBytesUnchanged() async throws {
        let server = try Self.serving(.on(.put, "/", response: .text("")))
        let session = try CurlSession()
        _ = try await session.send(
            TransportRequest(method: .put, url: server.url(), body: Data([0xff, 0, 0xfe])))
        #expect(server.messages[0].suffix(3) == [0xff, 0, 0xfe])
    }

    @Test func stoppedServerReleasesItsPort() async throws {
        let server = try ScriptedServer { _ in }
        _ = try Client(server.port)
        server.stop()
        try await until { (try? Client(server.port)) == nil }
    }

    @Test func readToEndReportsWhetherPeerClosed() async throws {
        let results = Locked<[Bool]>([])
        let server = try ScriptedServer { connection in
            _ = try connection.readHead()
            let hasClosed = connection.readToEnd(seconds: connection.number == 1 ? 0.05 : 30)
            results.withLock { $0.append(hasClosed) }
        }
        let staying = try Client(server.port)
        try staying.write("GET / HTTP/1.1\r\n\r\n")
        try await until { results.withLock { $0 } == [false] }
        _ = try await ask(server, "GET / HTTP/1.1\r\n\r\n", closing: true)
        #expect(results.withLock { $0 } == [false, true])
    }

    @Test func http2TrailersAreNotARequestAndPingsAreAnswered() async throws {
        let streams = Locked<[UInt32]>([])
        let server = try ScriptedServer { connection in
            let http2 = try HTTP2Connection(connection, settings: nil)
            while let stream = try http2.readRequest() { streams.withLock { $0.append(stream) } }
        }
        let client = try Client(server.port)
        try client.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        let frames: [HTTP2Frame] = [
            .headers(1, [(":method", "PUT")]), .data(1, "body"),
            .headers(1, [("etag", "1")], endStream: true),
            HTTP2Frame(.ping, payload: Array("12345678".utf8)),
            .headers(3, [(":method", "GET")], endStream: true),
        ]
        try client.write(frames.flatMap(\.bytes))
        client.halfClose()
        #expect(await client.response() == "\0\0\u{8}\u{6}\u{1}\0\0\0\012345678")
        #expect(streams.withLock { $0 } == [1, 3])
        #expect(HTTP2Frame.windowUpdate(3, by: 258).payload == [0, 0, 1, 2])
    }

    /// Closing with unread bytes would send an RST, which overtakes the response.
    @Test func closesWithFINDuringAnUpload() async throws {
        let server = try ScriptedServer { connection in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 413")
            connection.halfClose()
            connection.readToEnd(seconds: 1)
        }
        let client = try Client(server.port)
        try client.write("PUT / HTTP/1.1\r\nContent-Length: 500000\r\n\r\n")
        try client.write(String(repeating: "a", count: 100_000))
        #expect(await client.response() == "HTTP/1.1 413")
    }
}

/// A client that sends and receives bytes.
final class Client: Sendable {
    private let socket: Int32

    init(_ port: UInt16) throws {
        socket = Glibc.socket(
            AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let isOpen = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isOpen else { throw PeerError("nobody listens") }
    }

    deinit { close(socket) }

    func write(_ text: String) throws { try write(Array(text.utf8)) }

    func write(_ bytes: [UInt8]) throws {
        guard send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw PeerError("the server is gone")
        }
    }

    func halfClose() { shutdown(socket, Int32(SHUT_WR)) }

    /// The bytes that arrive until the server closes, or this many.
    func response(_ count: Int = .max) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var whole: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 4096)
                while whole.count < count {
                    let count = recv(socket, &buffer, min(4096, count - whole.count), 0)
                    guard count > 0 else { break }
                    whole += buffer[..<count]
                }
                continuation.resume(returning: String(decoding: whole, as: UTF8.self))
            }
        }
    }
}
