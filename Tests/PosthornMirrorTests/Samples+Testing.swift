import Foundation
import Logging
import Posthorn
import PosthornDrift
import PosthornLogging
import PosthornMetrics
import PosthornResilience
@testable import PosthornTesting
import PosthornXML

/// The types of `PosthornLogging`, `PosthornMetrics`, `PosthornXML` and `PosthornTesting`.
///
/// Those for tests show what they hold: it is a test's own.
enum TestingSamples {
    static func all() async throws -> [Sample] {
        let server = try ScriptedServer.responding(with: "HTTP/1.1 204 No Content\r\n\r\n")
        let connection = try connection(saying: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        let gate = Gate()
        let response = StubResponse.text(Canary.text).held(by: gate)
        let rule = StubRule.on(.get, "/canary", response: response)
        let stub = StubTransport(.on(nil, "/*", response: .text(Canary.text)))
        _ = try await stub.send(
            TransportRequest(
                method: .post, url: "https://store.example/canary", body: MessageSamples.body))
        let failure = ScriptError(Canary.text)
        let breaker = CircuitBreaker(.init(minimumCalls: 1))
        _ = try? await breaker.intercept(TransportRequest(url: "https://canary.example/")) { _ in
            TransportResponse(status: .internalServerError)
        }
        return try [
            .open(breaker), .open(breaker.rule),
            .open(breaker.state(of: "canary")), .open(ConcurrencyLimit(1)),
            .open(WaitForConnectivity()), .open(GuardedTransport(stub, by: breaker)),
            .open(RateLimiter(calls: 1, per: .seconds(1))),
            .open(drift), .open(Drift.Kind.null), .open(try observer()),
            .open(try observer().report),
            .open(DriftReport.Entry(endpoint: "canary", drift: drift, count: 1)),
            .open(DriftObserver.InvalidSpec(diagnostics: [Canary.text])),
            Sample(CallLog(Logger(label: "mirrors"))), Sample(CallMetrics()), Sample(XMLPolicy()),
            Sample(XMLBody(Data("<a>canary</a>".utf8))), .open(XMLEvent.text(Canary.text)),
            .open(server), .open(connection), .open(failure), .open(gate), .open(response),
            .open(rule), .open(stub), .open(stub.requests[0]),
            .open(ScriptedServer.ScriptFailure(connection: 1, error: failure)),
            .open(ManualClock()), .open(FaultInjector(stub, seed: 1)),
            .open(NetworkConditions(latency: .seconds(1))), .open(RecordingTransport(stub)),
            .open(RecordingTransport.Redaction()),
            .open(HTTPRecording([RecordedExchange(.get, Canary.url)])),
            .open(RecordedExchange(.get, Canary.url)), .open(ReplayTransport(HTTPRecording())),
            .open(TransportConformance.behaviours[0]),
            .open(CipherConformance.behaviours[0]),
        ]
    }

    private static let drift = Drift(
        .null, 200, "body.canary", expected: "String", found: "null")

    private static func observer() throws -> DriftObserver {
        let specs = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try DriftObserver(specs: specs.appending(path: "Specs/Shop"))
    }

    /// A connection whose peer has sent a text.
    private static func connection(saying text: String) throws -> ScriptedConnection {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { throw Leak() }
        _ = text.utf8.withContiguousStorageIfAvailable { write(ends[1], $0.baseAddress, $0.count) }
        close(ends[1])
        return ScriptedConnection(
            ends[0], number: 1, record: Locked(ServerRecord(isRecording: false)))
    }
}
