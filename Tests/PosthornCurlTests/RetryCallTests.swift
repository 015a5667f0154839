import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Retries over real connections, counted at the server.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct RetryCallTests {
    /// A server that responds to its connections in order and repeats the last response.
    private func peer(_ responses: String...) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            try connection.readRequest()
            let response = responses[min(connection.number, responses.count) - 1]
            if !response.isEmpty { try connection.write(response) }
        }
    }

    private static func response(
        _ status: String = "200 OK", _ fields: String = "Content-Type: application/json",
        length: Int? = nil, _ body: String = "{\"id\":1}"
    ) -> String {
        "HTTP/1.1 \(status)\r\nConnection: close\r\n\(fields)\r\n"
            + "Content-Length: \(length ?? body.utf8.count)\r\n\r\n\(body)"
    }

    private static let busy = response("503 Service Unavailable")
    private static let cut = response(length: 90)
    /// The connection ends without a response.
    private static let lost = ""

    private static func rule(_ attempts: Int = 3) -> RetryRule {
        RetryRule(attempts: attempts, baseDelay: .milliseconds(1))
    }

    private func service(
        _ session: any Transport, _ peer: ScriptedPeer, _ rule: RetryRule = rule()
    ) -> Things {
        var configuration = ClientConfiguration(
            baseURL: try? BaseURL(peer.url("")), transport: session)
        configuration.defaults.retry = rule
        return Things(configuration: configuration)
    }

    @Test func failedAttemptsAreRepeated() async throws {
        let peer = try peer(Self.busy, Self.cut, Self.lost, Self.response())
        try await CurlSession.withSession { session in
            let thing = try await service(session, peer, Self.rule(4)).send(Read())
            #expect(thing.id == 1)
        }
        #expect(peer.requests.count == 4)
    }

    @Test func errorListsTheAttempts() async throws {
        let peer = try peer(Self.busy, Self.cut, Self.lost)
        try await CurlSession.withSession { session in
            let error = await #expect(throws: APIError.self) {
                try await service(session, peer).send(Read())
            }
            #expect(
                error?.attempts.map(\.error.code) == [.status(503), .truncated, .connectionLost])
            #expect(error?.retryStop == .attemptsExhausted)
        }
        #expect(peer.requests.count == 3)
    }

    @Test func connectionThatIsRefusedIsRepeatedForAnyMethod() async throws {
        let peer = try peer(Self.response())
        let url = peer.url("")
        peer.stop()
        try await CurlSession.withSession { session in
            var things = service(session, peer)
            things.configuration.baseURL = try BaseURL(url)
            let error = await #expect(throws: APIError.self) { try await things.send(Pay()) }
            #expect(error?.code == .cannotConnect && error?.attempts.count == 3)
        }
    }

    /// A payment without a key reaches the server once, whatever happens to its response.
    @Test func paymentWithoutKeyIsSentOnce() async throws {
        for response in [Self.busy, Self.cut, Self.lost] {
            let peer = try peer(response, Self.response())
            try await CurlSession.withSession { session in
                let error = await #expect(throws: APIError.self) {
                    try await service(session, peer).send(Pay())
                }
                #expect(error?.attempts.count == 1 && error?.retryStop == .requestNotRepeatable)
            }
            #expect(peer.requests.count == 1)
        }
    }

    @Test func paymentWithKeyKeepsItsKey() async throws {
        let peer = try peer(Self.lost, Self.busy, Self.response())
        try await CurlSession.withSession { session in
            _ = try await service(session, peer).send(Pay(isIdempotent: true))
        }
        let keys = peer.requests.map { $0.firstMatch(of: /Idempotency-Key: (.*)\r\n/)?.1 }
        #expect(keys.count == 3 && Set(keys).count == 1 && keys[0] != nil)
    }

    @Test func downloadRequestsTheMissingBytes() async throws {
        let folder = try TemporaryFolder(for: "retry")
        let peer = try peer(
            Self.response("200 OK", "ETag: \"v1\"", length: 10, "0123"),
            Self.response(
                "206 Partial Content", "ETag: \"v1\"\r\nContent-Range: bytes 4-9/10", "456789"))
        try await CurlSession.withSession { session in
            let file = URL(filePath: folder.path + "/a.bin")
            _ = try await service(session, peer).download(Fetch(), to: file)
            #expect(try String(contentsOf: file, encoding: .utf8) == "0123456789")
        }
        #expect(peer.requests.count == 2)
        #expect(peer.requests.last?.contains("\r\nRange: bytes=4-\r\n") == true)
    }

    @Test func streamIsRetriedUntilItsHeadIsAccepted() async throws {
        let events = "Content-Type: text/event-stream"
        let peer = try peer(
            Self.busy, Self.response("200 OK", events, length: 90, "data: 1\n\n"))
        try await CurlSession.withSession { session in
            var values: [Int] = []
            let stream = try await service(session, peer).stream(Follow())
            await #expect(throws: APIError.self) {
                for try await value in stream { values.append(value) }
            }
            #expect(values == [1])
        }
        #expect(peer.requests.count == 2)
    }

    @Test func taskOfACallCoversItsAttempts() async throws {
        let peer = try peer(Self.busy, Self.lost, Self.response())
        try await CurlSession.withSession { session in
            let task = service(session, peer).task(for: Read())
            let thing = try await task.value
            #expect(thing.id == 1)
        }
        #expect(peer.requests.count == 3)
    }

    @Test func hangingAttemptLeavesTimeForAnother() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            if connection.number > 1 { return try connection.write(Self.response()) }
            // Waits until the client closes.
            _ = connection.read(1)
        }
        try await CurlSession.withSession { session in
            var rule = Self.rule()
            rule.attemptTimeout = .milliseconds(200)
            let thing = try await service(session, peer, rule).send(Read())
            #expect(thing.id == 1)
        }
        #expect(peer.requests.count == 2)
    }

    @Test func deadlineEndsTheAttempts() async throws {
        let peer = try peer(Self.response("503 Service Unavailable", "Retry-After: 600"))
        var rule = Self.rule()
        rule.maximumServerDelay = .seconds(1000)
        try await CurlSession.withSession { [rule] session in
            // The call does not wait for a deadline that it can't meet, which exceeds the suite's limit.
            let error = await #expect(throws: APIError.self) {
                try await service(session, peer, rule).with { $0.timeouts.total = .seconds(500) }
                    .send(Read())
            }
            #expect(error?.retryStop == .deadlineExceeded)
        }
        #expect(peer.requests.count == 1)
    }

    @Test func failingServerReceivesFewRetries() async throws {
        let peer = try ScriptedPeer(recording: false) { connection in
            while try connection.readRequest() != nil {
                try connection.write(
                    "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
            }
        }
        let count = 400
        let sent = Locked(0)
        try await CurlSession.withSession { session in
            let things = service(Counter(session: session, count: sent), peer)
            for _ in 0..<count {
                await #expect(throws: APIError.self) { try await things.send(Read()) }
            }
        }
        // 500 tokens pay for 35 retries.
        #expect(sent.withLock { $0 } == count + 35)
    }
}

private struct Thing: Codable, Sendable { var id: Int }

private struct Things: APIService { var configuration: ClientConfiguration }

private struct Read: Endpoint {
    typealias Output = Thing
    func build(_ request: inout RequestBuilder) { request.method(.get, "/thing") }
}

private struct Pay: Endpoint {
    typealias Output = Thing
    var isIdempotent = false
    func build(_ request: inout RequestBuilder) {
        request.method(.post, "/payments")
        request.sendsIdempotencyKey = isIdempotent
        request.body("amount", 5)
    }
}

private struct Fetch: DownloadEndpoint {
    func build(_ request: inout RequestBuilder) { request.method(.get, "/file") }
}

private struct Follow: StreamEndpoint {
    typealias Output = EventStream<Int>
    func build(_ request: inout RequestBuilder) { request.method(.get, "/events") }
}

/// A transport that counts the requests.
private struct Counter: TransportWrapper {
    let session: CurlSession
    let count: Locked<Int>
    var wrapped: any Transport { session }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        count.withLock { $0 += 1 }
        return try await session.send(request)
    }
}
