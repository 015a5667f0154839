import FoundationEssentials
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// The handle of a transfer: its states and operations.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct TaskTests {
    static let hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A: b\r\n\r\nhello"

    @Test func stateTransitionsMatchTheTable() {
        let legal: [SessionTask.State: Set<SessionTask.State>] = [
            .created: [.queued, .suspended, .cancelled],
            .queued: [.running, .suspended, .finishing, .cancelled],
            .running: [.suspended, .finishing, .cancelled],
            .suspended: [.queued, .running, .finishing, .cancelled],
            .finishing: [.finished, .cancelled], .finished: [], .cancelled: [],
        ]
        for state in SessionTask.State.allCases {
            for next in SessionTask.State.allCases {
                #expect(state.canBecome(next) == legal[state]?.contains(next), "\(state) \(next)")
            }
        }
    }

    @Test func idsAreUniqueAcrossThreads() async throws {
        try await CurlSession.withSession { session in
            let request = TransportRequest(url: "http://127.0.0.1:1/")
            let ids = await withTaskGroup(of: [SessionTask.ID].self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        (0..<5000).map { _ in session.task(for: request).id }
                    }
                }
                return await group.reduce(into: Set<SessionTask.ID>()) { $0.formUnion($1) }
            }
            #expect(ids.count == 100_000)
            #expect(session.tasks.isEmpty)
        }
    }

    @Test func taskStartsOnlyWhenAwaited() async throws {
        let peer = try ScriptedPeer.responding(with: Self.hello)
        try await CurlSession.withSession { session in
            let task = session.task(for: TransportRequest(url: peer.url("/a")))
            task.label = "first"
            #expect(task.state == .created)
            #expect(session.tasks.map(\.id) == [task.id])
            #expect(session.tasks(.data).count == 1)
            #expect(session.tasks(.download).isEmpty)
            #expect(session.task(task.id)?.label == "first")
            #expect(peer.connections == 0)
            let response = try await task.value
            #expect(String(decoding: response.body, as: UTF8.self) == "hello")
            #expect(task.state == .finished)
            #expect(task.attempts == 1)
            #expect(task.response?.status == .ok)
            #expect(task.response?.contentLength == 5)
            #expect(task.originalRequest.url == task.currentRequest.url)
            #expect(session.tasks.isEmpty)
            #expect(session.task(task.id) == nil)
            // The value remains available.
            #expect(try await task.value.status == .ok)
            #expect(peer.requests.count == 1)
        }
    }

    @Test func unawaitedTaskCompletesWithEvents() async throws {
        let peer = try ScriptedPeer.responding(with: Self.hello)
        try await CurlSession.withSession { session in
            let events = session.events
            let id = {
                let task = session.task(for: TransportRequest(url: peer.url()))
                task.resume()
                return task.id
            }()
            for await event in events {
                guard case .taskCompleted(let completion) = event else { continue }
                #expect(completion.task == id && completion.error == nil)
                break
            }
            #expect(session.tasks.isEmpty)
        }
        #expect(peer.requests.count == 1)
    }

    @Test func metricsDescribeTheConnection() async throws {
        let peer = try ScriptedPeer.responding(with: Self.hello)
        try await CurlSession.withSession { session in
            let task = session.task(for: TransportRequest(url: peer.url("/a")))
            _ = try await task.value
            let metrics = try #require(task.metrics)
            #expect(metrics.httpVersion == .http11)
            #expect(metrics.connection?.remoteAddress == "127.0.0.1")
            #expect(metrics.connection?.remotePort == Int(peer.port))
            #expect(metrics.connection?.localAddress == "127.0.0.1")
            #expect((metrics.connection?.localPort ?? 0) > 0)
            #expect(metrics.connection?.tlsVersion == nil)
            #expect(metrics.firstByte != nil && metrics.total > .zero)
            let second = try await session.send(TransportRequest(url: peer.url("/b")))
            #expect(second.metrics.isConnectionReused)
            #expect(second.metrics.connection == metrics.connection)
        }
    }

    @Test func metricsDescribeTLS() async throws {
        let server = try Nginx()
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .file(URL(filePath: server.authority))
        try await CurlSession.withSession(configuration) { session in
            let url = server.secureURL("/hello.txt")
            let first = try await session.send(TransportRequest(url: url))
            #expect(first.metrics.connection?.tlsVersion == "TLSv1.2")
            #expect(first.metrics.connection?.cipherSuite?.hasPrefix("ECDHE-") == true)
            #expect(first.metrics.secured != nil)
            let second = try await session.send(TransportRequest(url: url))
            #expect(second.metrics.isConnectionReused)
            #expect(second.metrics.connection == first.metrics.connection)
        }
    }

    @Test(arguments: [false, true])
    func metricsContainServerCertificates(isOld: Bool) async throws {
        let authority = try TrustTests.authority.get()
        let own = try authority.certificate("DNS:localhost", commonName: "München, süd")
        let peer = try ScriptedPeer { connection in
            while try connection.readRequest() != nil {
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
        let front = try SecureFront(of: peer.port, certificate: own, isOld: isOld)
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .pem(authority.root)
        // The second time the TLS session is resumed.
        configuration.idleConnections = 0
        try await CurlSession.withSession(configuration) { session in
            for number in 1...2 {
                let task = session.task(
                    for: TransportRequest(url: "https://localhost:\(front.port)/"))
                _ = try await task.value
                let chain = try #require(task.metrics?.connection?.certificates)
                let subjects = ["CN=München\\, süd", "CN=intermediate", "CN=root"]
                #expect(chain.map(\.subject) == Array(subjects.prefix(chain.count)))
                #expect(
                    chain.map(\.issuer)
                        == Array(["CN=intermediate", "CN=root", "CN=root"].prefix(chain.count)))
                #expect(chain.count == 3 || (number == 2 && chain.count == 2))
                let pems = [own.chain, authority.intermediate, authority.root]
                #expect(
                    try chain.map(\.publicKeyPin)
                        == pems.prefix(chain.count).map { try TestAuthority.pin(of: $0) })
                for certificate in chain {
                    #expect(certificate.validFrom < Date() && Date() < certificate.validUntil)
                    let days =
                        certificate.validUntil.timeIntervalSince(certificate.validFrom) / 86400
                    #expect(days == 2)
                }
            }
        }
        let plain = try await CurlSession.withSession { session in
            try await session.send(TransportRequest(url: peer.url()))
        }
        #expect(plain.metrics.connection?.certificates == [])
    }

    @Test func suspendPausesRunningTransfer() async throws {
        let (isSuspended, hasWritten) = (Gate(), Gate())
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            isSuspended.wait()
            try connection.write("world")
            hasWritten.open()
            _ = connection.readToEnd()
        }
        try await CurlSession.withSession { session in
            let stream = session.events
            let task = session.task(for: TransportRequest(url: peer.url()))
            task.resume()
            var events = stream.makeAsyncIterator()
            while let event = await events.next() {
                if case .responseReceived = event { break }
            }
            #expect(task.state == .running)
            task.suspend()
            task.suspend()
            #expect(task.state == .suspended)
            // After a later call, the loop has handled the suspension.
            let other = try ScriptedPeer.responding(with: Self.hello)
            _ = try await session.send(TransportRequest(url: other.url()))
            isSuspended.open()
            await hasWritten.opened()
            for _ in 0..<20 { _ = try await session.send(TransportRequest(url: other.url())) }
            #expect(task.state == .suspended)
            task.resume()
            task.resume()
            #expect(String(decoding: try await task.value.body, as: UTF8.self) == "helloworld")
            var names: [String] = []
            while let event = await events.next() {
                switch event {
                case .taskSuspended(let id) where id == task.id: names.append("suspended")
                case .taskResumed(let id) where id == task.id: names.append("resumed")
                case .taskCompleted(let completion) where completion.task == task.id:
                    names.append("completed")
                default: break
                }
                if names.last == "completed" { break }
            }
            #expect(names == ["suspended", "resumed", "completed"])
        }
    }

    @Test func suspendPausesOnlyItsHTTP2Stream() async throws {
        let server = try Nginx()
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .file(URL(filePath: server.authority))
        try await CurlSession.withSession(configuration) { session in
            let url = server.secureURL("/mebibyte.txt")
            _ = try await session.send(TransportRequest(url: url))
            let events = session.events
            let task = session.task(for: TransportRequest(url: url))
            task.priority = .high
            task.resume()
            for await event in events {
                if case .responseReceived = event { break }
            }
            task.suspend()
            for _ in 0..<20 {
                let other = try await session.send(TransportRequest(url: url))
                #expect(other.body.count == 1 << 20)
                #expect(other.metrics.isConnectionReused)
            }
            // It may have received its last byte before it was suspended.
            if task.state == .suspended { task.resume() }
            let response = try await task.value
            #expect(response.body.count == 1 << 20)
        }
    }

    @Test func taskSuspendedBeforeStartSendsNothing() async throws {
        let peer = try ScriptedPeer.responding(with: Self.hello)
        try await CurlSession.withSession { session in
            let task = session.task(for: TransportRequest(url: peer.url("/held")))
            task.suspend()
            #expect(task.state == .suspended)
            async let value = task.value
            _ = try await session.send(TransportRequest(url: peer.url("/other")))
            #expect(peer.requests.count == 1)
            task.resume()
            #expect(try await value.status == .ok)
            #expect(peer.requests.count == 2)
        }
    }

    /// A task that waits to share a connection has none that libcurl could pause.
    @Test func taskSuspendedBeforeConnectingSendsNothing() async throws {
        let mayEnd = Gate()
        let silent = try ScriptedPeer { connection in
            if connection.number == 1 { mayEnd.wait() }
        }
        let other = try ScriptedPeer.responding(with: Self.hello)
        let url = "https://127.0.0.1:\(silent.port)/"
        try await CurlSession.withSession { session in
            let events = session.events
            let (first, second) = (
                session.task(for: TransportRequest(url: url)),
                session.task(for: TransportRequest(url: url))
            )
            for task in [first, second] {
                task.resume()
                for await event in events { if case .taskStarted(task.id) = event { break } }
            }
            second.suspend()
            try await until { silent.connections == 1 }
            mayEnd.open()
            await #expect(throws: TransportError.self) { try await first.value }
            _ = try await session.send(TransportRequest(url: other.url()))
            #expect(silent.connections == 1)
            second.resume()
            await #expect(throws: TransportError.self) { try await second.value }
            #expect(silent.connections == 2)
        }
    }

    @Test func cancellationErrorContainsTheReason() async throws {
        let (arrived, closed) = (Gate(), Gate())
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            arrived.open()
            if connection.readToEnd() { closed.open() }
        }
        try await CurlSession.withSession { session in
            let task = session.task(for: TransportRequest(url: peer.url()))
            task.resume()
            await arrived.opened()
            task.cancel(reason: "the user left")
            task.cancel(reason: "again")
            let error = await #expect(throws: TransportError.self) { try await task.value }
            #expect(error?.description == "cancelled: the call was cancelled: the user left")
            #expect(task.state == .cancelled)
            await closed.opened()
            task.resume()
            task.suspend()
            #expect(task.state == .cancelled)
        }
    }

    @Test func cancelEndsTasksThatHaveNotStarted() async throws {
        let peer = try ScriptedPeer.responding(with: Self.hello)
        try await CurlSession.withSession { session in
            let created = session.task(for: TransportRequest(url: peer.url()))
            created.cancel()
            let suspended = session.task(for: TransportRequest(url: peer.url()))
            suspended.suspend()
            suspended.cancel(reason: "no")
            let held = session.task(for: TransportRequest(url: peer.url()))
            held.resume()
            held.suspend()
            held.cancel()
            for task in [created, suspended, held] {
                let error = await #expect(throws: TransportError.self) { try await task.value }
                #expect(error?.code == .cancelled)
                #expect(task.state == .cancelled)
            }
            #expect(session.tasks.isEmpty)
        }
    }

    @Test func cancellingCallerCancelsTransfer() async throws {
        let (arrived, closed) = (Gate(), Gate())
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            arrived.open()
            if connection.readToEnd() { closed.open() }
        }
        try await CurlSession.withSession { session in
            let call = Task { try await session.send(TransportRequest(url: peer.url())) }
            await arrived.opened()
            call.cancel()
            let error = await #expect(throws: TransportError.self) { try await call.value }
            #expect(error?.code == .cancelled)
            await closed.opened()
        }
    }

    @Test func readStreamFinishesItsTask() async throws {
        let peer = try ScriptedPeer.responding(with: Self.hello)
        try await CurlSession.withSession { session in
            let task = session.task(streaming: TransportRequest(url: peer.url()))
            var body = Data()
            for try await piece in try await task.value.body { body.append(piece) }
            #expect(body == Data("hello".utf8))
            try await until { session.tasks.isEmpty }
            #expect(task.state == .finished)
        }
    }

    @Test func droppedStreamEndsItsTask() async throws {
        let closed = Gate()
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            if connection.readToEnd() { closed.open() }
        }
        try await CurlSession.withSession { session in
            let task = session.task(streaming: TransportRequest(url: peer.url()))
            do {
                let stream = try await task.value
                #expect(stream.status == .ok)
            }
            await closed.opened()
            let error = await #expect(throws: TransportError.self) { try await task.value }
            #expect(error?.message == "the stream of the task was taken before")
        }
    }

    /// The reader of the stream may be another task than the cancelled one.
    @Test(arguments: [true, false])
    func cancellingTaskEndsItsStream(isPacked: Bool) async throws {
        let closed = Gate()
        let coding = isPacked ? "Content-Encoding: gzip\r\n" : ""
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\(coding)\r\n")
            if connection.readToEnd() { closed.open() }
        }
        try await CurlSession.withSession { session in
            let task = session.task(streaming: TransportRequest(url: peer.url()))
            let stream = try await task.value
            let reader = Task { try await stream.body.discard() }
            task.cancel()
            let error = await #expect(throws: TransportError.self) { try await reader.value }
            #expect(error?.code == .cancelled)
            await closed.opened()
            try await until { task.state == .cancelled }
        }
    }

    @Test func cancellingTaskDropsUnclaimedStream() async throws {
        let closed = Gate()
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")
            if connection.readToEnd() { closed.open() }
        }
        let session = try CurlSession()
        let events = session.events
        let task = session.task(streaming: TransportRequest(url: peer.url()))
        task.resume()
        for await event in events {
            if case .responseReceived = event { break }
        }
        task.cancel(reason: "no use")
        await closed.opened()
        let error = await #expect(throws: TransportError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        await session.shutdown(.drain)
    }

    @Test func taskRetainsItsSessionUntilItEnds() async throws {
        var configuration = SessionConfiguration()
        configuration.name = "ph-kept"
        let (arrived, mayRespond) = (Gate(), Gate())
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            arrived.open()
            mayRespond.wait()
            try connection.write(Self.hello)
        }
        let task = try CurlSession(configuration).task(
            for: TransportRequest(url: peer.url()))
        task.resume()
        await arrived.opened()
        mayRespond.open()
        let response = try await task.value
        #expect(response.status == .ok)
    }

    @Test func exposesInterimResponsesAndTrailers() async throws {
        let peer = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n"
                + "5\r\nhello\r\n0\r\nX-Sum: abc\r\n\r\n")
        try await CurlSession.withSession { session in
            let task = session.task(for: TransportRequest(url: peer.url()))
            let response = try await task.value
            let name = try #require(HTTPField.Name("X-Sum"))
            #expect(response.trailers[name] == "abc")
            #expect(task.trailers[name] == "abc")
            #expect(task.interimResponses.map(\.status.code) == [103])
            let link = try #require(HTTPField.Name("Link"))
            #expect(task.interimResponses.first?.headers[link] == "</a.css>; rel=preload")
            #expect(task.response?.status == .ok)
        }
    }

    @Test func registryIsEmptyAfterManyTasks() async throws {
        let peer = try ScriptedPeer.responding(with: Self.hello)
        try await CurlSession.withSession { session in
            await withTaskGroup { group in
                for number in 0..<500 {
                    group.addTask {
                        let task = session.task(for: TransportRequest(url: peer.url()))
                        task.resume()
                        if number % 5 == 0 { task.cancel() }
                        _ = try? await task.value
                        #expect(task.state.isFinal)
                    }
                }
            }
            #expect(session.tasks.isEmpty)
        }
    }

    @Test func finishedTaskIsReleased() async throws {
        let peer = try ScriptedPeer.responding(with: Self.hello)
        let session = try CurlSession()
        weak var freed: SessionTask?
        do {
            let task = session.task(for: TransportRequest(url: peer.url()))
            freed = task.own
            _ = task.progressUpdates
            _ = try await task.value
        }
        await session.shutdown(.drain)
        try await until { freed == nil }
    }

    /// An endless redirect body is dropped, and ends after the next request has started.
    @Test func droppedRedirectBodyDoesNotEndNextRequest() async throws {
        let (isLookedAt, mayEnd) = (Gate(), Gate())
        let half = [UInt8](repeating: 0x61, count: 128 << 10)
        let peer = try ScriptedPeer { connection in
            guard try connection.readRequest()?.hasPrefix("GET /new") == true else {
                try connection.write(
                    "HTTP/1.1 302 Found\r\nLocation: /new\r\nTransfer-Encoding: chunked\r\n\r\n")
                _ = connection.readToEnd()
                return
            }
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(2 * half.count)\r\n\r\n")
            isLookedAt.wait()
            try connection.write(half)
            mayEnd.wait()
            try connection.write(half)
        }
        try await CurlSession.withSession { session in
            let task = session.task(streaming: TransportRequest(url: peer.url("/old")))
            let stream = try await task.value
            #expect(task.progress.received == 0)
            isLookedAt.open()
            try await until { task.progress.received > 0 }
            mayEnd.open()
            var count = 0
            for try await piece in stream.body { count += piece.count }
            #expect(count == 2 * half.count)
        }
    }
}
