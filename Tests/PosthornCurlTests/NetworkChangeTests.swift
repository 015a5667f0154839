import Foundation
import Posthorn
import Synchronization
import TestSupport
import Testing

@testable import PosthornCurl
@testable import PosthornPathMonitor

/// Sessions on a network that changes.
///
/// Most tests report changes of their own, with real connections. One uses the kernel's, in a network of its own.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct NetworkChangeTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
    private static let lost = NetworkChange(lostAddresses: ["127.0.0.1"])

    // MARK: Idle connections

    @Test(
        arguments: [
            lost, NetworkChange(interruptedAddresses: ["127.0.0.1", "10.0.0.1"]),
            NetworkChange(lostAddresses: ["127.0.0.1"], interruptedAddresses: ["127.0.0.1"]),
        ])
    func closesIdleConnectionOfOldNetwork(_ change: NetworkChange) async throws {
        let isClosed = Atomic(false)
        let peer = try ScriptedPeer { connection in
            while try connection.readRequest() != nil { try connection.write(Self.ok) }
            isClosed.store(true, ordering: .relaxed)
        }
        try await CurlSession.withSession(.plain) { session in
            _ = try await session.send(TransportRequest(url: peer.url()))
            session.adapt(to: change)
            // The server learns it at once, not with the next request.
            try await until { isClosed.load(ordering: .relaxed) }
            let response = try await session.send(TransportRequest(url: peer.url()))
            #expect(!response.metrics.isConnectionReused)
        }
        #expect(peer.connections == 2)
    }

    /// The kernel would open it from the same address again.
    @Test(
        arguments: [
            NetworkChange(), NetworkChange(lostAddresses: ["192.0.2.9", "fe80::1"]),
            NetworkChange(interruptedAddresses: ["127.0.0.2"]),
        ])
    func keepsConnectionsOfOtherNetworks(_ change: NetworkChange) async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        try await CurlSession.withSession(.plain) { session in
            _ = try await session.send(TransportRequest(url: peer.url()))
            session.adapt(to: change)
            let response = try await session.send(TransportRequest(url: peer.url()))
            #expect(response.metrics.isConnectionReused)
        }
        #expect(peer.connections == 1)
    }

    /// The kernel would open it from 127.0.0.1, as after a change of the preferred route.
    @Test func closesIdleConnectionThatWouldHaveAnotherAddress() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        var bound = TransportRequest(url: peer.url())
        bound.localInterface = "127.0.0.2"
        try await CurlSession.withSession(.plain) { [bound] session in
            let first = try await session.send(bound)
            #expect(first.metrics.connection?.localAddress == "127.0.0.2")
            session.adapt(to: NetworkChange())
            let isReused = try await session.send(bound).metrics.isConnectionReused
            #expect(!isReused)
        }
        // An address that the session's configuration names is kept.
        var configuration = SessionConfiguration.plain
        configuration.connection.localInterface = "127.0.0.2"
        try await CurlSession.withSession(configuration) { session in
            _ = try await session.send(TransportRequest(url: peer.url()))
            session.adapt(to: NetworkChange())
            let second = try await session.send(TransportRequest(url: peer.url()))
            #expect(second.metrics.isConnectionReused)
        }
    }

    @Test func closesIdleHTTP2Connection() async throws {
        let server = try Nginx()
        var configuration = SessionConfiguration.plain
        configuration.httpVersion = .automatic
        configuration.trust.authorities = .file(URL(filePath: server.authority))
        try await CurlSession.withSession(configuration) { session in
            let request = TransportRequest(url: server.secureURL("/echo"))
            let version = try await session.send(request).metrics.httpVersion
            #expect(version == .http2)
            let isReused = try await session.send(request).metrics.isConnectionReused
            #expect(isReused)
            session.adapt(to: Self.lost)
            let isReusedLater = try await session.send(request).metrics.isConnectionReused
            #expect(!isReusedLater)
        }
    }

    // MARK: Names

    @Test func looksNamesUpAgain() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let old = try ScriptedPeer(at: "127.0.0.2", port: peer.port) { connection in
            _ = try connection.readRequest()
            try connection.write(
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
        }
        let request = TransportRequest(url: "http://network.rebinding.test:\(peer.port)/")
        try await CurlSession.withSession(.plain) { session in
            func address() async throws -> String? {
                try await session.send(request).metrics.connection?.remoteAddress
            }
            let first = try await address()
            #expect(first == "127.0.0.2")
            let cached = try await address()
            #expect(cached == "127.0.0.2")
            session.adapt(to: NetworkChange())
            let later = try await address()
            #expect(later == "127.0.0.1")
        }
        #expect(old.connections == 2)
    }

    // MARK: Running transfers

    @Test(arguments: [HTTPRequest.Method.get, .put, .post, .query])
    func repeatsRepeatableRequestWhoseConnectionIsLost(_ method: HTTPRequest.Method) async throws {
        let (peer, requests) = try Self.silentFirst()
        var request = TransportRequest(
            method: method, url: peer.url(),
            body: method == .get ? nil : Data(repeating: 0x61, count: 200_000))
        if method == .post { request.headers[try #require(.init("Idempotency-Key"))] = "\"1\"" }
        try await CurlSession.withSession(.plain) { [request] session in
            async let response = session.send(request)
            try await requests.first()
            session.adapt(to: Self.lost)
            let body = try await String(decoding: response.body, as: UTF8.self)
            #expect(body == "ok")
        }
        #expect(peer.requests.count == 2)
        #expect(peer.requests.first == peer.requests.last)
    }

    @Test func neverRepeatsPostWhoseConnectionIsLost() async throws {
        let (peer, requests) = try Self.silentFirst()
        try await CurlSession.withSession(.plain) { session in
            let request = TransportRequest(
                method: .post, url: peer.url(), body: Data("a".utf8))
            let call = Task { try await session.send(request) }
            try await requests.first()
            session.adapt(to: Self.lost)
            let error = try await Self.error(of: call)
            #expect(
                error.description == """
                    notRepeated: the machine lost the address of the connection before the response was complete, \
                    and a POST is not sent twice; \
                    ask the server what it did, or give the request an Idempotency-Key
                    """)
            #expect(!error.isSafeToRetry)
        }
        #expect(peer.requests.count == 1)
    }

    /// All streams of a connection are lost; the repeated ones share a new connection.
    @Test func repeatsStreamsOfLostHTTP2Connection() async throws {
        let waiting = Atomic(0)
        let peer = try ScriptedPeer { connection in
            let http2 = try HTTP2Connection(connection)
            while let stream = try http2.readRequest() {
                guard connection.number > 1 else {
                    waiting.add(1, ordering: .releasing)
                    continue
                }
                try HTTP2RepeatTests.respond(http2, stream)
            }
        }
        let front = try SecureFront(of: peer.port, protocolName: "h2")
        var configuration = SessionConfiguration.plain
        configuration.trust.authorities = .file(URL(filePath: front.authority))
        try await CurlSession.withSession(configuration) { session in
            let url = "https://a.loopback.test:\(front.port)/"
            let gets = (0..<5).map { _ in
                Task { try await session.send(TransportRequest(url: url)) }
            }
            let post = Task { try await session.send(TransportRequest(method: .post, url: url)) }
            try await until { waiting.load(ordering: .acquiring) == 6 }
            session.adapt(to: Self.lost)
            for get in gets {
                let response = try await get.value
                #expect(response.body == Data("hello".utf8))
            }
            let error = try await Self.error(of: post)
            #expect(error.code == .notRepeated)
        }
        #expect(peer.connections == 2)
    }

    /// With progress, the call has a task, which has reported nothing of a response.
    @Test func repeatsCallsWithTasks() async throws {
        let (peer, requests) = try Self.silentFirst()
        var request = TransportRequest(method: .put, url: peer.url(), body: Data("abc".utf8))
        let progress = Locked(TransferProgress())
        request.onProgress = { new in progress.withLock { $0 = new } }
        try await CurlSession.withSession(.plain) { [request] session in
            let call = Task { try await session.send(request) }
            try await requests.first()
            session.adapt(to: Self.lost)
            let response = try await call.value
            #expect(response.status == .ok)
        }
        #expect(progress.withLock { $0.received } == 2)
        #expect(progress.withLock { $0.sent } == 3)
        #expect(peer.requests.count == 2)
    }

    @Test func repeatedResponseHasNothingOfTheFirst() async throws {
        let (peer, requests) = try Self.silentFirst(
            after: "HTTP/1.1 200 OK\r\nX-First: 1\r\nContent-Length: 9\r\n\r\nhalf")
        try await CurlSession.withSession(.plain) { session in
            async let response = session.send(TransportRequest(url: peer.url()))
            try await requests.first()
            session.adapt(to: Self.lost)
            let found = try await response
            #expect(String(decoding: found.body, as: UTF8.self) == "ok")
            #expect(found.headers.count == 1)
        }
        #expect(peer.requests.count == 2)
    }

    /// The caller has the head of the first response.
    @Test func openStreamFails() async throws {
        let (peer, _) = try Self.silentFirst(
            after: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
        try await CurlSession.withSession(.plain) { session in
            let stream = try await session.stream(TransportRequest(url: peer.url()))
            session.adapt(to: Self.lost)
            let error = await #expect(throws: TransportError.self) {
                try await stream.body.discard()
            }
            #expect(error?.code == .connectionLost)
        }
        #expect(peer.requests.count == 1)
    }

    /// The machine still has the address: a POST is not given up for a cable that was out for a moment.
    @Test func interruptedTransferContinues() async throws {
        let (peer, requests) = try Self.silentFirst(continuing: Self.ok)
        try await CurlSession.withSession(.plain) { session in
            async let response = session.send(TransportRequest(method: .post, url: peer.url()))
            try await requests.first()
            session.adapt(to: NetworkChange(interruptedAddresses: ["127.0.0.1"]))
            requests.respond()
            let status = try await response.status
            #expect(status == .ok)
            // Its connection is not used again.
            let second = try await session.send(TransportRequest(url: peer.url()))
            #expect(!second.metrics.isConnectionReused)
        }
        #expect(peer.connections == 2)
    }

    @Test func repeatsAtMostThreeTimes() async throws {
        let count = Atomic(0)
        let peer = try ScriptedPeer { connection in
            _ = try connection.readRequest()
            count.add(1, ordering: .relaxed)
            _ = connection.readToEnd()
        }
        try await CurlSession.withSession(.plain) { session in
            let call = Task { try await session.send(TransportRequest(url: peer.url())) }
            for attempt in 1...4 {
                try await until { count.load(ordering: .relaxed) == attempt }
                session.adapt(to: Self.lost)
            }
            let code = try await Self.error(of: call).code
            #expect(code == .connectionLost)
        }
        #expect(peer.connections == 4)
    }

    /// libcurl itself would wait for the address that does not respond.
    @Test func connectingTransferStartsAgain() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        let deaf = try DeafPort(at: "127.0.0.2", peer.port)
        var request = TransportRequest(
            method: .post, url: "http://connecting.rebinding.test:\(peer.port)/",
            timeouts: Timeouts(connect: .seconds(600), total: Timeouts.unlimited))
        request.localInterface = "127.0.0.1"
        try await CurlSession.withSession(.plain) { [request] session in
            async let response = session.send(request)
            try await until { deaf.isCalled() }
            session.adapt(to: Self.lost)
            let place = try await response.metrics.connection?.remoteAddress
            #expect(place == "127.0.0.1")
        }
        #expect(peer.requests.count == 1)
    }

    // MARK: Monitors

    @Test func followsChangesUntilTheSessionEnds() async throws {
        let (changes, reports) = AsyncStream.makeStream(of: NetworkChange.self)
        let (ends, ended) = AsyncStream.makeStream(of: Void.self)
        reports.onTermination = { _ in ended.finish() }
        let isClosed = Atomic(false)
        let peer = try ScriptedPeer { connection in
            while try connection.readRequest() != nil { try connection.write(Self.ok) }
            isClosed.store(true, ordering: .relaxed)
        }
        try await CurlSession.withSession(.plain) { session in
            session.follow(changes)
            _ = try await session.send(TransportRequest(url: peer.url()))
            reports.yield(Self.lost)
            try await until { isClosed.load(ordering: .relaxed) }
        }
        for await _ in ends {}
    }

    /// Needs user namespaces, which some containers forbid, and the program `ip`.
    @Test(.enabled(if: OwnNetwork.isAllowed, "no namespaces of users and networks here"))
    func callsSurviveAMoveToAnotherNetwork() throws {
        let lines = try OwnNetwork.run(Self.program.path, "roam").split(separator: "\n")
        let transcript = [
            "idle connection to 10.9.0.1",
            "lost 10.9.0.1",
            "POST: notRepeated",
            "GET: 200 from 10.8.0.1",
            "next call to 10.8.0.1",
            "requests at the servers: 2 GET, 1 POST",
        ]
        #expect(lines.map(String.init) == transcript)
    }

    private static var program: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("wire-check")
    }

    private static func table(_ addresses: [String: Int32]) -> RouteTable {
        var table = RouteTable(links: PathMonitorTests.links)
        table.addresses = addresses
        return table
    }

    @Test func networkTellsLostFromInterruptedAddresses() throws {
        var network = Network()
        network.update(Self.table(["10.0.0.1": 2, "10.0.0.2": 2, "10.1.0.1": 3]), after: [])
        let first = network
        #expect(network.change(since: first) == nil)
        // A link that was down for a moment, and an address that has gone.
        var link: [UInt8] = [32, 0, 0, 0, 16, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
        link += [0, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
        let down = RouteMessage.messages(in: link[...])
        #expect(down.map(\.kind) == [.link])
        network.update(Self.table(["10.0.0.1": 2, "10.1.0.1": 3]), after: down)
        let second = network
        #expect(
            network.change(since: first)
                == NetworkChange(lostAddresses: ["10.0.0.2"], interruptedAddresses: ["10.1.0.1"]))
        // It comes back; to a reader that has missed the loss, it was interrupted.
        network.update(
            Self.table(["10.0.0.1": 2, "10.0.0.2": 2, "10.1.0.1": 3]), after: [])
        #expect(network.change(since: second) == NetworkChange())
        #expect(
            network.change(since: first)
                == NetworkChange(interruptedAddresses: ["10.0.0.2", "10.1.0.1"]))
    }

    // MARK: Lifetime

    /// libcurl counts whole seconds: the calls go on until the connection is too old.
    @Test func connectionIsReplacedAfterItsLifetime() async throws {
        let peer = try ScriptedPeer.responding(with: Self.ok)
        var configuration = SessionConfiguration.plain
        configuration.connection.maximumLifetime = .seconds(1)
        try await CurlSession.withSession(configuration) { session in
            let request = TransportRequest(url: peer.url())
            _ = try await session.send(request)
            let isReused = try await session.send(request).metrics.isConnectionReused
            #expect(isReused)
            while try await session.send(request).metrics.isConnectionReused {}
        }
        #expect(peer.connections == 2)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func configurationErrorNamesInvalidLifetime(_ lifetime: Duration) {
        var configuration = SessionConfiguration()
        configuration.connection.maximumLifetime = lifetime
        let error = #expect(throws: TransportError.self) { try CurlSession(configuration) }
        #expect(error?.message.contains("connection.maximumLifetime is") == true)
    }
}

extension NetworkChangeTests {
    /// Tells a test that a server has its first request, and the server that it may respond.
    private final class Requests: Sendable {
        private let hasFirst = Atomic(false)
        private let mayRespond = DispatchSemaphore(value: 0)

        func note() { hasFirst.store(true, ordering: .releasing) }
        func first() async throws { try await until { hasFirst.load(ordering: .acquiring) } }
        func respond() { mayRespond.signal() }
        func wait() { mayRespond.wait() }
    }

    private static func error(
        of call: Task<TransportResponse, any Error>
    ) async throws -> TransportError {
        let result = await call.result
        return try #require(throws: TransportError.self) { try result.get() }
    }

    /// A server that does not complete the response to its first request, and responds to all later ones.
    ///
    /// - Parameters:
    ///   - beginning: What it sends of the first response.
    ///   - continuing: The rest of the first response, which it sends when it is told to.
    private static func silentFirst(
        after beginning: String = "", continuing: String? = nil
    ) throws -> (ScriptedPeer, Requests) {
        let requests = Requests()
        let peer = try ScriptedPeer { connection in
            while try connection.readRequest() != nil {
                guard connection.number == 1 else {
                    try connection.write(Self.ok)
                    continue
                }
                if !beginning.isEmpty { try connection.write(beginning) }
                requests.note()
                guard let continuing else {
                    _ = connection.readToEnd()
                    return
                }
                requests.wait()
                try connection.write(continuing)
            }
        }
        return (peer, requests)
    }
}
