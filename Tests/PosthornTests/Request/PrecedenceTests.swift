import Foundation
import Posthorn
import Testing

/// The layers: client defaults < service spec < endpoint spec < call site.
@Suite("Precedence of configuration layers")
struct PrecedenceTests {
    /// The layers that say something, and the one that wins.
    struct Step: Sendable, CustomTestStringConvertible {
        var layers: [String]
        var winner: String
        var testDescription: String { layers.joined(separator: " < ") }

        static let all = [
            Step(layers: ["client"], winner: "client"),
            Step(layers: ["client", "service"], winner: "service"),
            Step(layers: ["client", "service", "endpoint"], winner: "endpoint"),
            Step(layers: ["client", "service", "endpoint", "call"], winner: "call"),
            Step(layers: ["client", "call"], winner: "call"),
            Step(layers: ["service", "call"], winner: "call"),
            Step(layers: ["client", "endpoint"], winner: "endpoint"),
            Step(layers: ["service", "endpoint"], winner: "endpoint"),
        ]
    }

    private func store(
        _ step: Step, _ transport: StubTransport = StubTransport(),
        options: (inout CallOptions, String) -> Void,
        layer: @escaping @Sendable (inout RequestBuilder, String) throws -> Void
    ) -> (store: Store, endpoint: Probe<[String: Int]>) {
        var defaults = CallOptions()
        if step.layers.contains("client") { options(&defaults, "client") }
        var store = Store(transport, defaults: defaults) { request in
            if step.layers.contains("service") { try layer(&request, "service") }
        }
        if step.layers.contains("call") { store = store.with { options(&$0, "call") } }
        let endpoint = Probe([String: Int].self) { request in
            if step.layers.contains("endpoint") { try layer(&request, "endpoint") }
        }
        return (store, endpoint)
    }

    @Test(arguments: Step.all)
    func headerFieldPrecedence(_ step: Step) throws {
        let (store, endpoint) = store(step) {
            $0.header("X-Layer", $1)
        } layer: {
            // Another case: it is the same field.
            $0.header("x-layer", $1)
        }
        #expect(try store.request(for: endpoint).header("X-Layer") == [step.winner])
    }

    @Test(arguments: Step.all)
    func queryParameterPrecedence(_ step: Step) throws {
        let (store, endpoint) = store(step) {
            $0.query("layer", $1)
        } layer: {
            $0.query("layer", $1)
        }
        #expect(try store.request(for: endpoint).query == "layer=\(step.winner)")
    }

    @Test(arguments: Step.all)
    func responsePolicyPrecedence(_ step: Step) throws {
        let (store, endpoint) = store(step) {
            $0.responsePolicy = Accepting($1)
        } layer: {
            $0.responsePolicy = Accepting($1)
        }
        let request = try store.request(for: endpoint)
        #expect(request.headers[.accept] == "application/\(step.winner)")
    }

    @Test(arguments: Step.all)
    func serializerPrecedence(_ step: Step) throws {
        let (store, endpoint) = store(step) {
            $0.serializer = Self.named($1)
        } layer: {
            $0.serializer = Self.named($1)
        }
        let posting = Probe([String: Int].self) { request in
            try endpoint.spec(&request)
            request.method(.post, "/things")
            request.body("a", 1)
        }
        let request = try store.request(for: posting)
        #expect(request.headers[.contentType] == "application/\(step.winner)")
        #expect(request.bodyText == step.winner)
    }

    /// A serializer that shows by what it writes.
    private static func named(_ name: String) -> BodySerializer {
        BodySerializer(mediaType: "application/\(name)") { _ in Data(name.utf8) }
    }

    @Test(arguments: Step.all)
    func cipherPrecedence(_ step: Step) async throws {
        let transport = StubTransport()
        let (store, endpoint) = store(step, transport) {
            $0.cipher = Marker($1)
        } layer: {
            $0.cipher = .using(Marker($1))
        }
        _ = try await store.send(endpoint)
        let sent = try #require(transport.requests.first).headers
        #expect(sent.filter { $0.name.canonicalName == "x-sealed" }.map(\.value) == [step.winner])
    }

    @Test(arguments: Step.all)
    func timeoutPrecedence(_ step: Step) throws {
        let seconds = ["client": 1, "service": 2, "endpoint": 3, "call": 4]
        let (store, endpoint) = store(step) {
            $0.timeouts.total = .seconds(seconds[$1] ?? 0)
            $0.timeouts.connect = .milliseconds(seconds[$1] ?? 0)
        } layer: {
            $0.timeouts = Timeouts(
                connect: .milliseconds(seconds[$1] ?? 0), total: .seconds(seconds[$1] ?? 0))
        }
        let winner = try #require(seconds[step.winner])
        #expect(
            try store.request(for: endpoint).timeouts
                == Timeouts(connect: .milliseconds(winner), total: .seconds(winner)))
    }

    @Test func endpointBodyFieldOverridesServiceBodyField() throws {
        let store = Store {
            $0.body("channel", "service")
            $0.body("app", "store")
        }
        let request = try store.request(
            for: Ping { $0.body("channel", "endpoint") })
        #expect(request.bodyText == #"{"channel":"endpoint","app":"store"}"#)
    }

    @Test func requestWithoutLayersHasDefaults() throws {
        let request = try Store().request(for: Probe(Int.self))
        #expect(request.timeouts == Timeouts())
        #expect(request.headers[.accept] == "application/json, text/json")
        #expect(request.headers.count == 1)
        #expect(request.body == nil)
    }
}
