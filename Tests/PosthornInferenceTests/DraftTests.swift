import DemoDraft
import Foundation
import JupyterDraft
import PosthornCore
import PosthornFormat
import PosthornInference
import PosthornSpec
import PosthornTesting
import TestSupport
import Testing

/// Drafts of recorded traffic, which are compiled, and decode all responses from which they come.
///
/// `Traffic/demo.har` has calls of the demo's client to its server, recorded by `RecordingTransport`, and
/// `Traffic/jupyter.har` calls of Jupyter Server's API, recorded by mitmproxy. `POSTHORN_RECORD=1` writes the drafts.
@Suite("Drafts of recorded traffic", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct DraftTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()

    private static func traffic(_ name: String) -> URL {
        tests.appending(path: "Traffic/\(name).har")
    }

    @Test(
        "The recorded traffic gives the draft that is compiled",
        arguments: [("demo", "Demo", 7), ("jupyter", "Jupyter", 37)])
    func infersDrafts(_ recording: String, _ name: String, _ endpoints: Int) throws {
        let traffic = Self.traffic(recording)
        let result = try Inference.run([traffic.path], service: "\(name)API")
        let place = Self.tests.deletingLastPathComponent().appending(
            path: "Drafts/\(name)/\(name).yaml")
        if InferenceCase.isRecording {
            try Data(result.text.utf8).write(to: place)
        }
        #expect(try String(contentsOf: place, encoding: .utf8) == result.text)
        #expect(result.report.first?.hasSuffix("\(endpoints) endpoints") == true)
        let file = SourceFile(path: "\(name).yaml", text: result.text)
        #expect(SpecReader.read([file]).diagnostics.map(\.description) == [])
        guard case .formatted(let formatted) = SpecFormatter.format(file) else {
            Issue.record("a draft that is not formatted")
            return
        }
        #expect(formatted == result.text)
    }

    @Test func demoDraftDecodesAllResponses() async throws {
        let recording = try HTTPRecording(contentsOf: Self.traffic("demo"))
        try await decode(recording, by: DemoRoutes.all) { exchange in
            DemoAPI(
                ClientConfiguration(transport: OneResponse(exchange)),
                common: .init(appVersion: "", deviceID: ""))
        }
    }

    @Test func jupyterDraftDecodesAllResponses() async throws {
        let recording = try HTTPRecording(contentsOf: Self.traffic("jupyter"))
        try await decode(recording, by: JupyterRoutes.all) { exchange in
            JupyterAPI(
                ClientConfiguration(transport: OneResponse(exchange)),
                auth: .init(user: .apiKey("none")))
        }
    }

    private func decode<Service: APIService>(
        _ recording: HTTPRecording, by routes: [Route<Service>],
        _ service: (RecordedExchange) -> Service
    ) async throws {
        var unused = Set(routes.indices)
        for exchange in recording.exchanges {
            let isPage = exchange.responseHeaders[.contentType]?.hasPrefix("text/html") == true
            guard !isPage else { continue }
            let index = try #require(
                routes.firstIndex { $0.matches(exchange) }, "no endpoint for \(exchange)")
            unused.remove(index)
            let problem = await routes[index].problem(service(exchange))
            #expect(problem == nil, "\(exchange)")
        }
        #expect(unused.map { routes[$0].path } == [])
    }
}

/// A transport with one recorded response.
private struct OneResponse: Transport {
    let exchange: RecordedExchange

    init(_ exchange: RecordedExchange) { self.exchange = exchange }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        TransportResponse(
            status: exchange.status ?? .ok, headers: exchange.responseHeaders,
            body: exchange.responseBody)
    }
}

/// An endpoint of a draft with its method and path.
struct Route<Service: APIService>: Sendable {
    let method: String
    let path: String
    /// Returns why a response is not decoded.
    let problem: @Sendable (Service) async -> String?

    init<E: Endpoint>(
        _ method: String, _ path: String, _ type: E.Type, by policy: (any ResponsePolicy)? = nil
    ) {
        (self.method, self.path) = (method, path)
        problem = { service in
            do {
                _ = try await service.send(Probe<E>(policy: policy))
                return nil
            } catch {
                // A refusal that the draft documents is decoded, too.
                let isDocumented = Mirror(reflecting: error).children.first?.label != "other"
                return isDocumented && !(error is APIError) ? nil : "\(error)"
            }
        }
    }

    func matches(_ exchange: RecordedExchange) -> Bool {
        guard exchange.method.rawValue == method, let url = URL(string: exchange.url) else {
            return false
        }
        let own = path.split(separator: "/")
        let parts = url.path.split(separator: "/")
        return own.count == parts.count
            && zip(own, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
}

/// A call that has the response of an endpoint, and a request of its own.
private struct Probe<E: Endpoint>: Endpoint {
    typealias Output = E.Output
    typealias Failure = E.Failure

    let policy: (any ResponsePolicy)?

    static func output(from response: CallResponse) throws -> E.Output {
        try E.output(from: response)
    }

    func build(_ request: inout RequestBuilder) {
        request.method(.get, "/")
        if let policy { request.responsePolicy = policy }
    }
}
