import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Redirects of a session, with real servers.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct RedirectTests {
    static let roads = Result { try Crossroads() }
    static let here = Crossroads.Place.plain("a.loopback.test")

    @Test func responseContainsRedirectHistory() async throws {
        let roads = try Self.roads.get()
        roads.sign(Self.here, "/h/1", .init(status: 301, location: "2?q=1"))
        roads.sign(Self.here, "/h/2", .init(status: 307, location: "/h/3#end"))
        let url = roads.origin(Self.here)
        try await CurlSession.withSession(.plain) { session in
            let response = try await session.send(TransportRequest(url: url + "/h/1"))
            #expect(response.status == .ok)
            #expect(response.redirects.map { $0.status.code } == [301, 307])
            #expect(response.redirects.map(\.url) == [url + "/h/1", url + "/h/2?q=1"])
            #expect(response.redirects.last?.target == url + "/h/3#end")
            let stream = try await session.stream(TransportRequest(url: url + "/h/1"))
            #expect(stream.redirects.map { $0.status.code } == [301, 307])
        }
    }

    @Test func sameOriginRedirectsReuseConnection() async throws {
        let peer = try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                try connection.write(
                    request.hasPrefix("GET /end")
                        ? "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                        : "HTTP/1.1 302 F\r\nLocation: /end\r\nContent-Length: 4\r\n\r\ngone")
            }
        }
        try await CurlSession.withSession(.plain) { session in
            let response = try await session.send(TransportRequest(url: peer.url()))
            #expect(response.body == Data("ok".utf8))
            for try await piece in try await session.stream(TransportRequest(url: peer.url())).body
            {
                #expect(piece == Data("ok".utf8))
            }
        }
        #expect(peer.connections == 1)
    }

    @Test(arguments: [1, 2, 5])
    func redirectLoopsFail(_ length: Int) async throws {
        let roads = try Self.roads.get()
        for index in 0..<length {
            let next = (index + 1) % length
            roads.sign(
                Self.here, "/circle\(length)/\(index)",
                .init(status: 302, location: "/circle\(length)/\(next)"))
        }
        try await CurlSession.withSession(.plain) { session in
            let error = await #expect(throws: TransportError.self) {
                try await session.send(
                    TransportRequest(url: roads.origin(Self.here) + "/circle\(length)/0"))
            }
            #expect(error?.code == .tooManyRedirects)
            #expect(error?.redirects.count == length)
            #expect(roads.requests("/circle\(length)/").count == length)
        }
    }

    @Test func redirectLimitIsKeptAndAdjustable() async throws {
        let roads = try Self.roads.get()
        for index in 0..<51 {
            roads.sign(
                Self.here, "/far/\(index)", .init(status: 302, location: "/far/\(index + 1)"))
        }
        let url = roads.origin(Self.here) + "/far/"
        try await CurlSession.withSession(.plain) { session in
            let error = await #expect(throws: TransportError.self) {
                try await session.send(TransportRequest(url: url + "0"))
            }
            #expect(error?.message == "the call was redirected more than 20 times")
            #expect(error?.redirects.count == 20)
            #expect(error?.isSafeToRetry == false)
            let far = try await session.send(
                TransportRequest(url: url + "0", redirects: .follow(limit: 51)))
            #expect(far.redirects.count == 51)
        }
    }

    @Test func doesNotWaitForRedirectBody() async throws {
        let isOver = Gate()
        let peer = try ScriptedPeer { connection in
            guard let request = try connection.readRequest() else { return }
            guard request.hasPrefix("GET /big") else {
                return try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
            let length =
                request.hasPrefix("GET /big-chunked")
                ? "Transfer-Encoding: chunked" : "Content-Length: 100000000"
            try connection.write("HTTP/1.1 302 F\r\nLocation: /end\r\n\(length)\r\n\r\n")
            // The body never comes; the connection ends with the test.
            isOver.wait()
        }
        defer { isOver.open() }
        try await CurlSession.withSession(.plain) { session in
            for path in ["/big", "/big-chunked"] {
                let request = TransportRequest(
                    url: peer.url(path), timeouts: Timeouts(total: Timeouts.unlimited))
                let response = try await session.send(request)
                #expect(response.redirects.count == 1)
                let stream = try await session.stream(request)
                #expect(stream.redirects.count == 1)
            }
        }
    }

    /// The body of a followed redirect is not needed, so it may be truncated.
    @Test(arguments: [true, false], ["", "Content-Encoding: gzip\r\n"])
    func followedRedirectMayHaveTruncatedBody(follows: Bool, fields: String) async throws {
        let peer = try ScriptedPeer { connection in
            guard let request = try connection.readRequest() else { return }
            try connection.write(
                request.hasPrefix("GET /end")
                    ? "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
                    : "HTTP/1.1 302 F\r\nLocation: /end\r\nContent-Length: 10\r\n\(fields)\r\n12")
        }
        try await CurlSession.withSession(.plain) { session in
            let request = TransportRequest(
                url: peer.url(), redirects: follows ? .follow : .never)
            guard follows else {
                let error = await #expect(throws: TransportError.self) {
                    try await session.send(request)
                }
                #expect(error?.code == .truncated)
                return
            }
            let response = try await session.send(request)
            #expect(response.status == .ok)
            #expect(response.redirects.count == 1)
        }
    }

    @Test func customPolicyCanSetCookieField() async throws {
        let roads = try Self.roads.get()
        roads.sign(Self.here, "/cookie/1", .init(status: 302, location: "/cookie/2"))
        roads.sign(
            Self.here, "/cookie/2",
            .init(status: 302, location: "/cookie/3", fields: ["Set-Cookie: b=new; Path=/"]))
        let url = roads.origin(Self.here)
        var configuration = SessionConfiguration.plain
        configuration.cookies = CookieStore()
        configuration.cookies?.set("a=stored; Path=/", from: url)
        try await CurlSession.withSession(configuration) { session in
            let policy = RedirectPolicy.custom { redirect in
                var next = redirect.next
                next.headers[.cookie] = "a=chosen"
                return next
            }
            _ = try await session.send(
                TransportRequest(url: url + "/cookie/1", redirects: policy))
        }
        #expect(roads.requests("/cookie/1").first?.contains("Cookie: a=stored\r\n") == true)
        #expect(roads.requests("/cookie/2").first?.contains("Cookie: a=chosen\r\n") == true)
        // Cookies that arrive on the way are stored anyway.
        #expect(configuration.cookies?.cookies.map(\.name).sorted() == ["a", "b"])
    }

    // By default, a stream has no total timeout.
    @Test func streamDoesNotWaitForRedirectBody() async throws {
        let isOver = Gate()
        let peer = try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                if request.hasPrefix("GET /end") {
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                } else {
                    try connection.write(
                        "HTTP/1.1 302 F\r\nLocation: /end\r\nContent-Length: 10\r\n\r\n12345")
                    isOver.wait()
                }
            }
        }
        defer { isOver.open() }
        try await CurlSession.withSession(.plain) { session in
            let request = TransportRequest(
                url: peer.url(), timeouts: Timeouts(total: Timeouts.unlimited))
            let stream = try await session.stream(request)
            #expect(stream.status == .ok)
        }
    }

    @Test func customPolicyCanChangeOrStopRedirects() async throws {
        let roads = try Self.roads.get()
        roads.sign(Self.here, "/ask/1", .init(status: 302, location: "/ask/2"))
        let url = roads.origin(Self.here)
        try await CurlSession.withSession(.plain) { session in
            let changing = RedirectPolicy.custom { redirect in
                var next = redirect.next
                next.url = url + "/ask/3"
                next.headers[.accept] = "text/changed"
                return next
            }
            let changed = try await session.send(
                TransportRequest(url: url + "/ask/1", redirects: changing))
            #expect(changed.redirects.last?.target == url + "/ask/3")
            #expect(roads.requests("/ask/3").first?.contains("text/changed") == true)
            let taking = try await session.send(
                TransportRequest(url: url + "/ask/1", redirects: .custom { _ in nil }))
            #expect(taking.status.code == 302)
            #expect(roads.requests("/ask/2").isEmpty)
        }
    }

    @Test func customPolicyDoesNotForwardCredentialsCrossOrigin() async throws {
        let roads = try Self.roads.get()
        roads.sign(Self.here, "/lure/1", .init(status: 302, location: "/lure/2"))
        let there = roads.origin(.plain("b.loopback.test")) + "/lure/3"
        try await CurlSession.withSession(.plain) { session in
            let policy = RedirectPolicy.custom { redirect in
                var next = redirect.next
                next.url = there
                next.headers[.acceptLanguage] = "de"
                return next
            }
            _ = try await session.send(
                TransportRequest(
                    url: roads.origin(Self.here) + "/lure/1",
                    headers: [.authorization: "Bearer canary"], redirects: policy))
            let request = try #require(roads.requests("/lure/3").first)
            #expect(!request.contains("canary"))
            #expect(request.contains("Accept-Language: de"))
        }
    }

    @Test func errorOfCustomPolicyEndsTheCall() async throws {
        let roads = try Self.roads.get()
        roads.sign(Self.here, "/no/1", .init(status: 302, location: "/no/2"))
        try await CurlSession.withSession(.plain) { session in
            let policy = RedirectPolicy.custom { _ throws(TransportError) in
                throw TransportError(.redirectRefused, "not today")
            }
            let error = await #expect(throws: TransportError.self) {
                try await session.send(
                    TransportRequest(
                        url: roads.origin(Self.here) + "/no/1", redirects: policy))
            }
            #expect(error?.message == "not today")
        }
    }

    @Test func requestPolicyOverridesSessionPolicy() async throws {
        let roads = try Self.roads.get()
        roads.sign(Self.here, "/policy/1", .init(status: 302, location: "/policy/2"))
        let url = roads.origin(Self.here) + "/policy/1"
        var configuration = SessionConfiguration.plain
        configuration.redirects = .never
        try await CurlSession.withSession(configuration) { session in
            let redirect = try await session.send(TransportRequest(url: url))
            #expect(redirect.status.code == 302)
            let response = try await session.send(TransportRequest(url: url, redirects: .follow))
            #expect(response.status.code == 200)
        }
    }

    @Test(arguments: [300, 304, 305, 306, 399])
    func otherStatusesAreNotFollowed(_ status: Int) async throws {
        let roads = try Self.roads.get()
        roads.sign(Self.here, "/other/\(status)", .init(status: status, location: "/other/end"))
        try await CurlSession.withSession(.plain) { session in
            let response = try await session.send(
                TransportRequest(url: roads.origin(Self.here) + "/other/\(status)"))
            #expect(response.status.code == status)
            #expect(response.redirects.isEmpty)
        }
    }

    @Test func cancellingEndsTheRedirectedRequest() async throws {
        let isThere = Gate()
        let peer = try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                guard request.hasPrefix("GET /end") else {
                    try connection.write(
                        "HTTP/1.1 302 F\r\nLocation: /end\r\nContent-Length: 0\r\n\r\n")
                    continue
                }
                isThere.open()
                _ = connection.readToEnd()
            }
        }
        try await CurlSession.withSession(.plain) { session in
            let call = Task { try await session.send(TransportRequest(url: peer.url())) }
            await isThere.opened()
            call.cancel()
            let error = await #expect(throws: TransportError.self) { try await call.value }
            #expect(error?.code == .cancelled)
            #expect(error?.redirects.count == 1)
        }
    }

    @Test func challengeWithoutHandlerGetsNoCredentials() async throws {
        let peer = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 401 U\r\nWWW-Authenticate: Digest realm=\"other\", nonce=\"1\", qop=\"auth\""
                + "\r\nWWW-Authenticate: Basic realm=\"other\"\r\nContent-Length: 0\r\n\r\n")
        try await CurlSession.withSession(.plain) { session in
            let response = try await session.send(TransportRequest(url: peer.url()))
            #expect(response.status.code == 401)
            #expect(peer.requests.count == 1)
            #expect(peer.requests.first?.contains("Authorization") == false)
        }
    }

    @Test func hstsUpgradesHTTPToTLS() async throws {
        let roads = try Self.roads.get()
        let place = Crossroads.Place.secured("a.loopback.test")
        roads.sign(
            place, "/strict/1",
            .init(status: 200, fields: ["Strict-Transport-Security: max-age=60"]))
        let url = roads.origin(place)
        var configuration = roads.configuration()
        configuration.hsts = HSTSStore()
        try await CurlSession.withSession(configuration) { session in
            _ = try await session.send(TransportRequest(url: url + "/strict/1"))
            // The server accepts only TLS.
            let plain = url.replacingOccurrences(of: "https:", with: "http:") + "/strict/2"
            let response = try await session.send(TransportRequest(url: plain))
            #expect(response.metrics.secured != nil || response.metrics.isConnectionReused)
        }
        #expect(roads.secured.requests(to: "/strict/").count == 2)
        #expect(configuration.hsts?.hosts == ["a.loopback.test"])
    }
}
