import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// How often a call reaches a server that sheds load by refusing HTTP/2 streams.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct RefusalCountTests {
    /// The session repeats a call once without being asked; its retry rule pays for all other repetitions.
    @Test(arguments: HTTP2RepeatTests.Refusal.allCases, [nil, 2, 3] as [Int?])
    func callIsSentOnceMoreThanItsRuleSays(
        _ refusal: HTTP2RepeatTests.Refusal, attempts: Int?
    ) async throws {
        let arrived = Locked(0)
        let peer = try ScriptedPeer { connection in
            let http2 = try HTTP2Connection(connection)
            while let stream = try http2.readRequest() {
                arrived.withLock { $0 += 1 }
                try HTTP2RepeatTests.refuse(http2, stream, by: refusal)
            }
        }
        let budget = RetryBudget(capacity: 100, cost: 10)
        let calls = 5
        try await CurlSession.withSession(.priorKnowledge) { session in
            let things = Self.things(session, peer.url(""), attempts, budget)
            for _ in 0..<calls {
                let error = await #expect(throws: APIError.self) { try await things.send(Pay()) }
                #expect(error?.code == .connectionLost)
                #expect((error?.underlying as? TransportError)?.isSafeToRetry == true)
            }
        }
        let retries = (attempts ?? 1) - 1
        #expect(arrived.withLock { $0 } == calls * (2 + retries))
        #expect(budget.tokens(for: peer.url("")) == 100 - calls * retries * 10)
    }

    /// libcurl does not report that a server refuses streams of a reused connection, and repeats a GET itself.
    @Test(arguments: [nil, 3] as [Int?])
    func unreportedRefusalsCountToo(attempts: Int?) async throws {
        let arrived = Locked(0)
        let peer = try ScriptedPeer { connection in
            let http2 = try HTTP2Connection(connection)
            while let stream = try http2.readRequest() {
                if connection.number == 1, stream == 1 {
                    try http2.write(
                        .headers(
                            stream,
                            [(":status", "200"), ("content-type", "application/json")]),
                        .data(stream, "1", endStream: true))
                    continue
                }
                arrived.withLock { $0 += 1 }
                try http2.write(.reset(stream, code: 7))
            }
        }
        let front = try SecureFront(of: peer.port, protocolName: "h2")
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .file(URL(filePath: front.authority))
        try await CurlSession.withSession(configuration) { session in
            let url = "https://127.0.0.1:\(front.port)"
            let things = Self.things(session, url, attempts, nil)
            let first = try await things.send(Read())
            #expect(first == 1)
            let error = await #expect(throws: APIError.self) { try await things.send(Read()) }
            #expect(error?.code == .connectionLost)
        }
        #expect((2...(attempts ?? 1) + 1).contains(arrived.withLock { $0 }))
    }

    /// The budget has paid for the second attempt only.
    @Test func laterAttemptIsNotRepeatedByTheSession() async throws {
        let peer = try ScriptedPeer { connection in
            let http2 = try HTTP2Connection(connection)
            while let stream = try http2.readRequest() {
                if connection.number == 1 {
                    try http2.write(.headers(stream, [(":status", "503")], endStream: true))
                } else {
                    try http2.write(.reset(stream, code: 7))
                }
            }
        }
        try await CurlSession.withSession(.priorKnowledge) { session in
            let things = Self.things(session, peer.url(""), 2, nil)
            await #expect(throws: APIError.self) { try await things.send(Read()) }
        }
        #expect(peer.connections == 2)
    }

    private static func things(
        _ session: CurlSession, _ url: String, _ attempts: Int?, _ budget: RetryBudget?
    ) -> Things {
        var configuration = ClientConfiguration(baseURL: try? BaseURL(url), transport: session)
        configuration.retryBudget = budget
        if let attempts {
            configuration.defaults.retry = RetryRule(
                attempts: attempts, baseDelay: .milliseconds(1))
        }
        return Things(configuration: configuration)
    }
}

private struct Things: APIService { var configuration: ClientConfiguration }

private struct Read: Endpoint {
    typealias Output = Int
    func build(_ request: inout RequestBuilder) { request.method(.get, "/thing") }
}

private struct Pay: Endpoint {
    typealias Output = Int
    func build(_ request: inout RequestBuilder) {
        request.method(.post, "/payments")
        request.body("amount", 5)
    }
}
