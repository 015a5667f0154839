import FoundationEssentials
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// How a session ends, and what is left of it: nothing.
@Suite(.timeLimit(.minutes(1)))
struct ShutdownTests {
    static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    @Test func drainLetsRunningCallsFinish() async throws {
        let (arrived, mayAnswer) = (Gate(), Gate())
        let peer = try waitingPeer(arrived, mayAnswer)
        let session = try CurlSession()
        async let response = session.send(TransportRequest(url: peer.url()))
        await arrived.opened()
        async let end: Void = session.shutdown(.drain)
        // Taken in order: once this one is refused, the session is draining.
        var refusal: TransportError?
        while refusal == nil {
            do throws(TransportError) {
                _ = try await session.send(
                    TransportRequest(url: "http://127.0.0.1:1/", timeouts: Timeouts()))
            } catch {
                refusal = error.code == .sessionClosed ? error : nil
            }
        }
        mayAnswer.open()
        #expect(try await response.status == .ok)
        await end
        #expect(refusal?.nothingSent == true)
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

    @Test func cancelEndsADrainThatWaits() async throws {
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

    @Test func aCallAfterItIsRefused() async throws {
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

    @Test func leavesNoThread() async throws {
        var configuration = SessionConfiguration()
        configuration.name = "ph-shutdown"
        let session = try CurlSession(configuration)
        try await until { ProcessState.threads(named: "ph-shutdown") > 0 }
        #expect(ProcessState.threads(named: "ph-shutdown") == 1)
        await session.shutdown(.drain)
        #expect(ProcessState.threads(named: "ph-shutdown") == 0)
    }

    @Test func aDroppedSessionEndsByItself() async throws {
        var configuration = SessionConfiguration()
        configuration.name = "ph-dropped"
        let peer = try ScriptedPeer.answering(Self.ok)
        do {
            let session = try CurlSession(configuration)
            _ = try await session.send(TransportRequest(url: peer.url()))
        }
        // Nothing tells when; the suite's time limit bounds it.
        try await until { ProcessState.threads(named: "ph-dropped") == 0 }
    }

    @Test func aScopeEndsItsSessionAlsoWhenItThrows() async throws {
        var configuration = SessionConfiguration()
        configuration.name = "ph-scope"
        await #expect(throws: PeerError.self) {
            try await CurlSession.withSession(configuration) { _ in throw PeerError("no") }
        }
        #expect(ProcessState.threads(named: "ph-scope") == 0)
        let answer = try await CurlSession.withSession(configuration) { _ in 42 }
        #expect(answer == 42)
        #expect(ProcessState.threads(named: "ph-scope") == 0)
    }

    private func waitingPeer(_ arrived: Gate, _ mayAnswer: Gate) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            try connection.readRequest()
            arrived.open()
            mayAnswer.wait()
            try connection.write(Self.ok)
        }
    }
}
