import Foundation
import Posthorn
import PosthornTesting
import Shop
import TestSupport
import Testing

/// Injected faults follow their conditions and their seed, on a manual clock.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct FaultInjectorTests {
    private let stub = StubTransport(
        .on(ShopAPI.GetProduct.self) { .named($0.sku) },
        .on(ShopAPI.ListProducts.self) { _ in [] },
        .on(
            .get, "/stream", response: .stream(["aaaa", "bb"], type: "text/plain")),
        .on(nil, "/*", response: .text("12345678")))
    private let clock = ManualClock(skipsDelays: true)

    private func faults(
        seed: UInt64 = 1, _ change: (inout NetworkConditions) -> Void
    ) -> FaultInjector {
        var faults = FaultInjector(stub, seed: seed, clock: clock)
        change(&faults.conditions)
        return faults
    }

    private func get(_ path: String, _ change: (inout TransportRequest) -> Void = { _ in })
        -> TransportRequest
    {
        var request = TransportRequest(url: "https://a.test" + path)
        change(&request)
        return request
    }

    @Test func noConditionsChangeNothing() async throws {
        let response = try await faults { _ in }.send(get("/"))
        #expect(response.body == Data("12345678".utf8))
        #expect(clock.delays.isEmpty)
    }

    @Test func latencyDelaysTheRequestWithinItsJitter() async throws {
        let faults = faults {
            $0.latency = .milliseconds(100)
            $0.jitter = .milliseconds(50)
        }
        for _ in 0..<20 { _ = try await faults.send(get("/")) }
        let delays = clock.delays
        #expect(delays.allSatisfy { $0 >= .milliseconds(100) && $0 < .milliseconds(150) })
        #expect(Set(delays).count == 20)
    }

    @Test func latencyBeyondTheTimeLimitTimesOut() async throws {
        let faults = faults { $0.latency = .seconds(90) }
        let error = await #expect(throws: TransportError.self) {
            try await faults.send(get("/") { $0.timeouts.total = .seconds(5) })
        }
        #expect(error?.code == .timedOut)
        #expect(clock.delays == [.seconds(5)])
        #expect(stub.requests.isEmpty)
    }

    @Test func cancellationEndsTheLatency() async throws {
        let manual = ManualClock()
        var faults = FaultInjector(stub, seed: 1, clock: manual)
        faults.conditions.latency = .seconds(1)
        let (transport, request) = (faults, get("/"))
        let call = Task { try await transport.send(request) }
        _ = try await manual.nextDelay()
        call.cancel()
        let error = await #expect(throws: TransportError.self) { try await call.value }
        #expect(error?.code == .cancelled)
    }

    @Test func lossBeforeSendingReachesNoServer() async throws {
        let error = await #expect(throws: TransportError.self) {
            try await faults { $0.lossBeforeSending = 1 }.send(get("/"))
        }
        #expect(error?.code == .connectionLost && error?.isSafeToRetry == true)
        #expect(stub.requests.isEmpty)
    }

    @Test func lossAfterSendingLosesTheResponse() async throws {
        let faults = faults { $0.lossAfterSending = 1 }
        let error = await #expect(throws: TransportError.self) { try await faults.send(get("/")) }
        #expect(error?.code == .connectionLost && error?.isSafeToRetry == false)
        await #expect(throws: TransportError.self) { try await faults.stream(get("/stream")) }
        #expect(stub.requests.count == 2)
    }

    @Test func statusReplacesTheResponse() async throws {
        let faults = faults { $0.errorStatus = .serviceUnavailable }
        #expect(try await faults.send(get("/")).status == .serviceUnavailable)
        #expect(try await faults.stream(get("/stream")).status == .serviceUnavailable)
        #expect(stub.requests.isEmpty)
    }

    @Test func bandwidthLimitsBodies() async throws {
        let faults = faults {
            $0.uploadBytesPerSecond = 2
            $0.downloadBytesPerSecond = 4
        }
        let body = Data("12345678".utf8)
        _ = try await faults.send(get("/") { $0.body = HTTPBody(body) })
        #expect(clock.delays == [.seconds(4), .seconds(2)])
        let pieces = AsyncStream<Data> { continuation in
            for _ in 0..<2 { continuation.yield(Data("1234".utf8)) }
            continuation.finish()
        }
        _ = try await faults.send(get("/") { $0.body = HTTPBody(BodyStream(pieces)) })
        #expect(clock.delays.dropFirst(2) == [.seconds(2), .seconds(2), .seconds(2)])
        #expect(stub.requests.map(\.body) == [body, Data("12341234".utf8)])
        for try await _ in try await faults.stream(get("/stream")).body {}
        #expect(clock.delays.dropFirst(5) == [.seconds(1), .milliseconds(500)])
    }

    /// The outcome of calls to two endpoints under loss.
    private func outcomes(seed: UInt64) async -> [String] {
        let shop = ShopAPI.test(faults(seed: seed) { $0.lossBeforeSending = 0.5 })
        var outcomes: [String] = []
        for _ in 0..<32 {
            let product = try? await shop.getProduct(sku: "A")
            let list = try? await shop.listProducts()
            outcomes.append("\(product != nil) \(list != nil)")
        }
        return outcomes
    }

    @Test func sameSeedRepeatsTheFaults() async {
        let first = await outcomes(seed: 7)
        #expect(await outcomes(seed: 7) == first)
        #expect(await outcomes(seed: 8) != first)
        #expect(Set(first).count == 4)
    }

    @Test func faultsOfAnEndpointDoNotDependOnOtherCalls() async {
        let all = await outcomes(seed: 7).map { $0.hasPrefix("true") }
        let shop = ShopAPI.test(faults(seed: 7) { $0.lossBeforeSending = 0.5 })
        var alone: [Bool] = []
        for _ in 0..<32 { alone.append((try? await shop.getProduct(sku: "A")) != nil) }
        #expect(alone == all)
    }

    @Test func endpointHasItsOwnConditions() async throws {
        var faults = faults { $0.lossBeforeSending = 1 }
        faults[ShopAPI.GetProduct.self] = NetworkConditions(latency: .seconds(1))
        #expect(faults[ShopAPI.ListProducts.self] == faults.conditions)
        let shop = ShopAPI.test(faults)
        _ = try await shop.getProduct(sku: "A")
        #expect(clock.delays == [.seconds(1)])
        await #expect(throws: APIError.self) { try await shop.listProducts() }
    }

    @Test func retriesSurviveLoss() async throws {
        var shop = ShopAPI.test(faults { $0.lossAfterSending = 0.5 })
        shop.configuration.clock = clock
        shop.configuration.defaults.retry = RetryRule(attempts: 20)
        for _ in 0..<10 { _ = try await shop.getProduct(sku: "A") }
        #expect(stub.requests(to: ShopAPI.GetProduct.self).count > 10)
    }

    @Test(arguments: [0.1, 0.5, 0.9])
    func lossMatchesItsProbability(_ probability: Double) async {
        let faults = faults { $0.lossBeforeSending = probability }
        var lost = 0
        for _ in 0..<1000 where (try? await faults.send(get("/"))) == nil { lost += 1 }
        #expect(abs(Double(lost) / 1000 - probability) < 0.05)
    }
}
