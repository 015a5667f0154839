import Foundation
import PosthornCore
@testable import PosthornOutbox
import PosthornTesting

/// The types of `PosthornOutbox`.
enum OutboxSamples {
    private struct API: OutboxService {
        var configuration: ClientConfiguration
        static let outboxEndpoints: [any OutboxEndpoint.Type] = [Save.self]

        struct Save: OutboxEndpoint {
            func build(_ request: inout RequestBuilder) {
                request.method(.put, "/notes")
                request.body("text", Canary.text)
            }
        }
    }

    static func all() async throws -> [Sample] {
        let configuration = try ClientConfiguration(
            baseURL: "https://notes.example", transport: StubTransport())
        let outbox = Outbox(API(configuration: configuration), store: InMemoryStore())
        let receipt = try await outbox.submit(API.Save())
        var call = OutboxCall(
            id: "1", service: "API", endpoint: "save", key: Canary.word, submitted: .now,
            request: Data(Canary.text.utf8))
        call.response = Data(Canary.text.utf8)
        return [
            Sample(outbox), Sample(receipt), Sample(call), Sample(call.state),
            Sample(OutboxClaim(call, fence: 1)),
            Sample(OutboxOutcome.delivered(response: Data(Canary.text.utf8), at: .now)),
            Sample(OutboxEvent.submitted(call)), Sample(OutboxOptions()), Sample(OutboxRetry()),
            Sample(InMemoryStore()), Sample(OutboxSummary()),
        ]
    }
}
