import InMemoryTracing
import MetricsTestKit
import Posthorn
import PosthornCurl
import PosthornMetrics
import PosthornTracing
import TestSupport
import Testing

/// `Documentation/Observability.md`: the trace and the metrics of one call over loopback, which is retried.
@Suite("Observability page", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ObservabilityPageTests {
    @Test func retriedCallMatchesTheDocumentation() async throws {
        let server = try OrderServer(OrderServer.busy, OrderServer.response())
        let tracer = RecordingTracer()
        let metrics = TestMetrics()
        try await CurlSession.withSession { session in
            var orders = Orders(session, at: server.origin)
            orders.configuration.observers = [.metrics(factory: metrics)]
            orders.configuration.trace(with: tracer)
            _ = try await orders.send(GetOrder())
        }
        #expect(tracer.memory.activeSpans.isEmpty)
        try hold(tracer.transcript(port: server.port), as: "trace")
        try hold(metrics.transcript(port: server.port), as: "metrics")
    }

    private func hold(_ text: String, as name: String) throws {
        #expect(!text.contains(Canary.word))
        let block = "```\n\(text)\n```"
        let documented = try DocumentedText.text(
            named: name, in: "Observability", recording: block)
        #expect(documented == block)
    }
}
