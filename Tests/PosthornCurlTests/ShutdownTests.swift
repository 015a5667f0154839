import FoundationEssentials
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// How a session ends, without leaving anything behind.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ShutdownTests {
    static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    enum Form: CaseIterable { case whole, stream, redirected, redirectedStream }

    @Test(arguments: Form.allCases)
    func drainLetsRunningCallsFinish(_ form: Form) async throws {
        let (arrived, mayRespond) = (Gate(), Gate())
        let isRedirected = form == .redirected || form == .redirectedStream
        let peer = try waitingPeer(
            arrived, mayRespond,
            first: isRedirected
                ? "HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n" : Self.ok)
        let session = try CurlSession()
        let request = TransportRequest(url: peer.url())
        let call = Task {
            guard form == .stream || form == .redirectedStream else {
                return try await session.send(request).status
            }
            let stream = try await session.stream(request)
            try await stream.body.discard()
            return stream.status
        }
        await arrived.opened()
        async let end: Void = session.shutdown(.drain)
        // Calls are accepted in order: once one is refused, the session is draining.
        var refusal: TransportError?
        while refusal == nil {
            do throws(TransportError) {
                _ = try await session.send(
                    TransportRequest(url: "http://127.0.0.1:1/", timeouts: Timeouts()))
            } catch {
                if error.code == .sessionClosed { refusal = error }
                try #require([.sessionClosed, .cannotConnect].contains(error.code), "\(error)")
            }
            // The calls of parallel cases could keep all threads from the shutdown.
            await Task.yield()
        }
        mayRespond.open()
        #expect(try await call.value == .ok)
        await end
        #expect(refusal?.isSafeToRetry == true)
    }

    @Test func cancelEndsRunningCalls() async throws {
        let arrived = Gate()
        let peer = try waitingPeer(arrived, Gate())
        let session = try CurlSession()
        let call = Task { try await session.send(TransportRequest(url: peer.url())) }
        await arrived.opened()
        await session.shutdown(.cancel)
        let error = await #expect(throws: TransportError.self) { try await call.value }
        #expect(error?.code == .cancelled)
    }

    @Test func cancelEndsAWaitingDrain() async throws {
        let arrived = Gate()
        let peer = try waitingPeer(arrived, Gate())
        let session = try CurlSession()
        let call = Task { try await session.send(TransportRequest(url: peer.url())) }
        await arrived.opened()
        async let drain: Void = session.shutdown(.drain)
        await session.shutdown(.cancel)
        await drain
        _ = await #expect(throws: TransportError.self) { try await call.value }
    }

    /// Cancelling does not wait for a redirected request.
    @Test func cancelEndsADrainWaitingForARedirect() async throws {
        let (asked, mayGoOn) = (Gate(), Gate())
        let peer = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n")
        let session = try CurlSession()
        var request = TransportRequest(url: peer.url())
        request.redirects = RedirectPolicy.sameOrigin.asking { redirect in
            asked.open()
            await mayGoOn.opened()
            return redirect.next
        }
        let call = Task { [request] in try await session.send(request) }
        await asked.opened()
        async let drain: Void = session.shutdown(.drain)
        await session.shutdown(.cancel)
        await drain
        mayGoOn.open()
        let error = await #expect(throws: TransportError.self) { try await call.value }
        #expect(error?.code == .sessionClosed)
    }

    /// Including a task that never ran.
    @Test func tasksCompleteBeforeSessionInvalidatedEvent() async throws {
        let session = try CurlSession()
        let events = session.events
        let task = session.task(for: TransportRequest(url: "http://127.0.0.1:1/"))
        await session.shutdown(.cancel)
        #expect(task.state == .cancelled)
        var last: [String] = []
        for await event in events {
            if case .taskCompleted = event { last.append("completed") }
            if case .sessionInvalidated = event { last.append("invalidated") }
        }
        #expect(last == ["completed", "invalidated"])
    }

    @Test func callAfterShutdownThrowsSessionClosed() async throws {
        let session = try CurlSession()
        await session.shutdown(.drain)
        await session.shutdown(.cancel)
        let error = await #expect(throws: TransportError.self) {
            try await session.send(TransportRequest(url: "http://127.0.0.1:1/"))
        }
        #expect(
            error?.description == "sessionClosed: the session has been shut down; "
                + "make a new session, or end this one later")
    }

    @Test func shutdownLeavesNoThread() async throws {
        var configuration = SessionConfiguration()
        configuration.name = "ph-shutdown"
        let session = try CurlSession(configuration)
        try await until { ProcessState.threads(named: "ph-shutdown") > 0 }
        #expect(ProcessState.threads(named: "ph-shutdown") == 1)
        await session.shutdown(.drain)
        #expect(ProcessState.threads(named: "ph-shutdown") == 0)
    }

    @Test func releasedSessionEndsItself() async throws {
        var configuration = SessionConfiguration()
        configuration.name = "ph-dropped"
        let peer = try ScriptedPeer.responding(with: Self.ok)
        do {
            let session = try CurlSession(configuration)
            _ = try await session.send(TransportRequest(url: peer.url()))
        }
        // There is no signal for it; the suite's time limit applies.
        try await until { ProcessState.threads(named: "ph-dropped") == 0 }
    }

    @Test func withSessionEndsSessionWhenBodyThrows() async throws {
        var configuration = SessionConfiguration()
        configuration.name = "ph-scope"
        await #expect(throws: PeerError.self) {
            try await CurlSession.withSession(configuration) { _ in throw PeerError("no") }
        }
        #expect(ProcessState.threads(named: "ph-scope") == 0)
        let response = try await CurlSession.withSession(configuration) { _ in 42 }
        #expect(response == 42)
        #expect(ProcessState.threads(named: "ph-scope") == 0)
    }

    /// Signals a request, responds to it when it may, and to later ones at once.
    private func waitingPeer(
        _ arrived: Gate, _ mayRespond: Gate, first: String = Self.ok
    ) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            try connection.readRequest()
            arrived.open()
            mayRespond.wait()
            try connection.write(first)
            while try connection.readRequest() != nil { try connection.write(Self.ok) }
        }
    }
}
