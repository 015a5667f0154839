import FoundationEssentials
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Tasks that are suspended while their connection opens.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct HeldConnectionTests {
    private func configuration() throws -> SessionConfiguration {
        var configuration = SessionConfiguration()
        configuration.trust = TrustPolicy(authorities: .pem(try TrustTests.authority.get().root))
        return configuration
    }

    /// libcurl forgets a pause during the handshake when the handshake ends.
    @Test(arguments: [HTTPRequest.Method.get, .post], [false, true])
    func suspendedTaskSendsNothingAfterHandshake(
        _ method: HTTPRequest.Method, asks: Bool
    ) async throws {
        let server = try TrustTests.Server()
        let other = try ScriptedPeer.responding(
            with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let (hasBegun, mayGoOn, isOver) = (Gate(), Gate(), Locked(false))
        let relay = try ScriptedPeer { connection in
            hasBegun.open()
            mayGoOn.wait()
            try connection.relay(to: server.front.port)
            isOver.withLock { $0 = true }
        }
        try await CurlSession.withSession(configuration()) { session in
            let request = TransportRequest(
                method: method, url: "https://localhost:\(relay.port)/",
                body: method == .post ? Data("once".utf8) : nil)
            let task = session.task(for: request)
            if asks { task.trustHandler = { _ in .performDefault } }
            task.resume()
            await hasBegun.opened()
            task.suspend()
            // After a later call, the loop has handled the suspension.
            _ = try await session.send(TransportRequest(url: other.url()))
            mayGoOn.open()
            try await until { isOver.withLock { $0 } || !server.peer.requests.isEmpty }
            #expect(server.peer.requests.isEmpty)
            #expect(task.state == .suspended)
            #expect(task.attempts == 0)
            task.resume()
            #expect(try await task.value.status == .ok)
            #expect(server.peer.requests.count == 1)
        }
    }

    /// The earlier connection has died, and libcurl opens another one by itself.
    @Test func suspendedTaskIsNotResent() async throws {
        let server = try TrustTests.Server()
        let other = try ScriptedPeer.responding(
            with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let (hasBegun, mayGoOn, isOver) = (Gate(), Gate(), Locked(false))
        // TLS ends here; the server behind it closes the connection at its second request.
        let dying = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            try connection.readRequest()
        }
        let front = try SecureFront(of: dying.port, certificate: server.certificate)
        let relay = try ScriptedPeer { connection in
            if connection.number == 1 { return try connection.relay(to: front.port) }
            hasBegun.open()
            mayGoOn.wait()
            try connection.relay(to: server.front.port)
            isOver.withLock { $0 = true }
        }
        try await CurlSession.withSession(configuration()) { session in
            let request = TransportRequest(url: "https://localhost:\(relay.port)/")
            _ = try await session.send(request)
            let task = session.task(for: request)
            task.resume()
            await hasBegun.opened()
            #expect(task.attempts == 1)
            task.suspend()
            _ = try await session.send(TransportRequest(url: other.url()))
            mayGoOn.open()
            try await until { isOver.withLock { $0 } || !server.peer.requests.isEmpty }
            #expect(server.peer.requests.isEmpty)
            #expect(task.state == .suspended)
            task.resume()
            #expect(try await task.value.status == .ok)
            #expect(server.peer.requests.count == 1)
        }
    }

    /// Timeouts also apply to suspended tasks, with or without a connection.
    @Test func suspendedTaskTimesOut() async throws {
        let silent = try ScriptedPeer { connection in _ = connection.readToEnd() }
        try await CurlSession.withSession { session in
            let task = session.task(
                for: TransportRequest(
                    url: "https://localhost:\(silent.port)/",
                    timeouts: Timeouts(total: .milliseconds(300))))
            // From the loop's thread, so that it sees both at once.
            await Task(executorPreference: session.executor) {
                task.resume()
                task.suspend()
            }.value
            let error = await #expect(throws: TransportError.self) { try await task.value }
            #expect(
                error?.description
                    == "timedOut: the task was suspended without a connection for its 0.3 seconds; "
                    + "resume it earlier, or raise the total timeout")
            #expect(error?.isSafeToRetry == true)
        }
    }

    /// A task that is suspended between its handshake and its trust decision asks later.
    ///
    /// The tasks are suspended on the loop's thread, so that this falls in between.
    @Test func trustHandlerIsAskedAfterSuspension() async throws {
        let server = try TrustTests.Server()
        try await CurlSession.withSession(configuration()) { session in
            for _ in 1...3 {
                let tasks = (1...4).map { _ in
                    let task = session.task(for: TransportRequest(url: server.url))
                    task.trustHandler = { _ in .performDefault }
                    task.resume()
                    return task
                }
                await Task(executorPreference: session.executor) {
                    for _ in 1...100 {
                        for task in tasks { task.suspend() }
                        await Task.yield()
                        for task in tasks { task.resume() }
                        await Task.yield()
                    }
                }.value
                for task in tasks {
                    let status = try await task.value.status
                    #expect(status == .ok)
                }
            }
        }
    }

    /// The connect timeout does not pass while a suspended task waits for its decision.
    @Test func suspendedTaskHasTimeToDecide() async throws {
        let server = try TrustTests.Server()
        try await CurlSession.withSession(configuration()) { session in
            let task = session.task(
                for: TransportRequest(url: server.url, timeouts: Timeouts(connect: .seconds(1))))
            task.trustHandler = { [weak task] _ in
                task?.suspend()
                try? await Task.sleep(for: .milliseconds(1300))
                task?.resume()
                return .performDefault
            }
            task.resume()
            let status = try await task.value.status
            #expect(status == .ok)
        }
    }
}
