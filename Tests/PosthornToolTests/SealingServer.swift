import Foundation
import PosthornCore
import PosthornCrypto
import PosthornServer
import PosthornTesting
import TestSupport

/// Servers that open sealed requests and seal their responses.
///
/// They run on a queue of their own: the tests wait for the tool on the threads of tasks.
enum SealingServer {
    private final class QueueExecutor: TaskExecutor {
        private let queue = DispatchQueue(label: "sealing server")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            let executor = asUnownedTaskExecutor()
            queue.async { job.runSynchronously(on: executor) }
        }
    }

    /// Starts a server of `POST /seal`.
    ///
    /// - Parameter body: Returns the body of the response to the body of a request.
    static func started(
        _ cipher: EnvelopeServer, _ body: @escaping @Sendable (Data) -> Data
    ) throws -> ScriptedServer {
        try ScriptedServer.serving([
            .on(.post, "/seal") { received in
                let result = Locked<StubResponse>(.status(.badRequest))
                let done = DispatchSemaphore(value: 0)
                Task(executorPreference: QueueExecutor()) {
                    defer { done.signal() }
                    guard let response = try? await response(to: received, cipher, body) else {
                        return
                    }
                    result.withLock { $0 = response }
                }
                done.wait()
                return result.withLock { $0 }
            }
        ])
    }

    private static func response(
        to received: StubRequest, _ cipher: EnvelopeServer, _ body: @Sendable (Data) -> Data
    ) async throws -> StubResponse {
        var request = TransportRequest(method: .post, url: "https://vault" + received.target)
        request.headers = received.headers
        request.body = HTTPBody(received.body)
        let sealed = request
        try await cipher.open(&request)
        var response = TransportResponse(
            status: .ok, headers: [.contentType: "application/json"],
            body: body(request.body?.data ?? Data()))
        try await cipher.seal(&response, to: sealed)
        return .bytes(response.body, type: response.headers[.contentType] ?? "")
    }
}
