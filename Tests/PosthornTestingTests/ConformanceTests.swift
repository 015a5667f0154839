import Posthorn
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// The session does all that a transport must, and the stub all that needs no sockets.
@Suite("Conformance", .timeLimit(.minutes(2 * slowness)))
struct ConformanceTests {
    @Test("A session", arguments: TransportConformance.behaviours)
    func session(_ behaviour: TransportConformance.Behaviour) async throws {
        try await behaviour.check { try CurlSession() }
    }

    @Test("A session behind a cache", arguments: TransportConformance.behaviours)
    func cachedSession(_ behaviour: TransportConformance.Behaviour) async throws {
        try await behaviour.check { CachingTransport(try CurlSession(), cache: HTTPCache()) }
    }

    @Test("A stub", arguments: TransportConformance.behaviours.filter { !$0.needsSockets })
    func stub(_ behaviour: TransportConformance.Behaviour) async throws {
        try await behaviour.checkWithoutSockets { StubTransport($0) }
    }

    @Test("The list is long, and its names are unique")
    func count() {
        let all = TransportConformance.behaviours
        #expect(all.count >= 60)
        #expect(all.count { !$0.needsSockets } >= 50)
        #expect(Set(all.map(\.name)).count == all.count)
    }

    @Test("A transport that falls short is found out", arguments: Broken.allCases)
    func finds(_ broken: Broken) async throws {
        for behaviour in TransportConformance.behaviours where broken.breaks == behaviour.name {
            await #expect(throws: (any Error).self) {
                try await behaviour.check { BrokenTransport(base: try CurlSession(), how: broken) }
            }
            return
        }
        Issue.record("there is no behaviour “\(broken.breaks)”")
    }
}

/// Ways to fall short.
enum Broken: String, CaseIterable, Sendable {
    case losesBytes, hidesFailures, sendsTwice, forgetsFields, readsAhead

    var breaks: String {
        switch self {
        case .losesBytes: "gives every byte unchanged"
        case .hidesFailures: "refuses a body shorter than its length"
        case .sendsTwice: "never sends a POST twice after a reset"
        case .forgetsFields: "keeps repeated header fields apart and in order"
        case .readsAhead: "gives a piece of a stream before the next one is there"
        }
    }
}

/// A session with a fault.
struct BrokenTransport: Transport {
    let base: CurlSession
    let how: Broken

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        do {
            var response = try await base.send(request)
            if how == .losesBytes { response.body.removeLast() }
            if how == .forgetsFields { response.headers = [:] }
            return response
        } catch {
            if how == .hidesFailures { return TransportResponse(status: .ok) }
            if how == .sendsTwice { return try await base.send(request) }
            throw error
        }
    }

    func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
        var request = request
        if how == .readsAhead { request.timeouts.total = .seconds(1) }
        let response = try await send(request)
        return TransportStream(
            status: response.status, headers: response.headers, body: ByteStream(response.body))
    }
}
