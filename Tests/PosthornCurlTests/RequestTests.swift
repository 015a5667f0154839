import FoundationEssentials
import Posthorn
import PosthornCurl
import PosthornLogging
import TestSupport
import Testing

/// Requests that are rejected before anything is sent, and servers that cannot be reached.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct RequestTests {
    static let injections: [(String, TransportRequest)] = [
        ("path with CR LF", request(path: "/a\r\nX-A: b")),
        ("path with a blank", request(path: "/a b")),
        ("path with NUL", request(path: "/a\0")),
        ("path outside ASCII", request(path: "/é")),
        ("path with a backslash", request(path: "/a\\b")),
        ("host field", request(header: ("Host", "other"))),
        ("length field", request(header: ("Content-Length", "5"))),
        ("coding field", request(header: ("Transfer-Encoding", "chunked"))),
        ("connection field", request(header: ("Connection", "close"))),
        (
            "HEAD with a body",
            TransportRequest(method: .head, url: "http://$HOST/", body: Data([1]))
        ),
        ("no scheme", TransportRequest(url: "127.0.0.1/")),
        ("ftp", TransportRequest(url: "ftp://127.0.0.1/")),
        ("file", TransportRequest(url: "file:///etc/passwd")),
        ("gopher", TransportRequest(url: "gopher://127.0.0.1/")),
        ("user and password", TransportRequest(url: "http://user:secret@127.0.0.1/")),
        ("no host", TransportRequest(url: "http:///a")),
        ("encoded host", TransportRequest(url: "http://%31%32%37.0.0.1/")),
    ]

    @Test(arguments: injections.map(\.0))
    func rejectsInvalidRequestsBeforeSending(_ name: String) async throws {
        let peer = try ScriptedPeer.responding(with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        var request = try #require(Self.injections.first { $0.0 == name }?.1)
        request.url = request.url.replacing("$HOST", with: "127.0.0.1:\(peer.port)")
        let session = try CurlSession()
        let error = await #expect(throws: TransportError.self) {
            try await session.send(request)
        }
        #expect(error?.code == .invalidRequest)
        #expect(error?.isSafeToRetry == true)
        #expect(error?.description.contains("secret") == false)
        #expect(peer.connections == 0)
        await session.shutdown(.drain)
    }

    @Test func reportsUnreachableServer() async throws {
        let peer = try ScriptedPeer.responding(with: "")
        let url = peer.url()
        peer.stop()
        let session = try CurlSession()
        // The port is free again as soon as the peer's thread has closed it.
        var error: TransportError?
        while error?.code != .cannotConnect {
            error = await #expect(throws: TransportError.self) {
                try await session.send(TransportRequest(method: .post, url: url))
            }
        }
        #expect(
            error?.description == "cannotConnect: the server can't be reached; "
                + "see whether it runs and listens at this host and port")
        #expect(error?.isSafeToRetry == true)
        #expect(error?.libraryCode == 7)
        await session.shutdown(.drain)
    }

    @Test func reportsUnresolvableHost() async throws {
        let session = try CurlSession()
        let error = await #expect(throws: TransportError.self) {
            try await session.send(TransportRequest(url: "http://shop.missing.test/"))
        }
        #expect(error?.code == .nameNotResolved)
        #expect(error?.isSafeToRetry == true)
        await session.shutdown(.drain)
    }

    @Test(arguments: [nil, Timeouts.unlimited, .seconds(1)] as [Duration?])
    func connectTimeoutNamesItsLimit(_ total: Duration?) async throws {
        let session = try CurlSession()
        let limit = Duration.milliseconds(100)
        let error = await #expect(throws: TransportError.self) {
            try await session.send(
                TransportRequest(
                    url: "http://c.stalled.test/", timeouts: Timeouts(connect: limit, total: total))
            )
        }
        #expect(error?.message == "no connection within 0.1 seconds")
        await session.shutdown(.drain)
    }

    @Test(arguments: [1000, 100_000])
    func countsSentBodyBytesOnce(_ count: Int) async throws {
        let peer = try ScriptedPeer.responding(with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let session = try CurlSession()
        let response = try await session.send(
            TransportRequest(
                method: .post, url: peer.url(), body: Data(repeating: 0x61, count: count)))
        #expect((count..<count + 300).contains(response.metrics.bytesSent))
        await session.shutdown(.drain)
    }

    @Test(arguments: [
        ("https://api.example.com?key=SECRET", "GET https://api.example.com"),
        ("https://user:SECRET@api.example.com/x", "GET https://api.example.com"),
        ("https://api.example.com:8443/SECRET", "GET https://api.example.com:8443"),
        ("https://user:SECRET@api.example.com:8443/x", "GET https://api.example.com:8443"),
        ("https://[::1]:8443/SECRET", "GET https://[::1]:8443"),
        ("SECRET/x", "GET an unreadable URL"), ("http://ada:SECRET/x", "GET an unreadable URL"),
        ("http://ada:SECRET?x@host/", "GET an unreadable URL"),
        ("http://ada:SECRET\\@host/", "GET an unreadable URL"),
        ("ada:SECRET@host/x", "GET an unreadable URL"),
        ("http://SECRET x/", "GET an unreadable URL"),
        ("http://host:80SECRET/", "GET an unreadable URL"),
    ])
    func descriptionContainsOnlyMethodAndOrigin(_ url: String, _ description: String) {
        #expect(TransportRequest(url: url).description == description)
    }

    /// Events, completions and attributes show the request in the same way.
    @Test func nothingOfAnInvalidURLIsShown() async throws {
        let request = TransportRequest(url: "http://ada:SECRET/x")
        var shown = "\(request) \(request.redactedURL(showingPath: true)) \(request.curlCommand())"
        try await CurlSession.withSession { session in
            let events = session.events
            let task = session.task(for: request)
            shown += "\(task)"
            task.resume()
            let error = await #expect(throws: TransportError.self) { try await task.value }
            shown += "\(error as Any)"
            for await event in events {
                shown += "\(event)"
                if case .taskCompleted(let completion) = event {
                    shown += "\(completion)"
                    break
                }
            }
        }
        #expect(!shown.contains("SECRET"), "\(shown)")
    }

    @Test func totalTimeoutEndsTheCall() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            _ = connection.readToEnd()
        }
        let session = try CurlSession()
        let error = await #expect(throws: TransportError.self) {
            try await session.send(
                TransportRequest(url: peer.url(), timeouts: Timeouts(total: .seconds(2))))
        }
        #expect(
            error?.description == "timedOut: no complete response within 2 seconds; "
                + "raise the timeout if the call is meant to take that long")
        #expect(error?.isSafeToRetry == false)
        await session.shutdown(.drain)
    }

    /// The type of a method guarantees a valid token.
    @Test func methodRejectsInvalidTokens() {
        #expect(HTTPRequest.Method(rawValue: "GE T") == nil)
        #expect(HTTPRequest.Method(rawValue: "GET /x HTTP/1.1\r\nX-A: b\r\n\r\nPOST") == nil)
        #expect(HTTPRequest.Method(rawValue: "") == nil)
    }

    private static func request(
        path: String = "/", header: (String, String)? = nil
    ) -> TransportRequest {
        var request = TransportRequest(url: "http://$HOST\(path)")
        if let header, let name = HTTPField.Name(header.0) { request.headers[name] = header.1 }
        return request
    }
}
