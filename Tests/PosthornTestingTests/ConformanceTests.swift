import Posthorn
import PosthornCache
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// The session passes all conformance checks, and the stub those without sockets.
@Suite("Conformance", .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct ConformanceTests {
    @Test("Session conforms", arguments: TransportConformance.behaviours)
    func sessionConforms(_ behaviour: TransportConformance.Behaviour) async throws {
        try await behaviour.check { try CurlSession() }
    }

    @Test("Session behind a cache conforms", arguments: TransportConformance.behaviours)
    func cachedSessionConforms(_ behaviour: TransportConformance.Behaviour) async throws {
        try await behaviour.check { CachingTransport(try CurlSession(), cache: HTTPCache()) }
    }

    @Test("Recorded session with faults conforms", arguments: TransportConformance.behaviours)
    func wrappedSessionConforms(_ behaviour: TransportConformance.Behaviour) async throws {
        try await behaviour.check {
            var faults = FaultInjector(try CurlSession(), seed: 1)
            faults.conditions.uploadBytesPerSecond = 1 << 40
            faults.conditions.downloadBytesPerSecond = 1 << 40
            return RecordingTransport(faults)
        }
    }

    @Test("Stub conforms", arguments: TransportConformance.behaviours.filter { !$0.needsSockets })
    func stubConforms(_ behaviour: TransportConformance.Behaviour) async throws {
        try await behaviour.checkWithoutSockets { StubTransport($0) }
    }

    @Test("Checks end when the transport fails at once", arguments: failing)
    func failingTransportEndsEveryCheck(_ behaviour: TransportConformance.Behaviour) async throws {
        await #expect(throws: (any Error).self) {
            try await behaviour.check(limit: .seconds(30)) { FailingTransport() }
        }
    }

    /// Behaviours whose checks wait for the server.
    private static let failing = TransportConformance.behaviours.filter { behaviour in
        [
            "ends a call", "ends a stream", "ends the reading", "closes the connection",
            "stops uploading",
        ].contains { behaviour.name.hasPrefix($0) }
    }

    @Test("Check abandons a transport that never returns")
    func abandonsTransportThatNeverReturns() async throws {
        let behaviour = try #require(TransportConformance.behaviours.first)
        let error = await #expect(throws: ConformanceFailure.self) {
            try await behaviour.check(limit: .milliseconds(50)) { HangingTransport() }
        }
        #expect(error?.description == "it did not end in 0.05 seconds")
        let check = Task { try await behaviour.check { HangingTransport() } }
        check.cancel()
        await #expect(throws: CancellationError.self) { try await check.value }
    }

    @Test("Check detects a connection that stays open")
    func detectsLeakedConnections() async throws {
        let behaviour = try #require(
            TransportConformance.behaviours.first {
                $0.name == "closes the connection of a cancelled call"
            })
        let session = try CurlSession()
        let error = await #expect(throws: ConformanceFailure.self) {
            try await behaviour.check { KeepingTransport(base: session) }
        }
        #expect(error?.description == "the connection is still open after 20 seconds")
    }

    @Test("Behaviour list has at least 60 unique names")
    func behaviourListIsLongAndUnique() {
        let all = TransportConformance.behaviours
        #expect(all.count >= 60)
        #expect(all.count { !$0.needsSockets } >= 50)
        #expect(Set(all.map(\.name)).count == all.count)
    }

    @Test("Checks detect broken transports", arguments: Broken.allCases)
    func detectsBrokenTransports(_ broken: Broken) async throws {
        for behaviour in TransportConformance.behaviours where broken.breaks == behaviour.name {
            await #expect(throws: (any Error).self) {
                try await behaviour.check { BrokenTransport(base: try CurlSession(), how: broken) }
            }
            return
        }
        Issue.record("there is no behaviour “\(broken.breaks)”")
    }
}

/// Fails each call at once.
private struct FailingTransport: Transport {
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        throw TransportError(.library, "not written yet")
    }
}

/// Never returns, and can't be cancelled.
private struct HangingTransport: Transport {
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        await Gate().opened()
        return TransportResponse(status: .ok)
    }
}

/// Reports a call as cancelled, and lets it continue.
private struct KeepingTransport: Transport {
    let base: CurlSession

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let ended = Gate()
        let base = base
        Task {
            _ = try? await base.send(request)
            ended.open()
        }
        try await ended.passed()
        throw TransportError(.library, "not written yet")
    }
}

/// Faults of a transport.
enum Broken: String, CaseIterable, Sendable {
    case losesBytes, hidesFailures, sendsTwice, forgetsFields, readsAhead
    case losesTrailers, sentNothing, losesCause, streamsBare

    var breaks: String {
        switch self {
        case .losesBytes: "gives every byte unchanged"
        case .hidesFailures: "refuses a body shorter than its length"
        case .sendsTwice: "never sends a POST twice after a reset"
        case .forgetsFields: "keeps repeated header fields apart and in order"
        case .readsAhead: "gives a piece of a stream before the next one is there"
        case .losesTrailers: "gives the trailers of a chunked body"
        case .sentNothing: "does not report an unsent request after sending it"
        case .losesCause: "reports the error of a body's source, but not in the description"
        case .streamsBare: "sends method, header fields and body also for a stream"
        }
    }
}

/// A session with one of the faults.
struct BrokenTransport: Transport {
    let base: CurlSession
    let how: Broken

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        do {
            var response = try await base.send(request)
            if how == .losesBytes { response.body.removeLast() }
            if how == .forgetsFields { response.headers = [:] }
            if how == .losesTrailers { response.trailers = [:] }
            return response
        } catch {
            if how == .hidesFailures { return TransportResponse(status: .ok) }
            if how == .sendsTwice { return try await base.send(request) }
            var error = error
            if how == .sentNothing { error.isSafeToRetry = true }
            if how == .losesCause { error = TransportError(error.code, error.message) }
            throw error
        }
    }

    func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
        var request = request
        if how == .streamsBare { request = TransportRequest(url: request.url) }
        if how == .readsAhead { request.timeouts.total = .seconds(1) }
        let response = try await send(request)
        return TransportStream(
            status: response.status, headers: response.headers, body: ByteStream(response.body))
    }
}
