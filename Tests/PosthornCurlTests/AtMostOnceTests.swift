import FoundationEssentials
import Posthorn
import PosthornCurl
import Synchronization
import TestSupport
import Testing

/// Requests that reach the server when a kept connection dies.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct AtMostOnceTests {
    /// How a kept connection dies after it received a second request.
    enum Death: String, CaseIterable, Sendable {
        case reset, close, halfAStatusLine, halfAHead
    }

    static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    @Test(arguments: Death.allCases, [0, 20, 200_000])
    func neverResendsPostWhenConnectionDies(_ death: Death, bodyBytes: Int) async throws {
        let peer = try dying(by: death)
        let session = try CurlSession(.plain)
        _ = try await session.send(TransportRequest(url: peer.url("/first")))
        let error = await #expect(throws: TransportError.self) {
            try await session.send(
                TransportRequest(
                    method: .post, url: peer.url("/second"),
                    body: bodyBytes == 0 ? nil : Data(repeating: 0x61, count: bodyBytes)))
        }
        #expect(error?.isSafeToRetry == false)
        #expect(peer.requests.filter { $0.hasPrefix("POST") }.count == 1)
        await session.shutdown(.drain)
    }

    @Test(arguments: [Death.reset, .close])
    func resendsGetOnceWhenConnectionDies(_ death: Death) async throws {
        let peer = try dying(by: death)
        let session = try CurlSession(.plain)
        _ = try await session.send(TransportRequest(url: peer.url("/first")))
        let response = try await session.send(TransportRequest(url: peer.url("/second")))
        #expect(response.status == .ok)
        #expect(peer.requests.filter { $0.hasPrefix("GET /second") }.count == 2)
        await session.shutdown(.drain)
    }

    @Test(arguments: [20, 500_000])
    func resendsPutWithSameBody(bodyBytes: Int) async throws {
        let peer = try dying(by: .reset)
        let session = try CurlSession(.plain)
        _ = try await session.send(TransportRequest(url: peer.url("/first")))
        let body = Data((0..<bodyBytes).map { UInt8(0x61 + $0 % 26) })
        let response = try await session.send(
            TransportRequest(method: .put, url: peer.url("/second"), body: body))
        #expect(response.status == .ok)
        let puts = peer.requests.filter { $0.hasPrefix("PUT") }
        let isSame =
            puts.count == 2 && puts[0] == puts[1]
            && puts[1].hasSuffix(String(decoding: body, as: UTF8.self))
        #expect(isSame, "\(puts.map(\.utf8.count))")
        await session.shutdown(.drain)
    }

    @Test func resendsPostWithIdempotencyKey() async throws {
        let peer = try dying(by: .reset)
        let session = try CurlSession(.plain)
        _ = try await session.send(TransportRequest(url: peer.url("/first")))
        let key = try #require(HTTPField.Name("Idempotency-Key"))
        let response = try await session.send(
            TransportRequest(
                method: .post, url: peer.url("/second"), headers: [key: "\"1\""],
                body: Data("{}".utf8)))
        #expect(response.status == .ok)
        #expect(peer.requests.filter { $0.hasPrefix("POST") }.count == 2)
        await session.shutdown(.drain)
    }

    /// A server that closes each connection after some responses, whether a request is in flight or
    /// not.
    @Test func silentlyClosedConnectionsNeitherFailGetsNorRepeatPosts() async throws {
        let seen = Locked<[String: Int]>([:])
        let peer = try ScriptedPeer(recording: false) { connection in
            for _ in 0...connection.number % 3 {
                guard let request = try connection.readRequest() else { return }
                let line = String(request.prefix { $0 != "\r" })
                seen.withLock { $0[line, default: 0] += 1 }
                try connection.write(Self.ok)
            }
        }
        let count = 1200
        let lost = Locked(0)
        let session = try CurlSession(.plain)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for number in stride(from: worker, to: count, by: 8) {
                        let method: HTTPRequest.Method = number.isMultiple(of: 2) ? .get : .post
                        do {
                            let response = try await session.send(
                                TransportRequest(method: method, url: peer.url("/\(number)")))
                            #expect(response.status == .ok)
                        } catch {
                            // A POST that the server may have read.
                            #expect(
                                method == .post
                                    && (error as? TransportError)?.isSafeToRetry == false,
                                "\(error)")
                            lost.withLock { $0 += 1 }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        await session.shutdown(.drain)
        let posts = seen.withLock { $0.filter { $0.key.hasPrefix("POST") } }
        #expect(posts.values.allSatisfy { $0 == 1 })
        #expect(posts.count >= count / 2 - lost.withLock { $0 })
        #expect(seen.withLock { $0.count { $0.key.hasPrefix("GET") } } == count / 2)
        #expect(peer.connections > count / 4)
    }

    /// Unsolicited responses.
    static let strangers = [
        "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nstranger",
        "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 8\r\n\r\nstranger",
        "HTTP/1.1 2",
    ]

    @Test(arguments: [HTTPRequest.Method.get, .post], strangers)
    func ignoresUnsolicitedResponseOnIdleConnection(
        _ method: HTTPRequest.Method, _ stranger: String
    ) async throws {
        let isStrangerSent = Gate()
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(Self.ok)
            if connection.number == 1 {
                // An unsolicited response on an idle connection.
                try connection.write(stranger)
                isStrangerSent.open()
                if stranger.contains("close") { return }
            }
            while try connection.readRequest() != nil { try connection.write(Self.ok) }
        }
        let session = try CurlSession(.plain)
        _ = try await session.send(TransportRequest(url: peer.url("/first")))
        await isStrangerSent.opened()
        let response = try await session.send(
            TransportRequest(method: method, url: peer.url("/second"), body: nil))
        #expect(String(decoding: response.body, as: UTF8.self) == "ok")
        #expect(peer.requests.filter { $0.contains("/second") }.count == 1)
        #expect(peer.connections == 2)
        await session.shutdown(.drain)
    }

    @Test func opensANewConnectionWhenTheIdleOneWasClosed() async throws {
        let isClosed = Gate()
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(Self.ok)
            if connection.number == 1 {
                connection.close()
                isClosed.open()
            } else {
                while try connection.readRequest() != nil { try connection.write(Self.ok) }
            }
        }
        let session = try CurlSession(.plain)
        _ = try await session.send(TransportRequest(url: peer.url("/first")))
        await isClosed.opened()
        let response = try await session.send(
            TransportRequest(method: .post, url: peer.url("/second"), body: Data("{}".utf8)))
        #expect(response.status == .ok)
        #expect(peer.requests.filter { $0.hasPrefix("POST") }.count == 1)
        await session.shutdown(.drain)
    }

    /// Responds to the first request of the first connection, reads the second one and dies.
    ///
    /// Later connections respond to everything.
    private func dying(by death: Death) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(Self.ok)
            guard connection.number == 1 else {
                while try connection.readRequest() != nil { try connection.write(Self.ok) }
                return
            }
            try connection.readRequest()
            switch death {
            case .reset: connection.reset()
            case .close: connection.close()
            case .halfAStatusLine: try connection.write("HTTP/1.1 2")
            case .halfAHead: try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n")
            }
        }
    }
}
