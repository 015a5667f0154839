import Foundation
import MetricsTestKit
import Posthorn
import PosthornDrift
import PosthornTesting
import Shop
import TestSupport
import Testing

/// An observer in a client of the demo's shop.
@Suite("Drift observer", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct DriftObserverTests {
    private static let specs = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Specs/Shop")

    private static func json(_ text: String) -> StubResponse {
        .bytes(Data(text.utf8), type: "application/json")
    }

    private static func product(_ members: String) -> StubResponse {
        json(#"{"code":0,"data":{\#(members)}}"#)
    }

    private static let tea =
        #""sku":"A1","name":"tea","price":1.5,"stock":3,"attributes":{"x":"y"}"#

    private func shop(
        _ drift: DriftObserver, _ path: String, _ response: StubResponse
    ) -> ShopAPI {
        let stub = StubTransport(.on(.get, path, response: response))
        let configuration = ClientConfiguration(transport: stub, observers: [drift])
        return ShopAPI(
            configuration, common: .init(deviceID: "test", channel: .web),
            ciphers: .init(partner: .plaintext))
    }

    /// Calls `getProduct` once, whatever comes of it.
    private func report(
        _ response: StubResponse, _ change: (inout DriftObserver) -> Void = { _ in }
    ) async throws -> DriftReport {
        var drift: DriftObserver = try .drift(from: Self.specs)
        change(&drift)
        _ = try? await shop(drift, "/v1/products/A1", response).getProduct(sku: "A1")
        return drift.report
    }

    @Test("A response as the spec says has no differences")
    func findsNothing() async throws {
        let report = try await report(Self.product(Self.tea))
        #expect(report.entries.isEmpty)
        #expect(report.responses == ["getProduct": 1])
    }

    @Test("A missing product is documented, and its problem is compared")
    func comparesDocumentedFailures() async throws {
        let fine = StubResponse.json(Problem(code: 7, message: "none"), status: .notFound)
        #expect(try await report(fine).entries.isEmpty)
        var wrong = Self.json(#"{"code":7,"hint":"x"}"#)
        wrong.status = .notFound
        #expect(
            try await report(wrong).entries.map(\.drift.place) == ["body.hint", "body.message"])
    }

    /// A response, and the kind, the place and the harm of its only difference.
    struct Sample: CustomTestStringConvertible {
        var response: StubResponse
        var kind: Drift.Kind
        var place: String
        var isHarmless = false

        var testDescription: String { "\(kind)" }
    }

    private static let samples = [
        Sample(
            response: product(tea + #","color":"red""#), kind: .unknownMember,
            place: "body.data.color", isHarmless: true),
        Sample(
            response: product(tea.replacing(#","stock":3"#, with: "")), kind: .missingMember,
            place: "body.data.stock"),
        Sample(
            response: product(tea.replacing("3", with: #""3""#)), kind: .wrongType,
            place: "body.data.stock"),
        Sample(
            response: product(tea.replacing(#""tea""#, with: "null")), kind: .null,
            place: "body.data.name"),
        Sample(
            response: product(tea.replacing(#""y""#, with: "1")), kind: .wrongType,
            place: "body.data.attributes{}"),
        Sample(
            response: json(#"{"code":9,"message":"no"}"#), kind: .undocumentedCode, place: "code"),
        Sample(response: json("{"), kind: .unreadableBody, place: "body"),
        Sample(response: .status(.init(code: 418)), kind: .undocumentedStatus, place: "status"),
        Sample(
            response: .bytes(Data("<p>".utf8), type: "text/html"), kind: .mediaType,
            place: "media type"),
    ]

    @Test("A difference is counted by endpoint and member", arguments: samples)
    func findsDifference(_ sample: Sample) async throws {
        let entries = try await report(sample.response).entries
        #expect(entries.map(\.drift.kind) == [sample.kind])
        #expect(entries.map(\.drift.place) == [sample.place])
        #expect(entries.map(\.drift.isHarmless) == [sample.isHarmless])
        #expect(entries.map(\.count) == [1])
    }

    @Test("Differences are counted in metrics, and no values are kept")
    func countsInMetrics() async throws {
        let metrics = TestMetrics()
        let drift = try DriftObserver(specs: Self.specs, factory: metrics)
        let response = Self.product(Self.tea.replacing(#""y""#, with: "4711") + #","color":"teal""#)
        let shop = shop(drift, "/v1/products/A1", response)
        for _ in 0..<3 { _ = try? await shop.getProduct(sku: "A1") }
        #expect(drift.report.entries.map(\.count) == [3, 3])
        let counter = try metrics.expectCounter(
            "posthorn.client.drift",
            [
                ("posthorn.endpoint", "getProduct"), ("posthorn.drift.kind", "unknownMember"),
                ("posthorn.drift.place", "body.data.color"),
            ])
        #expect(counter.totalValue == 3)
        let text = "\(drift.report)\(drift)"
        #expect(!text.contains("4711") && !text.contains("teal"))
        drift.reset()
        #expect(drift.report.entries.isEmpty)
    }

    @Test("A member that 20 objects lack is reported as never seen")
    func reportsMembersThatNeverCome() async throws {
        let order =
            #"{"id":"7D444840-9DC0-11D1-B245-5FFDCE74FAD2","status":"paid","placed_at":"2026-11-21T10:23:00Z","total":1,"items":[]}"#
        let orders = Array(repeating: order, count: 20).joined(separator: ",")
        let drift = try DriftObserver(specs: Self.specs)
        let shop = shop(drift, "/v1/orders", Self.product(#""orders":[\#(orders)]"#))
        _ = try await shop.listOrders()
        #expect(drift.report.entries.map(\.drift.kind) == [.neverSeen])
        #expect(drift.report.entries.map(\.drift.place) == ["body.data.orders[].note"])
        #expect(drift.report.entries.map(\.count) == [20])
    }

    @Test("Only sampled responses and short bodies are compared")
    func limitsWork() async throws {
        let wrong = Self.product(Self.tea + #","color":"red""#)
        #expect(try await report(wrong) { $0.bodyLimit = 10 }.entries.isEmpty)
        #expect(try await report(wrong) { $0.sampling = 2 }.responses.isEmpty)
    }

    @Test("A folder without a usable spec is an error that says what to write")
    func explainsInvalidSpecs() throws {
        let folder = try TemporaryFolder(for: "drift")
        let empty = #expect(throws: DriftObserver.InvalidSpec.self) {
            try DriftObserver(specs: folder.url)
        }
        #expect(empty?.description.contains("found none; write its path") == true)
        try Data("service: A\nendpoints: { a: { GET: a } }\n".utf8)
            .write(to: folder.url.appending(path: "A.yaml"))
        let broken = #expect(throws: DriftObserver.InvalidSpec.self) {
            try DriftObserver(specs: folder.url)
        }
        #expect(broken?.diagnostics.first?.contains("A.yaml:2:") == true)
    }
}
