import Foundation
import Posthorn
import PosthornPathMonitor
import TestSupport
import Testing

@testable import PosthornResilience

@Suite("Waiting for connectivity", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ConnectivityTests {
    /// A network that a test switches on and off.
    private final class Network: Sendable {
        private let state = Locked<
            (status: PathMonitor.Status, readers: [AsyncStream<PathMonitor.Status>.Continuation])
        >((.unsatisfied, []))

        var readers: Int { state.withLock { $0.readers.count } }

        func updates() -> AsyncStream<PathMonitor.Status> {
            let (stream, continuation) = AsyncStream.makeStream(of: PathMonitor.Status.self)
            state.withLock { state in
                continuation.yield(state.status)
                state.readers.append(continuation)
            }
            return stream
        }
        func change(to status: PathMonitor.Status) {
            let readers = state.withLock { state in
                state.status = status
                return state.readers
            }
            for reader in readers { reader.yield(status) }
        }
    }

    private let network = Network()

    private func store(
        _ transport: StubTransport, limit: Duration = .seconds(3600),
        clock: CallClock = CallClock(ContinuousClock())
    ) -> Store {
        let network = network
        return Store(transport).with {
            $0.timeouts.total = Timeouts.unlimited
            $0.middleware = [
                WaitForConnectivity(maximumWait: limit, callClock: clock) { network.updates() }
            ]
        }
    }

    @Test func callIsSentWhenANetworkAppears() async throws {
        let transport = StubTransport(.success(.json(#"{"id":1}"#)))
        let store = store(transport)
        let call = Task { try await store.send(Probe(Receipt.self)) }
        try await until { network.readers == 2 }
        #expect(transport.requests.isEmpty)
        network.change(to: .satisfied(interfaces: ["eth0"]))
        #expect(try await call.value.id == 1)
    }

    @Test func callFailsIfNoNetworkAppears() async throws {
        let transport = StubTransport()
        let store = store(transport, limit: .seconds(9), clock: RetryTests.Clock().clock)
        let error = await #expect(throws: APIError.self) {
            try await store.send(Probe(Receipt.self))
        }
        #expect(error?.code == .noConnectivity && transport.requests.isEmpty)
    }

    @Test func waitingCallCanBeCancelled() async throws {
        let store = store(StubTransport())
        let call = Task { try await store.send(Probe(Receipt.self)) }
        try await until { network.readers == 2 }
        call.cancel()
        let error = await #expect(throws: APIError.self) { try await call.value }
        #expect(error?.code == .cancelled)
    }

    @Test(arguments: ["http://127.0.0.1:8080", "http://localhost", "http://[::1]:80"])
    func callToThisMachineDoesNotWait(_ url: String) async throws {
        let transport = StubTransport(.success(.json(#"{"id":1}"#)))
        let base = try BaseURL(url)
        let receipt = try await store(transport).with { $0.baseURL = base }
            .send(Probe(Receipt.self))
        #expect(receipt.id == 1 && network.readers == 0)
    }

    @Test func unknownStatusDoesNotWait() async throws {
        network.change(to: .unknown)
        let transport = StubTransport(.success(.json(#"{"id":1}"#)))
        #expect(try await store(transport).send(Probe(Receipt.self)).id == 1)
    }
}
