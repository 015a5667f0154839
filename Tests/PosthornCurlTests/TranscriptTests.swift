import FoundationEssentials
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Requests on the wire, byte for byte.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct TranscriptTests {
    @Test func sendsGetWithOnlyItsFields() async throws {
        let peer = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello")
        let session = try CurlSession(.plain)
        let response = try await session.send(
            TransportRequest(url: peer.url("/a%20b?x=1&y=%2F"), headers: [.userAgent: "test"]))
        #expect(
            peer.requests == [
                "GET /a%20b?x=1&y=%2F HTTP/1.1\r\nHost: 127.0.0.1:$PORT\r\nUser-Agent: test\r\n\r\n"
            ])
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "text/plain")
        #expect(String(decoding: response.body, as: UTF8.self) == "hello")
        #expect(response.bodyIntegrity == .length)
        #expect(response.metrics.httpVersion == .http11)
        await session.shutdown(.drain)
    }

    struct Sending: Sendable, CustomTestStringConvertible {
        let name: String
        let request: @Sendable (String) -> TransportRequest
        let transcript: String
        var testDescription: String { name }
    }

    static let sendings = [
        Sending(
            name: "HEAD", request: { TransportRequest(method: .head, url: $0 + "/") },
            transcript: "HEAD / HTTP/1.1\r\nHost: 127.0.0.1:$PORT\r\n\r\n"),
        Sending(
            name: "DELETE", request: { TransportRequest(method: .delete, url: $0 + "/o/1") },
            transcript: "DELETE /o/1 HTTP/1.1\r\nHost: 127.0.0.1:$PORT\r\n\r\n"),
        Sending(
            name: "OPTIONS", request: { TransportRequest(method: .options, url: $0 + "/") },
            transcript: "OPTIONS / HTTP/1.1\r\nHost: 127.0.0.1:$PORT\r\n\r\n"),
        Sending(
            name: "POST without a body",
            request: { TransportRequest(method: .post, url: $0 + "/") },
            transcript: "POST / HTTP/1.1\r\nHost: 127.0.0.1:$PORT\r\nContent-Length: 0\r\n\r\n"),
        Sending(
            name: "POST with a body",
            request: {
                TransportRequest(
                    method: .post, url: $0 + "/", headers: [.contentType: "application/json"],
                    body: Data("{}".utf8))
            },
            transcript: "POST / HTTP/1.1\r\nHost: 127.0.0.1:$PORT\r\n"
                + "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"),
        Sending(
            name: "PATCH with a body that holds NUL",
            request: {
                TransportRequest(method: .patch, url: $0 + "/", body: Data([0, 0x61, 0, 0x62]))
            },
            transcript: "PATCH / HTTP/1.1\r\nHost: 127.0.0.1:$PORT\r\nContent-Length: 4\r\n\r\n"
                + "\0a\0b"),
        Sending(
            name: "PUT with a large body",
            request: {
                TransportRequest(
                    method: .put, url: $0 + "/", body: Data(repeating: 0x61, count: 1_200_000))
            },
            transcript: "PUT / HTTP/1.1\r\nHost: 127.0.0.1:$PORT\r\nContent-Length: 1200000\r\n\r\n"
                + String(repeating: "a", count: 1_200_000)),
        Sending(
            name: "dot segments", request: { TransportRequest(url: $0 + "/a/../b/./c//d") },
            transcript: "GET /a/../b/./c//d HTTP/1.1\r\nHost: 127.0.0.1:$PORT\r\n\r\n"),
        Sending(
            name: "an empty header field",
            request: { TransportRequest(url: $0 + "/", headers: [.accept: ""]) },
            transcript: "GET / HTTP/1.1\r\nHost: 127.0.0.1:$PORT\r\nAccept:\r\n\r\n"),
        Sending(
            name: "a header field twice",
            request: {
                var request = TransportRequest(url: $0 + "/")
                request.headers.append(HTTPField(name: .accept, value: "a/b"))
                request.headers.append(HTTPField(name: .accept, value: "c/d"))
                return request
            },
            transcript: "GET / HTTP/1.1\r\nHost: 127.0.0.1:$PORT\r\nAccept: a/b\r\nAccept: c/d\r\n"
                + "\r\n"),
    ]

    @Test(arguments: sendings)
    func sendsExactBytes(_ sending: Sending) async throws {
        let peer = try ScriptedPeer.responding(with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let session = try CurlSession(.plain)
        let response = try await session.send(sending.request("http://127.0.0.1:\(peer.port)"))
        #expect(response.status == .ok)
        // #expect itself would print a megabyte.
        let isSame = peer.requests == [sending.transcript]
        #expect(isSame, "\(peer.requests.map { $0.prefix(500) })")
        await session.shutdown(.drain)
    }

    @Test func reusesConnectionForLaterRequests() async throws {
        let peer = try ScriptedPeer.responding(
            with: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let session = try CurlSession(.plain)
        var reused: [Bool] = []
        for _ in 1...5 {
            let response = try await session.send(TransportRequest(url: peer.url()))
            reused.append(response.metrics.isConnectionReused)
        }
        #expect(reused == [false, true, true, true, true])
        #expect(peer.connections == 1)
        await session.shutdown(.drain)
    }

    @Test func doesNotFollowRedirectWithPolicyNever() async throws {
        let peer = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n")
        let session = try CurlSession(.plain)
        let response = try await session.send(
            TransportRequest(url: peer.url(), redirects: .never))
        #expect(response.status.code == 302)
        #expect(response.headers[.location] == "/elsewhere")
        #expect(peer.requests.count == 1)
        await session.shutdown(.drain)
    }
}

extension SessionConfiguration {
    /// Neither `Accept-Encoding` nor `User-Agent`, so that a transcript contains only what the test
    /// sets.
    static var plain: SessionConfiguration {
        var configuration = SessionConfiguration()
        configuration.decompresses = false
        configuration.userAgent = nil
        return configuration
    }
}
