import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

@testable import PosthornHTTP

/// Servers that require authentication.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ChallengeTests {
    /// Accepts the password `secret`, or the given field.
    private func peer(_ field: String = "Basic dXNlcjpzZWNyZXQ=") throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                if request.contains("\r\nAuthorization: \(field)\r\n") {
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nin")
                } else {
                    try connection.write(
                        "HTTP/1.1 401 Unauthorized\r\nContent-Length: 3\r\n"
                            + "WWW-Authenticate: Negotiate, Digest realm=\"a, b\", nonce=\"x=\"\r\n"
                            + "WWW-Authenticate: Basic realm=\"shop\"\r\n\r\nout")
                }
            }
        }
    }

    @Test func hookCanChooseAmongAllOfferedSchemes() async throws {
        let peer = try peer()
        let seen = Locked<[AuthenticationChallenge]>([])
        var hooks = SessionHooks()
        hooks.didReceiveChallenge = { _, challenge in
            seen.withLock { $0.append(challenge) }
            return challenge.scheme == "basic"
                ? .use(.basic(user: "user", password: "secret")) : .reject
        }
        try await CurlSession.withSession(hooks: hooks) { session in
            let task = session.task(for: TransportRequest(url: peer.url("/a?q=1")))
            let response = try await task.value
            #expect(response.status == .ok)
            #expect(task.attempts == 2)
            #expect(task.currentRequest.headers[.authorization] != nil)
            #expect(task.originalRequest.headers[.authorization] == nil)
            let stream = try await session.stream(TransportRequest(url: peer.url()))
            #expect(stream.status == .ok)
        }
        let challenges = seen.withLock { $0 }
        #expect(challenges.prefix(3).map(\.scheme) == ["negotiate", "digest", "basic"])
        #expect(challenges.prefix(3).map(\.realm) == [nil, "a, b", "shop"])
        #expect(challenges.first?.url == peer.url("/a"))
        #expect(challenges.first?.failures == 0)
    }

    /// A sealed or signed request is for one attempt, and fields added later are not signed.
    @Test func sealedRequestIsNotResentWithCredential() async throws {
        let peer = try peer()
        var hooks = SessionHooks()
        hooks.didReceiveChallenge = { _, challenge in
            Issue.record("asked for \(challenge)")
            return .use(.basic(user: "user", password: "secret"))
        }
        try await CurlSession.withSession(hooks: hooks) { session in
            var request = TransportRequest(url: peer.url())
            request.respondsToChallenges = false
            let response = try await session.send(request)
            #expect(response.status == .unauthorized)
        }
        #expect(peer.requests.count == 1)
    }

    /// A redirect does not let another server ask for the caller's password.
    @Test func challengeAfterCrossOriginRedirectIsNotAnswered() async throws {
        let stranger = try peer()
        let home = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 302 Found\r\nLocation: \(stranger.url("/bait"))\r\nContent-Length: 0\r\n\r\n"
        )
        var hooks = SessionHooks()
        hooks.didReceiveChallenge = { _, challenge in
            Issue.record("asked for \(challenge)")
            return .use(.basic(user: "user", password: "secret"))
        }
        try await CurlSession.withSession(hooks: hooks) { session in
            let response = try await session.send(TransportRequest(url: home.url()))
            #expect(response.status == .unauthorized)
            let stream = try await session.stream(TransportRequest(url: home.url()))
            #expect(stream.status == .unauthorized)
        }
        #expect((home.requests + stranger.requests).count == 4)
        #expect(!(home.requests + stranger.requests).contains { $0.contains("Authorization") })
    }

    @Test func taskHandlerOverridesSessionHook() async throws {
        let peer = try peer("Bearer token")
        var hooks = SessionHooks()
        hooks.didReceiveChallenge = { _, _ in
            Issue.record("the session was asked")
            return .performDefault
        }
        let path = NSTemporaryDirectory() + "posthorn-challenge-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await CurlSession.withSession(hooks: hooks) { session in
            let task = session.task(
                for: TransportRequest(url: peer.url()), to: .file(URL(filePath: path)))
            task.challengeHandler = { _ in .use(.bearer("token")) }
            let file = try await task.value
            #expect(file.count == 2)
        }
    }

    @Test func unauthorizedResponseIsReturnedWithoutHandler() async throws {
        let peer = try peer()
        try await CurlSession.withSession { session in
            let response = try await session.send(TransportRequest(url: peer.url()))
            #expect(response.status == .unauthorized)
            #expect(peer.requests.count == 1)
        }
    }

    @Test func wrongCredentialIsTriedAtMostFiveTimes() async throws {
        let peer = try peer()
        let failures = Locked<[Int]>([])
        try await CurlSession.withSession { session in
            let task = session.task(for: TransportRequest(url: peer.url()))
            task.challengeHandler = { challenge in
                failures.withLock { $0.append(challenge.failures) }
                return .use(.bearer("wrong"))
            }
            let response = try await task.value
            #expect(response.status == .unauthorized)
        }
        #expect(failures.withLock { $0 } == [0, 1, 2, 3, 4])
        #expect(peer.requests.count == 6)
    }

    /// The 401 is the response, and the handler is not called.
    private func expectRefusal(
        unasked task: CallTask<TransportResponse, TransportError>
    ) async throws(TransportError) {
        task.challengeHandler = { challenge in
            Issue.record("asked for \(challenge)")
            return .use(.basic(user: "user", password: "secret"))
        }
        let response = try await task.value
        #expect(response.status == .unauthorized)
    }

    /// The redirected request is sent again, not the original one.
    @Test(arguments: [true, false])
    func resendsTheChallengedRequestAfterRedirect(isStream: Bool) async throws {
        let peer = try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                if request.hasPrefix("POST") {
                    try connection.write(
                        "HTTP/1.1 303 See Other\r\nLocation: /order/1?a=b\r\nContent-Length: 0\r\n\r\n"
                    )
                } else if request.contains("Authorization: Digest") {
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nin")
                } else {
                    try connection.write(
                        "HTTP/1.1 401 Unauthorized\r\nContent-Length: 3\r\nSet-Cookie: a=1\r\n"
                            + "WWW-Authenticate: Digest realm=\"shop\", nonce=\"x\", qop=\"auth\"\r\n\r\nout"
                    )
                }
            }
        }
        var configuration = SessionConfiguration()
        configuration.cookies = CookieStore()
        try await CurlSession.withSession(configuration) { session in
            let request = TransportRequest(
                method: .post, url: peer.url("/orders"), body: Data("x".utf8))
            let redirects: [RedirectPolicy.Hop]
            if isStream {
                let task = session.task(streaming: request)
                task.challengeHandler = { _ in .use(.digest(user: "user", password: "secret")) }
                let stream = try await task.value
                #expect(stream.status == .ok)
                redirects = stream.redirects
            } else {
                let task = session.task(for: request)
                task.challengeHandler = { _ in .use(.digest(user: "user", password: "secret")) }
                let response = try await task.value
                #expect(response.status == .ok)
                #expect(task.attempts == 3)
                redirects = response.redirects
            }
            #expect(redirects.map(\.target) == [peer.url("/order/1?a=b")])
        }
        #expect(peer.requests.map { $0.prefix { $0 != "/" } } == ["POST ", "GET ", "GET "])
        #expect(peer.requests.last?.contains("uri=\"/order/1?a=b\"") == true)
        #expect(peer.requests.last?.contains("\r\nCookie: a=1\r\n") == true)
    }

    /// The server of another origin may have chosen the URL that is requested at home.
    @Test func challengeAfterRedirectBackFromOtherOriginIsNotAnswered() async throws {
        let home = Locked("")
        let stranger = try ScriptedPeer { connection in
            while try connection.readRequest() != nil {
                try connection.write(
                    "HTTP/1.1 302 Found\r\nLocation: \(home.withLock { $0 })\r\n"
                        + "Content-Length: 0\r\n\r\n")
            }
        }
        let peer = try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                try connection.write(
                    request.hasPrefix("GET /start")
                        ? "HTTP/1.1 302 Found\r\nLocation: \(stranger.url())\r\n"
                            + "Content-Length: 0\r\n\r\n"
                        : "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\n"
                            + "Content-Length: 0\r\n\r\n")
            }
        }
        home.withLock { $0 = peer.url("/chosen") }
        try await CurlSession.withSession { session in
            let task = session.task(for: TransportRequest(url: peer.url("/start")))
            try await expectRefusal(unasked: task)
        }
        #expect(peer.requests.count == 2)
    }

    /// The handler is not called for a request that cannot be sent again.
    @Test func singleUseBodyIsNotResent() async throws {
        let peer = try peer()
        try await CurlSession.withSession { session in
            let pieces = AsyncStream<Data> { continuation in
                continuation.yield(Data("once".utf8))
                continuation.finish()
            }
            let task = session.task(
                for: TransportRequest(method: .post, url: peer.url()).with(
                    body: HTTPBody(BodyStream(pieces))))
            try await expectRefusal(unasked: task)
        }
        #expect(peer.requests.count == 1)
    }

    @Test func cancellingWhileCredentialLoadsCancelsTask() async throws {
        let peer = try peer()
        let asked = Gate()
        try await CurlSession.withSession { session in
            let task = session.task(for: TransportRequest(url: peer.url()))
            let credential = Credential.bearer { _ in
                asked.open()
                try await Task.sleep(for: .seconds(3600))
                return "never"
            }
            task.challengeHandler = { _ in .use(credential) }
            task.resume()
            await asked.opened()
            task.cancel()
            let error = await #expect(throws: TransportError.self) { try await task.value }
            #expect(error?.code == .cancelled)
            #expect(task.state == .cancelled)
        }
    }

    @Test func cancelDecisionBecomesTaskError() async throws {
        let peer = try peer()
        try await CurlSession.withSession { session in
            for own in [nil, TransportError(.tlsFailed, "own")] {
                let task = session.task(for: TransportRequest(url: peer.url()))
                task.challengeHandler = { _ in .cancel(own) }
                let error = await #expect(throws: TransportError.self) { try await task.value }
                #expect(error?.code == own?.code ?? .cancelled)
            }
        }
    }
}
