import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Servers that ask who the caller is.
@Suite(.timeLimit(.minutes(1)))
struct ChallengeTests {
    /// Lets in who says `secret`, or what the test says.
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

    @Test func theHookAnswersAfterAllSchemesWereShown() async throws {
        let peer = try peer()
        let seen = Locked<[Challenge]>([])
        var hooks = SessionHooks()
        hooks.didReceiveChallenge = { _, challenge in
            seen.withLock { $0.append(challenge) }
            return challenge.scheme == "basic"
                ? .use(.basic(user: "user", password: "secret")) : .reject
        }
        try await CurlSession.withSession(hooks: hooks) { session in
            let task = session.dataTask(for: TransportRequest(url: peer.url("/a?q=1")))
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

    @Test func theTasksOwnHandlerGoesFirst() async throws {
        let peer = try peer("Bearer token")
        var hooks = SessionHooks()
        hooks.didReceiveChallenge = { _, _ in
            Issue.record("the session was asked")
            return .performDefault
        }
        let path = NSTemporaryDirectory() + "posthorn-challenge-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await CurlSession.withSession(hooks: hooks) { session in
            let task = session.downloadTask(
                for: TransportRequest(url: peer.url()), to: .file(path))
            task.challengeHandler = { _ in .use(.bearer("token")) }
            let file = try await task.value
            #expect(file.count == 2)
        }
    }

    @Test func withoutAHandlerTheAnswerIsTheAnswer() async throws {
        let peer = try peer()
        try await CurlSession.withSession { session in
            let response = try await session.data(for: TransportRequest(url: peer.url()))
            #expect(response.status == .unauthorized)
            #expect(peer.requests.count == 1)
        }
    }

    @Test func aWrongCredentialIsTriedFiveTimesAtMost() async throws {
        let peer = try peer()
        let failures = Locked<[Int]>([])
        try await CurlSession.withSession { session in
            let task = session.dataTask(for: TransportRequest(url: peer.url()))
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

    @Test func cancelIsTheTasksError() async throws {
        let peer = try peer()
        try await CurlSession.withSession { session in
            for own in [nil, TransportError(.tlsFailed, "own")] {
                let task = session.dataTask(for: TransportRequest(url: peer.url()))
                task.challengeHandler = { _ in .cancel(own) }
                let error = await #expect(throws: TransportError.self) { try await task.value }
                #expect(error?.code == own?.code ?? .cancelled)
            }
        }
    }
}
