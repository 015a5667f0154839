import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Where responses are decoded.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct DecodingPlaceTests {
    /// Decodes the name of the current thread.
    private struct ThreadPolicy: ResponsePolicy {
        var name: String { "thread" }

        func decode<Value: Decodable>(
            _ type: Value.Type, from response: TransportResponse
        ) throws -> Value {
            guard let name = ExecutorTests.threadName() as? Value else {
                throw APIError.Cause(.decodingFailed, "a String was to be decoded")
            }
            return name
        }
    }

    private struct Service: APIService {
        var configuration: ClientConfiguration
    }

    private struct Thread: Endpoint {
        typealias Output = String
        static let name = "thread"
        func build(_ request: inout RequestBuilder) {
            request.method(.get, "/")
            request.responsePolicy = ThreadPolicy()
        }
    }

    @Test func decodesOnTheCallersExecutor() async throws {
        let peer = try ExecutorTests.makePeer()
        defer { peer.stop() }
        let session = try CurlSession(ExecutorTests.configuration)
        let service = Service(
            configuration: try ClientConfiguration(baseURL: peer.url(), transport: session))
        for _ in 0..<3 { #expect(try await service.send(Thread()) != "own-thread") }
        // Only with the executor preference is the response decoded there.
        let own = try await withTaskExecutorPreference(session.executor) {
            try await service.send(Thread())
        }
        #expect(own == "own-thread")
        await session.shutdown(.drain)
    }
}
